; o_histogram.c: counts of the bytes in an array.
(set-logic HORN)
; clear n t h
(declare-fun clear (Int Int (Array Int Int)) Bool)
; loop n i a h
(declare-fun loop (Int Int (Array Int Int) (Array Int Int)) Bool)
; check k h
(declare-fun check (Int (Array Int Int)) Bool)
(assert
  (forall ((n Int) (h (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (clear n 0 h))))
(assert
  (forall ((n Int) (t Int) (h (Array Int Int)))
    (=> (and (clear n t h) (< t 256)) (clear n (+ t 1) (store h t 0)))))
(assert
  (forall ((n Int) (t Int) (h (Array Int Int)) (a (Array Int Int)))
    (=> (and (clear n t h) (>= t 256)) (loop n 0 a h))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (h (Array Int Int)))
    (=> (and (loop n i a h) (< i n) (<= 0 (select a i)) (< (select a i) 256))
        (loop n (+ i 1) a (store h (select a i) (+ (select h (select a i)) 1))))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (h (Array Int Int)))
    (=> (and (loop n i a h) (< i n) (not (and (<= 0 (select a i)) (< (select a i) 256)))) (loop n (+ i 1) a h))))
(assert
  (forall ((n Int) (i Int) (a (Array Int Int)) (h (Array Int Int)))
    (=> (and (loop n i a h) (>= i n)) (check 0 h))))
(assert
  (forall ((k Int) (h (Array Int Int)))
    (=> (and (check k h) (< k 256)) (check (+ k 1) h))))
(assert
  (forall ((k Int) (h (Array Int Int)))
    (=> (and (check k h) (< k 256) (< (select h k) 0)) false)))
(check-sat)
