; o_prefix_pairs.c: sums of prefixes do not decrease.
(set-logic HORN)
; read n t a
(declare-fun read (Int Int (Array Int Int)) Bool)
; loop n i a p
(declare-fun loop (Int Int (Array Int Int) (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (read n 0 a))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)))
    (=> (and (read n t a) (< t n) (>= (select a t) 0)) (read n (+ t 1) a))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)) (p (Array Int Int)))
    (=> (and (read n t a) (>= t n)) (loop n 0 a (store p 0 0)))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (p (Array Int Int)))
    (=> (and (loop n i a p) (< i n)) (loop n (+ i 1) a (store p (+ i 1) (+ (select p i) (select a i)))))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (p (Array Int Int)) (x Int) (y Int))
    (=> (and (loop n i a p) (>= i n) (<= 0 x) (<= x y) (<= y n) (> (select p x) (select p y))) false)))
(check-sat)
