; o_rotate1.c: rotates an array by one.
(set-logic HORN)
; copy n t a b
(declare-fun copy (Int Int (Array Int Int) (Array Int Int)) Bool)
; shift n i f a b
(declare-fun shift (Int Int Int (Array Int Int) (Array Int Int)) Bool)
; check n k a b
(declare-fun check (Int Int (Array Int Int) (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (copy n 0 a b))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (copy n t a b) (< t n)) (copy n (+ t 1) a (store b t (select a t))))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (copy n t a b) (>= t n)) (shift n 0 (select a 0) a b))))
(assert
  (forall ((n Int) (i Int) (f Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (shift n i f a b) (< (+ i 1) n)) (shift n (+ i 1) f (store a i (select a (+ i 1))) b))))
(assert
  (forall ((n Int) (i Int) (f Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (shift n i f a b) (>= (+ i 1) n)) (check n 0 (store a (- n 1) f) b))))
(assert
  (forall ((n Int) (k Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (check n k a b) (< (+ k 1) n)) (check n (+ k 1) a b))))
(assert
  (forall ((n Int) (k Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (check n k a b) (< (+ k 1) n) (not (= (select a k) (select b (+ k 1))))) false)))
(assert
  (forall ((n Int) (k Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (check n k a b) (>= (+ k 1) n) (not (= (select a (- n 1)) (select b 0)))) false)))
(check-sat)
