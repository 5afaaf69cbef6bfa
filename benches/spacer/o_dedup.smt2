; o_dedup.c: removes what is there twice from a sorted array.
(set-logic HORN)
; read n t a
(declare-fun read (Int Int (Array Int Int)) Bool)
; loop n r w a
(declare-fun loop (Int Int Int (Array Int Int)) Bool)
; check k w a
(declare-fun check (Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (read n 0 a))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)) (x Int))
    (=> (and (read n t a) (< t n) (=> (> t 0) (<= (select a (- t 1)) x))) (read n (+ t 1) (store a t x)))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)))
    (=> (and (read n t a) (>= t n)) (loop n 1 1 a))))
(assert
  (forall ((n Int) (r Int) (w Int) (a (Array Int Int)))
    (=> (and (loop n r w a) (< r n) (not (= (select a r) (select a (- w 1)))))
        (loop n (+ r 1) (+ w 1) (store a w (select a r))))))
(assert
  (forall ((n Int) (r Int) (w Int) (a (Array Int Int)))
    (=> (and (loop n r w a) (< r n) (= (select a r) (select a (- w 1)))) (loop n (+ r 1) w a))))
(assert
  (forall ((n Int) (r Int) (w Int) (a (Array Int Int)))
    (=> (and (loop n r w a) (>= r n) (> w n)) false)))
(assert
  (forall ((n Int) (r Int) (w Int) (a (Array Int Int)))
    (=> (and (loop n r w a) (>= r n)) (check 0 w a))))
(assert
  (forall ((k Int) (w Int) (a (Array Int Int)))
    (=> (and (check k w a) (< (+ k 1) w)) (check (+ k 1) w a))))
(assert
  (forall ((k Int) (w Int) (a (Array Int Int)))
    (=> (and (check k w a) (< (+ k 1) w) (>= (select a k) (select a (+ k 1)))) false)))
(check-sat)
