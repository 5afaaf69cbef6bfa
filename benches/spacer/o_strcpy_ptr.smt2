; o_strcpy_ptr.c: copies a string by pointers; p and q are how far they went.
(set-logic HORN)
; loop n p q s d
(declare-fun loop (Int Int Int (Array Int Int) (Array Int Int)) Bool)
(assert
  (forall ((n Int) (s (Array Int Int)) (d (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n 0 0 (store s (- n 1) 0) d))))
(assert
  (forall ((n Int) (p Int) (q Int) (s (Array Int Int)) (d (Array Int Int)))
    (=> (and (loop n p q s d) (not (= (select s p) 0))) (loop n (+ p 1) (+ q 1) s (store d q (select s p))))))
(assert
  (forall ((n Int) (p Int) (q Int) (s (Array Int Int)) (d (Array Int Int)) (k Int))
    (=> (and (loop n p q s d) (= (select s p) 0) (<= 0 k) (< k (+ p 1)) (not (= (select (store d q (select s p)) k) (select s k))))
        false)))
(check-sat)
