; o_triangular_bound.c: the differences of the indices of a triangular loop are indices.
(set-logic HORN)
; outer n i
(declare-fun outer (Int Int) Bool)
; inner n i j
(declare-fun inner (Int Int Int) Bool)
(assert
  (forall ((n Int))
    (=> (and (<= 1 n) (<= n 1000000)) (outer n 0))))
(assert
  (forall ((n Int) (i Int))
    (=> (and (outer n i) (< i n)) (inner n i i))))
(assert
  (forall ((n Int) (i Int) (j Int))
    (=> (and (inner n i j) (< j n) (not (and (<= 0 (- j i)) (< (- j i) n)))) false)))
(assert
  (forall ((n Int) (i Int) (j Int))
    (=> (and (inner n i j) (< j n)) (inner n i (+ j 1)))))
(assert
  (forall ((n Int) (i Int) (j Int))
    (=> (and (inner n i j) (>= j n)) (outer n (+ i 1)))))
(check-sat)
