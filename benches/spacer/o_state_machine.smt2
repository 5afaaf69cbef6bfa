; o_state_machine.c: a lock that is held in two of three states.
(set-logic HORN)
; loop st lock
(declare-fun loop (Int Int) Bool)
; next st lock
(declare-fun next (Int Int) Bool)
(assert
  (loop 0 0))
(assert
  (forall ((st Int) (lock Int) (e Int))
    (=> (and (loop st lock) (= st 0) (= e 1)) (next 1 1))))
(assert
  (forall ((st Int) (lock Int) (e Int))
    (=> (and (loop st lock) (= st 1) (= e 2)) (next 2 lock))))
(assert
  (forall ((st Int) (lock Int))
    (=> (and (loop st lock) (= st 2)) (next 0 0))))
(assert
  (forall ((st Int) (lock Int) (e Int))
    (=> (and (loop st lock) (not (= st 2)) (not (and (= st 0) (= e 1))) (not (and (= st 1) (= e 2))))
        (next st lock))))
(assert
  (forall ((st Int) (lock Int))
    (=> (next st lock) (loop st lock))))
(assert
  (forall ((st Int) (lock Int))
    (=> (and (next st lock) (not (= (= st 0) (= lock 0)))) false)))
(assert
  (forall ((st Int) (lock Int))
    (=> (and (loop st lock) (not (and (<= 0 st) (<= st 2)))) false)))
(check-sat)
