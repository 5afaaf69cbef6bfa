; selection_sort.any.c: selection sort sorts.
(set-logic HORN)
; outer n i a
(declare-fun outer (Int Int (Array Int Int)) Bool)
; inner n i j m a
(declare-fun inner (Int Int Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (outer n 0 a))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)))
    (=> (and (outer n i a) (< i n)) (inner n i (+ i 1) i a))))
(assert
  (forall ((n Int) (i Int) (j Int) (m Int) (a (Array Int Int)))
    (=> (and (inner n i j m a) (< j n) (< (select a j) (select a m))) (inner n i (+ j 1) j a))))
(assert
  (forall ((n Int) (i Int) (j Int) (m Int) (a (Array Int Int)))
    (=> (and (inner n i j m a) (< j n) (>= (select a j) (select a m))) (inner n i (+ j 1) m a))))
(assert
  (forall ((n Int) (i Int) (j Int) (m Int) (a (Array Int Int)))
    (=> (and (inner n i j m a) (>= j n)) (outer n (+ i 1) (store (store a i (select a m)) m (select a i))))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (x Int) (y Int))
    (=> (and (outer n i a) (>= i n) (<= 0 x) (< x y) (< y n) (> (select a x) (select a y))) false)))
(check-sat)
