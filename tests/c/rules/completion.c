//! options: --rule completion
// Every way through the routine completes the request or marks it pending.
extern int __VERIFIER_nondet_int(void);
struct request {
  int kind;
  int length;
};
//@ assigns \nothing;
void complete_request(struct request *request, int status);
//@ assigns \nothing;
void mark_pending(struct request *request);

static int read_request(struct request *request)
{
  if (request->length < 0) {
    complete_request(request, -1);
    return -1;
  }
  mark_pending(request);
  return 1;
}

int dispatch(struct request *request)
{
  switch (request->kind) {
  case 0:
    complete_request(request, 0);
    return 0;
  case 1:
    return read_request(request);
  default:
    complete_request(request, -2);
    return -2;
  }
}

int main(void)
{
  struct request request;
  for (;;) {
    request.kind = __VERIFIER_nondet_int();
    request.length = __VERIFIER_nondet_int();
    dispatch(&request);
  }
}
