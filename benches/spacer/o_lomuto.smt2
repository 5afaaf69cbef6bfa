; o_lomuto.c: Lomuto's partition, checked by loops.
(set-logic HORN)
; loop n pv i j a
(declare-fun loop (Int Int Int Int (Array Int Int)) Bool)
; left n i k a
(declare-fun left (Int Int Int (Array Int Int)) Bool)
; right n i k a
(declare-fun right (Int Int Int (Array Int Int)) Bool)
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
  (forall ((n Int) (pv Int) (i Int) (j Int) (a (Array Int Int)))
    (=> (and (loop n pv i j a) (>= j (- n 1)) (not (and (<= 0 i) (< i n)))) false)))
(assert
  (forall ((n Int) (pv Int) (i Int) (j Int) (a (Array Int Int)))
    (=> (and (loop n pv i j a) (>= j (- n 1)))
        (left n i 0 (store (store a i (select a (- n 1))) (- n 1) (select a i))))))
(assert
  (forall ((n Int) (i Int) (k Int) (a (Array Int Int)))
    (=> (and (left n i k a) (< k i)) (left n i (+ k 1) a))))
(assert
  (forall ((n Int) (i Int) (k Int) (a (Array Int Int)))
    (=> (and (left n i k a) (< k i) (>= (select a k) (select a i))) false)))
(assert
  (forall ((n Int) (i Int) (k Int) (a (Array Int Int)))
    (=> (and (left n i k a) (>= k i)) (right n i i a))))
(assert
  (forall ((n Int) (i Int) (k Int) (a (Array Int Int)))
    (=> (and (right n i k a) (< k n)) (right n i (+ k 1) a))))
(assert
  (forall ((n Int) (i Int) (k Int) (a (Array Int Int)))
    (=> (and (right n i k a) (< k n) (< (select a k) (select a i))) false)))
(check-sat)
