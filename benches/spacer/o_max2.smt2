; o_max2.c: the larger of two elements at each index.
(set-logic HORN)
; loop n i a b c
(declare-fun loop (Int Int (Array Int Int) (Array Int Int) (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n 0 a b c))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)))
    (=> (and (loop n i a b c) (< i n))
        (loop n (+ i 1) a b (store c i (ite (> (select a i) (select b i)) (select a i) (select b i)))))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)) (k Int))
    (=> (and (loop n i a b c) (>= i n) (<= 0 k) (< k n) (< (select c k) (select a k))) false)))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)) (k Int))
    (=> (and (loop n i a b c) (>= i n) (<= 0 k) (< k n) (< (select c k) (select b k))) false)))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)) (k Int))
    (=> (and (loop n i a b c) (>= i n) (<= 0 k) (< k n) (not (= (select c k) (select a k))) (not (= (select c k) (select b k))))
        false)))
(check-sat)
