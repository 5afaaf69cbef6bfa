; o_bits_shift.c: counts the bits of a number.
(set-logic HORN)
; loop x c
(declare-fun loop (Int Int) Bool)
(assert
  (forall ((x Int))
    (=> (and (<= 0 x) (<= x 4294967295)) (loop x 0))))
(assert
  (forall ((x Int) (c Int))
    (=> (and (loop x c) (not (= x 0))) (loop (div x 2) (+ c (mod x 2))))))
(assert
  (forall ((x Int) (c Int))
    (=> (and (loop x c) (not (= x 0)) (< (+ c (mod x 2)) 0)) false)))
(check-sat)
