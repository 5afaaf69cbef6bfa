/* Declarations that programs written for SMACK expect from its header, so that they can be preprocessed without it. */
#ifndef INVAR_SMACK_H
#define INVAR_SMACK_H

#include <stdbool.h>

void __VERIFIER_assume(int condition);
void __VERIFIER_error(void);
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
signed char __VERIFIER_nondet_signed_char(void);
unsigned char __VERIFIER_nondet_unsigned_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
short __VERIFIER_nondet_signed_short(void);
unsigned short __VERIFIER_nondet_unsigned_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
signed short int __VERIFIER_nondet_signed_short_int(void);
unsigned short int __VERIFIER_nondet_unsigned_short_int(void);
int __VERIFIER_nondet_int(void);
int __VERIFIER_nondet_signed_int(void);
int __VERIFIER_nondet_signed(void);
unsigned __VERIFIER_nondet_unsigned(void);
unsigned __VERIFIER_nondet_unsigned_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
long __VERIFIER_nondet_long_int(void);
long __VERIFIER_nondet_signed_long(void);
unsigned long __VERIFIER_nondet_unsigned_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_long_long(void);
unsigned long long __VERIFIER_nondet_unsigned_long_long(void);
int __VERIFIER_nondet(void);
long int __VERIFIER_nondet_signed_long_int(void);
unsigned long int __VERIFIER_nondet_unsigned_long_int(void);
long long __VERIFIER_nondet_signed_long_long(void);
long long int __VERIFIER_nondet_long_long_int(void);
long long int __VERIFIER_nondet_signed_long_long_int(void);
unsigned long long int __VERIFIER_nondet_unsigned_long_long_int(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void *__VERIFIER_nondet_pointer(void);

#endif
