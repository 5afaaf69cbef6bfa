; o_isqrt.c: the integer square root.
(set-logic HORN)
; loop n r
(declare-fun loop (Int Int) Bool)
(assert
  (forall ((n Int))
    (=> (and (<= 0 n) (<= n 1000000)) (loop n 0))))
(assert
  (forall ((n Int) (r Int))
    (=> (and (loop n r) (<= (* (+ r 1) (+ r 1)) n)) (loop n (+ r 1)))))
(assert
  (forall ((n Int) (r Int))
    (=> (and (loop n r) (> (* (+ r 1) (+ r 1)) n) (> (* r r) n)) false)))
(check-sat)
