; o_lomuto_any.c: Lomuto's partition, at any index.
(set-logic HORN)
; loop n pv i j a
(declare-fun loop (Int Int Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n (select a (- n 1)) 0 0 a))))
(assert
  (forall ((n Int) (pv Int) (i Int) (j Int) (a (Array Int Int)))
    (=> (and (loop n pv i j a) (< j (- n 1)) (< (select a j) pv))
        (loop n pv (+ i 1) (+ j 1) (store (store a i (select a j)) j (select a i))))))
(assert
  (forall ((n Int) (pv Int) (i Int) (j Int) (a (Array Int Int)))
    (=> (and (loop n pv i j a) (< j (- n 1)) (>= (select a j) pv)) (loop n pv i (+ j 1) a))))
(assert
  (forall ((n Int) (pv Int) (i Int) (j Int) (a (Array Int Int)) (b (Array Int Int)) (k Int))
    (=> (and (loop n pv i j a) (>= j (- n 1)) (= b (store (store a i (select a (- n 1))) (- n 1) (select a i))) (<= 0 k) (< k n) (< k i) (>= (select b k) (select b i)))
        false)))
(assert
  (forall ((n Int) (pv Int) (i Int) (j Int) (a (Array Int Int)) (b (Array Int Int)) (k Int))
    (=> (and (loop n pv i j a) (>= j (- n 1)) (= b (store (store a i (select a (- n 1))) (- n 1) (select a i))) (<= 0 k) (< k n) (>= k i) (< (select b k) (select b i)))
        false)))
(check-sat)
