; o_stack.c: a stack of fives.
(set-logic HORN)
; loop n sp s
(declare-fun loop (Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (s (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n 0 s))))
(assert
  (forall ((n Int) (sp Int) (s (Array Int Int)))
    (=> (and (loop n sp s) (< sp n)) (loop n (+ sp 1) (store s sp 5)))))
(assert
  (forall ((n Int) (sp Int) (s (Array Int Int)))
    (=> (and (loop n sp s) (> sp 0)) (loop n (- sp 1) s))))
(assert
  (forall ((n Int) (sp Int) (s (Array Int Int)))
    (=> (and (loop n sp s) (> sp 0) (not (= (select s (- sp 1)) 5))) false)))
(assert
  (forall ((n Int) (sp Int) (s (Array Int Int)))
    (=> (and (loop n sp s) (not (and (<= 0 sp) (<= sp n)))) false)))
(check-sat)
