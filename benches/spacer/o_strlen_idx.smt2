; o_strlen_idx.c: the length of a string.
(set-logic HORN)
; loop n i s
(declare-fun loop (Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (s (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n 0 (store s (- n 1) 0)))))
(assert
  (forall ((n Int) (i Int) (s (Array Int Int)))
    (=> (and (loop n i s) (not (= (select s i) 0))) (loop n (+ i 1) s))))
(assert
  (forall ((n Int) (i Int) (s (Array Int Int)))
    (=> (and (loop n i s) (= (select s i) 0) (>= i n)) false)))
(check-sat)
