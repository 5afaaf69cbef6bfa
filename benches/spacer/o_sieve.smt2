; o_sieve.c: the sieve of Eratosthenes leaves two.
(set-logic HORN)
; clear n t c
(declare-fun clear (Int Int (Array Int Int)) Bool)
; outer n i c
(declare-fun outer (Int Int (Array Int Int)) Bool)
; inner n i j c
(declare-fun inner (Int Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (c (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (clear n 0 c))))
(assert
  (forall ((n Int) (t Int) (c (Array Int Int)))
    (=> (and (clear n t c) (< t n)) (clear n (+ t 1) (store c t 0)))))
(assert
  (forall ((n Int) (t Int) (c (Array Int Int)))
    (=> (and (clear n t c) (>= t n)) (outer n 2 c))))
(assert
  (forall ((n Int) (i Int) (c (Array Int Int)))
    (=> (and (outer n i c) (< i n) (not (= (select c i) 0))) (outer n (+ i 1) c))))
(assert
  (forall ((n Int) (i Int) (c (Array Int Int)))
    (=> (and (outer n i c) (< i n) (= (select c i) 0)) (inner n i (* 2 i) c))))
(assert
  (forall ((n Int) (i Int) (j Int) (c (Array Int Int)))
    (=> (and (inner n i j c) (< j n)) (inner n i (+ j i) (store c j 1)))))
(assert
  (forall ((n Int) (i Int) (j Int) (c (Array Int Int)))
    (=> (and (inner n i j c) (>= j n)) (outer n (+ i 1) c))))
(assert
  (forall ((n Int) (i Int) (c (Array Int Int)))
    (=> (and (outer n i c) (>= i n) (> n 2) (not (= (select c 2) 0))) false)))
(check-sat)
