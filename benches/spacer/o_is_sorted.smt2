; o_is_sorted.c: a scan that compares neighbours says whether an array is sorted.
(set-logic HORN)
; loop n i a
(declare-fun loop (Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n 0 a))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)))
    (=> (and (loop n i a) (< (+ i 1) n) (<= (select a i) (select a (+ i 1)))) (loop n (+ i 1) a))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (x Int) (y Int))
    (=> (and (loop n i a) (>= (+ i 1) n) (<= 0 x) (< x y) (< y n) (> (select a x) (select a y))) false)))
(check-sat)
