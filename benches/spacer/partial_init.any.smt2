; partial_init.any.c: the indices at which two arrays agree are written to the front of a third.
(set-logic HORN)
; loop n i m a b c
(declare-fun loop (Int Int Int (Array Int Int) (Array Int Int) (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n 0 0 a b c))))
(assert
  (forall ((n Int) (i Int) (m Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)))
    (=> (and (loop n i m a b c) (< i n) (= (select a i) (select b i))) (loop n (+ i 1) (+ m 1) a b (store c m i)))))
(assert
  (forall ((n Int) (i Int) (m Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)))
    (=> (and (loop n i m a b c) (< i n) (not (= (select a i) (select b i)))) (loop n (+ i 1) m a b c))))
(assert
  (forall ((n Int) (i Int) (m Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)) (k Int))
    (=> (and (loop n i m a b c) (>= i n) (<= 0 k) (< k m) (not (and (<= k (select c k)) (< (select c k) n)))) false)))
(check-sat)
