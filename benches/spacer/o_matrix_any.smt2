; o_matrix_any.c: fills a matrix of 50 rows of 60.
(set-logic HORN)
; outer i m
(declare-fun outer (Int (Array Int Int)) Bool)
; inner i j m
(declare-fun inner (Int Int (Array Int Int)) Bool)
(assert
  (forall ((m (Array Int Int)))
    (outer 0 m)))
(assert
  (forall ((i Int) (m (Array Int Int)))
    (=> (and (outer i m) (< i 50)) (inner i 0 m))))
(assert
  (forall ((i Int) (j Int) (m (Array Int Int)))
    (=> (and (inner i j m) (< j 60)) (inner i (+ j 1) (store m (+ (* 60 i) j) (+ i j))))))
(assert
  (forall ((i Int) (j Int) (m (Array Int Int)))
    (=> (and (inner i j m) (>= j 60)) (outer (+ i 1) m))))
(assert
  (forall ((i Int) (m (Array Int Int)) (x Int) (y Int))
    (=> (and (outer i m) (>= i 50) (<= 0 x) (< x 50) (<= 0 y) (< y 60) (not (= (select m (+ (* 60 x) y)) (+ x y))))
        false)))
(check-sat)
