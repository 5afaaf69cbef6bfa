; find_first.any.c: the first element that is not zero; b says which ones are.
(set-logic HORN)
; loop n i spot a b
(declare-fun loop (Int Int Int (Array Int Int) (Array Int Int)) Bool)
(assert
  (forall ((n Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (<= 1 n) (<= n 1000000)) (loop n 0 n a b))))
(assert
  (forall ((n Int) (i Int) (spot Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (loop n i spot a b) (< i n) (= spot n) (not (= (select a i) 0))) (loop n (+ i 1) i a (store b i 1)))))
(assert
  (forall ((n Int) (i Int) (spot Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (loop n i spot a b) (< i n) (not (= spot n)) (not (= (select a i) 0)))
        (loop n (+ i 1) spot a (store b i 1)))))
(assert
  (forall ((n Int) (i Int) (spot Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (loop n i spot a b) (< i n) (= (select a i) 0)) (loop n (+ i 1) spot a (store b i 0)))))
(assert
  (forall ((n Int) (i Int) (spot Int) (a (Array Int Int)) (b (Array Int Int)) (j Int))
    (=> (and (loop n i spot a b) (>= i n) (<= 0 j) (< j n) (< j spot) (not (= (select b j) 0))) false)))
(assert
  (forall ((n Int) (i Int) (spot Int) (a (Array Int Int)) (b (Array Int Int)))
    (=> (and (loop n i spot a b) (>= i n) (not (= spot n)) (= (select b spot) 0)) false)))
(check-sat)
