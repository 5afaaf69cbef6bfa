; o_kadane.c: the largest sum of neighbours is no less than any element.
(set-logic HORN)
; loop n i best cur a
(declare-fun loop (Int Int Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n 1 (select a 0) (select a 0) a))))
(assert
  (forall ((n Int) (i Int) (best Int) (cur Int) (a (Array Int Int)) (cur1 Int))
    (=> (and (loop n i best cur a) (< i n) (= cur1 (ite (> cur 0) (+ cur (select a i)) (select a i))))
        (loop n (+ i 1) (ite (> cur1 best) cur1 best) cur1 a))))
(assert
  (forall ((n Int) (i Int) (best Int) (cur Int) (a (Array Int Int)))
    (=> (and (loop n i best cur a) (>= i n) (< best cur)) false)))
(assert
  (forall ((n Int) (i Int) (best Int) (cur Int) (a (Array Int Int)) (k Int))
    (=> (and (loop n i best cur a) (>= i n) (<= 0 k) (< k n) (< best (select a k))) false)))
(check-sat)
