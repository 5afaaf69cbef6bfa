; o_insert_at.c: makes room for an element and inserts it.
(set-logic HORN)
; copy n t a b
(declare-fun copy (Int Int (Array Int Int) (Array Int Int)) Bool)
; shift n p i a b
(declare-fun shift (Int Int Int (Array Int Int) (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (copy n 0 a b))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (copy n t a b) (< t n)) (copy n (+ t 1) a (store b t (select a t))))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)) (b (Array Int Int)) (p Int))
    (=> (and (copy n t a b) (>= t n) (<= 0 p) (<= p n)) (shift n p n a b))))
(assert
  (forall ((n Int) (p Int) (i Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (shift n p i a b) (> i p)) (shift n p (- i 1) (store a i (select a (- i 1))) b))))
(assert
  (forall ((n Int) (p Int) (i Int) (a (Array Int Int)) (b (Array Int Int)) (k Int))
    (=> (and (shift n p i a b) (<= i p) (<= 0 k) (<= k n) (< k p) (not (= (select (store a p 42) k) (select b k))))
        false)))
(assert
  (forall ((n Int) (p Int) (i Int) (a (Array Int Int)) (b (Array Int Int)) (k Int))
    (=> (and (shift n p i a b) (<= i p) (<= 0 k) (<= k n) (> k p) (not (= (select (store a p 42) k) (select b (- k 1)))))
        false)))
(assert
  (forall ((n Int) (p Int) (i Int) (a (Array Int Int)) (b (Array Int Int)) (k Int))
    (=> (and (shift n p i a b) (<= i p) (<= 0 k) (<= k n) (= k p) (not (= (select (store a p 42) k) 42))) false)))
(check-sat)
