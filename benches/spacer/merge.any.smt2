; merge.any.c: two sorted arrays are merged into a sorted one.
(set-logic HORN)
; reada n m t a
(declare-fun reada (Int Int Int (Array Int Int)) Bool)
; readb n m t a b
(declare-fun readb (Int Int Int (Array Int Int) (Array Int Int)) Bool)
; merge n m i j k a b c
(declare-fun merge (Int Int Int Int Int (Array Int Int) (Array Int Int) (Array Int Int)) Bool)
(assert
  (forall ((n Int) (m Int) (a (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000) (<= 1 m) (<= m 1000000)) (reada n m 0 a))))
(assert
  (forall ((n Int) (m Int) (t Int) (a (Array Int Int)) (x Int))
    (=> (and (reada n m t a) (< t n) (=> (> t 0) (<= (select a (- t 1)) x))) (reada n m (+ t 1) (store a t x)))))
(assert
  (forall ((n Int) (m Int) (t Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (reada n m t a) (>= t n)) (readb n m 0 a b))))
(assert
  (forall ((n Int) (m Int) (t Int) (a (Array Int Int)) (b (Array Int Int)) (x Int))
    (=> (and (readb n m t a b) (< t m) (=> (> t 0) (<= (select b (- t 1)) x))) (readb n m (+ t 1) a (store b t x)))))
(assert
  (forall ((n Int) (m Int) (t Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)))
    (=> (and (readb n m t a b) (>= t m)) (merge n m 0 0 0 a b c))))
(assert
  (forall ((n Int) (m Int) (i Int) (j Int) (k Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)))
    (=> (and (merge n m i j k a b c) (or (< i n) (< j m)) (or (>= j m) (and (< i n) (<= (select a i) (select b j)))))
        (merge n m (+ i 1) j (+ k 1) a b (store c k (select a i))))))
(assert
  (forall ((n Int) (m Int) (i Int) (j Int) (k Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)))
    (=> (and (merge n m i j k a b c) (or (< i n) (< j m)) (not (or (>= j m) (and (< i n) (<= (select a i) (select b j))))))
        (merge n m i (+ j 1) (+ k 1) a b (store c k (select b j))))))
(assert
  (forall ((n Int) (m Int) (i Int) (j Int) (k Int) (a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)) (x Int) (y Int))
    (=> (and (merge n m i j k a b c) (>= i n) (>= j m) (<= 0 x) (< x y) (< y (+ n m)) (> (select c x) (select c y)))
        false)))
(check-sat)
