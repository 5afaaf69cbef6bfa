; o_strchr.c: the first character c in a string, checked by a loop.
(set-logic HORN)
; loop n c i s
(declare-fun loop (Int Int Int (Array Int Int)) Bool)
; check c i k s
(declare-fun check (Int Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (c Int) (s (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n c 0 (store s (- n 1) 0)))))
(assert
  (forall ((n Int) (c Int) (i Int) (s (Array Int Int)))
    (=> (and (loop n c i s) (not (= (select s i) 0)) (not (= (select s i) c))) (loop n c (+ i 1) s))))
(assert
  (forall ((n Int) (c Int) (i Int) (s (Array Int Int)))
    (=> (and (loop n c i s) (or (= (select s i) 0) (= (select s i) c)) (>= i n)) false)))
(assert
  (forall ((n Int) (c Int) (i Int) (s (Array Int Int)))
    (=> (and (loop n c i s) (or (= (select s i) 0) (= (select s i) c))) (check c i 0 s))))
(assert
  (forall ((c Int) (i Int) (k Int) (s (Array Int Int)))
    (=> (and (check c i k s) (< k i)) (check c i (+ k 1) s))))
(assert
  (forall ((c Int) (i Int) (k Int) (s (Array Int Int)))
    (=> (and (check c i k s) (< k i) (or (= (select s k) c) (= (select s k) 0))) false)))
(check-sat)
