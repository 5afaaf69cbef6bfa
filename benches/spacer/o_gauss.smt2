; o_gauss.c: the sum of the first n numbers.
(set-logic HORN)
; loop n i s
(declare-fun loop (Int Int Int) Bool)
(assert
  (forall ((n Int))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n 1 0))))
(assert
  (forall ((n Int) (i Int) (s Int))
    (=> (and (loop n i s) (<= i n)) (loop n (+ i 1) (+ s i)))))
(assert
  (forall ((n Int) (i Int) (s Int))
    (=> (and (loop n i s) (> i n) (not (= (* 2 s) (* n (+ n 1))))) false)))
(check-sat)
