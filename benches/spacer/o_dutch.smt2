; o_dutch.c: the Dutch flag of zeros, ones and twos, checked by loops.
(set-logic HORN)
; read n t a
(declare-fun read (Int Int (Array Int Int)) Bool)
; loop n lo mi hi a
(declare-fun loop (Int Int Int Int (Array Int Int)) Bool)
; check0 n lo hi k a
(declare-fun check0 (Int Int Int Int (Array Int Int)) Bool)
; check1 n hi k a
(declare-fun check1 (Int Int Int (Array Int Int)) Bool)
; check2 n k a
(declare-fun check2 (Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (read n 0 a))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)))
    (=> (and (read n t a) (< t n) (<= 0 (select a t)) (<= (select a t) 2)) (read n (+ t 1) a))))
(assert
  (forall ((n Int) (t Int) (a (Array Int Int)))
    (=> (and (read n t a) (>= t n)) (loop n 0 0 n a))))
(assert
  (forall ((n Int) (lo Int) (mi Int) (hi Int) (a (Array Int Int)))
    (=> (and (loop n lo mi hi a) (< mi hi) (= (select a mi) 0))
        (loop n (+ lo 1) (+ mi 1) hi (store (store a lo (select a mi)) mi (select a lo))))))
(assert
  (forall ((n Int) (lo Int) (mi Int) (hi Int) (a (Array Int Int)))
    (=> (and (loop n lo mi hi a) (< mi hi) (= (select a mi) 1)) (loop n lo (+ mi 1) hi a))))
(assert
  (forall ((n Int) (lo Int) (mi Int) (hi Int) (a (Array Int Int)))
    (=> (and (loop n lo mi hi a) (< mi hi) (not (= (select a mi) 0)) (not (= (select a mi) 1)))
        (loop n lo mi (- hi 1) (store (store a (- hi 1) (select a mi)) mi (select a (- hi 1)))))))
(assert
  (forall ((n Int) (lo Int) (mi Int) (hi Int) (a (Array Int Int)))
    (=> (and (loop n lo mi hi a) (>= mi hi)) (check0 n lo hi 0 a))))
(assert
  (forall ((n Int) (lo Int) (hi Int) (k Int) (a (Array Int Int)))
    (=> (and (check0 n lo hi k a) (< k lo)) (check0 n lo hi (+ k 1) a))))
(assert
  (forall ((n Int) (lo Int) (hi Int) (k Int) (a (Array Int Int)))
    (=> (and (check0 n lo hi k a) (< k lo) (not (= (select a k) 0))) false)))
(assert
  (forall ((n Int) (lo Int) (hi Int) (k Int) (a (Array Int Int)))
    (=> (and (check0 n lo hi k a) (>= k lo)) (check1 n hi lo a))))
(assert
  (forall ((n Int) (hi Int) (k Int) (a (Array Int Int)))
    (=> (and (check1 n hi k a) (< k hi)) (check1 n hi (+ k 1) a))))
(assert
  (forall ((n Int) (hi Int) (k Int) (a (Array Int Int)))
    (=> (and (check1 n hi k a) (< k hi) (not (= (select a k) 1))) false)))
(assert
  (forall ((n Int) (hi Int) (k Int) (a (Array Int Int)))
    (=> (and (check1 n hi k a) (>= k hi)) (check2 n hi a))))
(assert
  (forall ((n Int) (k Int) (a (Array Int Int)))
    (=> (and (check2 n k a) (< k n)) (check2 n (+ k 1) a))))
(assert
  (forall ((n Int) (k Int) (a (Array Int Int)))
    (=> (and (check2 n k a) (< k n) (not (= (select a k) 2))) false)))
(check-sat)
