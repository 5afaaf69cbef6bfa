; o_majority_elem.c: the candidate of the majority vote occurs.
(set-logic HORN)
; vote n i c m a
(declare-fun vote (Int Int Int Int (Array Int Int)) Bool)
; find n k m f a
(declare-fun find (Int Int Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (vote n 0 0 (select a 0) a))))
(assert
  (forall ((n Int) (i Int) (c Int) (m Int) (a (Array Int Int)))
    (=> (and (vote n i c m a) (< i n) (= c 0)) (vote n (+ i 1) 1 (select a i) a))))
(assert
  (forall ((n Int) (i Int) (c Int) (m Int) (a (Array Int Int)))
    (=> (and (vote n i c m a) (< i n) (not (= c 0)) (= (select a i) m)) (vote n (+ i 1) (+ c 1) m a))))
(assert
  (forall ((n Int) (i Int) (c Int) (m Int) (a (Array Int Int)))
    (=> (and (vote n i c m a) (< i n) (not (= c 0)) (not (= (select a i) m))) (vote n (+ i 1) (- c 1) m a))))
(assert
  (forall ((n Int) (i Int) (c Int) (m Int) (a (Array Int Int)))
    (=> (and (vote n i c m a) (>= i n)) (find n 0 m 0 a))))
(assert
  (forall ((n Int) (k Int) (m Int) (f Int) (a (Array Int Int)))
    (=> (and (find n k m f a) (< k n) (= (select a k) m)) (find n (+ k 1) m 1 a))))
(assert
  (forall ((n Int) (k Int) (m Int) (f Int) (a (Array Int Int)))
    (=> (and (find n k m f a) (< k n) (not (= (select a k) m))) (find n (+ k 1) m f a))))
(assert
  (forall ((n Int) (k Int) (m Int) (f Int) (a (Array Int Int)))
    (=> (and (find n k m f a) (>= k n) (= f 0)) false)))
(check-sat)
