; o_triangular.c: how often the body of a triangular loop runs.
(set-logic HORN)
; outer n i c
(declare-fun outer (Int Int Int) Bool)
; inner n i j c
(declare-fun inner (Int Int Int Int) Bool)
(assert
  (forall ((n Int))
    (=> (and (<= 1 n) (<= n 1000000)) (outer n 0 0))))
(assert
  (forall ((n Int) (i Int) (c Int))
    (=> (and (outer n i c) (< i n)) (inner n i 0 c))))
(assert
  (forall ((n Int) (i Int) (j Int) (c Int))
    (=> (and (inner n i j c) (< j i)) (inner n i (+ j 1) (+ c 1)))))
(assert
  (forall ((n Int) (i Int) (j Int) (c Int))
    (=> (and (inner n i j c) (>= j i)) (outer n (+ i 1) c))))
(assert
  (forall ((n Int) (i Int) (c Int))
    (=> (and (outer n i c) (>= i n) (not (= (* 2 c) (* n (- n 1))))) false)))
(check-sat)
