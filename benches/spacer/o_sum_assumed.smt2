; o_sum_assumed.c: the sum of elements of at most seven.
(set-logic HORN)
; read n t a
(declare-fun read (Int Int (Array Int Int)) Bool)
; loop n i s a
(declare-fun loop (Int Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (read n 0 a))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)))
    (=> (and (read n t a) (< t n) (<= 0 (select a t)) (<= (select a t) 7)) (read n (+ t 1) a))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)))
    (=> (and (read n t a) (>= t n)) (loop n 0 0 a))))
(assert
  (forall ((n Int) (i Int) (s Int) (a (Array Int Int)))
    (=> (and (loop n i s a) (< i n)) (loop n (+ i 1) (+ s (select a i)) a))))
(assert
  (forall ((n Int) (i Int) (s Int) (a (Array Int Int)))
    (=> (and (loop n i s a) (>= i n) (> s (* 7 n))) false)))
(check-sat)
