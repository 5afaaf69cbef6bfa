; o_strcmp.c: the length of the common beginning of two strings.
(set-logic HORN)
; loop n i a b
(declare-fun loop (Int Int (Array Int Int) (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n 0 (store a (- n 1) 0) b))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (loop n i a b) (not (= (select a i) 0)) (= (select a i) (select b i))) (loop n (+ i 1) a b))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (loop n i a b) (or (= (select a i) 0) (not (= (select a i) (select b i)))) (>= i n)) false)))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (b (Array Int Int)) (k Int))
    (=> (and (loop n i a b) (or (= (select a i) 0) (not (= (select a i) (select b i)))) (<= 0 k) (< k i) (not (= (select a k) (select b k))))
        false)))
(check-sat)
