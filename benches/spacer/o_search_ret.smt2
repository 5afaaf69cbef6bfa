; o_search_ret.c: a search that returns where it finds the key.
(set-logic HORN)
; find n key i a
(declare-fun find (Int Int Int (Array Int Int)) Bool)
; found n key r a
(declare-fun found (Int Int Int (Array Int Int)) Bool)
; check n key r k a
(declare-fun check (Int Int Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (key Int) (a (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (find n key 0 a))))
(assert
  (forall ((n Int) (key Int) (i Int) (a (Array Int Int)))
    (=> (and (find n key i a) (< i n) (not (= (select a i) key))) (find n key (+ i 1) a))))
(assert
  (forall ((n Int) (key Int) (i Int) (a (Array Int Int)))
    (=> (and (find n key i a) (< i n) (= (select a i) key)) (found n key i a))))
(assert
  (forall ((n Int) (key Int) (i Int) (a (Array Int Int)))
    (=> (and (find n key i a) (>= i n)) (found n key (- 1) a))))
(assert
  (forall ((n Int) (key Int) (r Int) (a (Array Int Int)))
    (=> (and (found n key r a) (not (and (>= r (- 1)) (< r n)))) false)))
(assert
  (forall ((n Int) (key Int) (r Int) (a (Array Int Int)))
    (=> (and (found n key r a) (>= r 0) (not (= (select a r) key))) false)))
(assert
  (forall ((n Int) (key Int) (r Int) (a (Array Int Int)))
    (=> (found n key r a) (check n key r 0 a))))
(assert
  (forall ((n Int) (key Int) (r Int) (k Int) (a (Array Int Int)))
    (=> (and (check n key r k a) (< k (ite (>= r 0) r n))) (check n key r (+ k 1) a))))
(assert
  (forall ((n Int) (key Int) (r Int) (k Int) (a (Array Int Int)))
    (=> (and (check n key r k a) (< k (ite (>= r 0) r n)) (= (select a k) key)) false)))
(check-sat)
