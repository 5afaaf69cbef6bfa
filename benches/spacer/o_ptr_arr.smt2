; o_ptr_arr.c: an array of pointers to one variable, whose address is v.
(set-logic HORN)
; loop n v i a mem
(declare-fun loop (Int Int Int (Array Int Int) (Array Int Int)) Bool)
; check n k a mem
(declare-fun check (Int Int (Array Int Int) (Array Int Int)) Bool)
(assert
  (forall ((n Int) (v Int) (a (Array Int Int)) (mem (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n v 0 a (store mem v 0)))))
(assert
  (forall ((n Int) (v Int) (i Int) (a (Array Int Int)) (mem (Array Int Int)))
    (=> (and (loop n v i a mem) (< i n)) (loop n v (+ i 1) (store a i v) mem))))
(assert
  (forall ((n Int) (v Int) (i Int) (a (Array Int Int)) (mem (Array Int Int)))
    (=> (and (loop n v i a mem) (>= i n)) (check n 0 a (store mem v 7)))))
(assert
  (forall ((n Int) (k Int) (a (Array Int Int)) (mem (Array Int Int)))
    (=> (and (check n k a mem) (< k n)) (check n (+ k 1) a mem))))
(assert
  (forall ((n Int) (k Int) (a (Array Int Int)) (mem (Array Int Int)))
    (=> (and (check n k a mem) (< k n) (not (= (select mem (select a k)) 7))) false)))
(check-sat)
