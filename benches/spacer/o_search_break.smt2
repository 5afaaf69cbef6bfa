; o_search_break.c: a search that breaks where it finds the key.
(set-logic HORN)
; loop n key i a
(declare-fun loop (Int Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (key Int) (a (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n key 0 a))))
(assert
  (forall ((n Int) (key Int) (i Int) (a (Array Int Int)))
    (=> (and (loop n key i a) (< i n) (not (= (select a i) key))) (loop n key (+ i 1) a))))
(assert
  (forall ((n Int) (key Int) (i Int) (a (Array Int Int)) (k Int))
    (=> (and (loop n key i a) (>= i n) (<= 0 k) (< k n) (= (select a k) key)) false)))
(check-sat)
