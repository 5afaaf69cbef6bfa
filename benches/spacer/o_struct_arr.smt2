; o_struct_arr.c: an array of pairs that add up to zero.
(set-logic HORN)
; loop n i x y
(declare-fun loop (Int Int (Array Int Int) (Array Int Int)) Bool)
; check n k x y
(declare-fun check (Int Int (Array Int Int) (Array Int Int)) Bool)
(assert
  (forall ((n Int) (x (Array Int Int)) (y (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n 0 x y))))
(assert
  (forall ((n Int) (i Int) (x (Array Int Int)) (y (Array Int Int)))
    (=> (and (loop n i x y) (< i n)) (loop n (+ i 1) (store x i i) (store y i (- i))))))
(assert
  (forall ((n Int) (i Int) (x (Array Int Int)) (y (Array Int Int)))
    (=> (and (loop n i x y) (>= i n)) (check n 0 x y))))
(assert
  (forall ((n Int) (k Int) (x (Array Int Int)) (y (Array Int Int)))
    (=> (and (check n k x y) (< k n)) (check n (+ k 1) x y))))
(assert
  (forall ((n Int) (k Int) (x (Array Int Int)) (y (Array Int Int)))
    (=> (and (check n k x y) (< k n) (not (= (+ (select x k) (select y k)) 0))) false)))
(check-sat)
