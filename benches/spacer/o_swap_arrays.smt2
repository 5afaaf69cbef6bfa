; o_swap_arrays.c: exchanges two arrays.
(set-logic HORN)
; fill n t a b
(declare-fun fill (Int Int (Array Int Int) (Array Int Int)) Bool)
; loop n i a b
(declare-fun loop (Int Int (Array Int Int) (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (fill n 0 a b))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (fill n t a b) (< t n)) (fill n (+ t 1) (store a t 1) (store b t 2)))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (fill n t a b) (>= t n)) (loop n 0 a b))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (loop n i a b) (< i n)) (loop n (+ i 1) (store a i (select b i)) (store b i (select a i))))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (b (Array Int Int)) (k Int))
    (=> (and (loop n i a b) (>= i n) (<= 0 k) (< k n) (not (and (= (select a k) 2) (= (select b k) 1)))) false)))
(check-sat)
