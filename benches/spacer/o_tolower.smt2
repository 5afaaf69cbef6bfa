; o_tolower.c: no capital letters are left.
(set-logic HORN)
; loop n i s
(declare-fun loop (Int Int (Array Int Int)) Bool)
; check n k s
(declare-fun check (Int Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (s (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n 0 s))))
(assert
  (forall ((n Int) (i Int) (s (Array Int Int)))
    (=> (and (loop n i s) (< i n) (<= 65 (select s i)) (<= (select s i) 90))
        (loop n (+ i 1) (store s i (+ (select s i) 32))))))
(assert
  (forall ((n Int) (i Int) (s (Array Int Int)))
    (=> (and (loop n i s) (< i n) (not (and (<= 65 (select s i)) (<= (select s i) 90)))) (loop n (+ i 1) s))))
(assert
  (forall ((n Int) (i Int) (s (Array Int Int)))
    (=> (and (loop n i s) (>= i n)) (check n 0 s))))
(assert
  (forall ((n Int) (k Int) (s (Array Int Int)))
    (=> (and (check n k s) (< k n)) (check n (+ k 1) s))))
(assert
  (forall ((n Int) (k Int) (s (Array Int Int)))
    (=> (and (check n k s) (< k n) (<= 65 (select s k)) (<= (select s k) 90)) false)))
(check-sat)
