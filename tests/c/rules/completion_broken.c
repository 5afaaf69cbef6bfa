//! options: --rule completion
// One kind of request falls through to the end and is forgotten; the helper completes another one twice.
extern int __VERIFIER_nondet_int(void);
struct request {
  int kind;
};
//@ assigns \nothing;
void complete_request(struct request *request, int status);
//@ assigns \nothing;
void mark_pending(struct request *request);

static int finish(struct request *request, int status)
{
  complete_request(request, status); //~ refuted rule
  return status;
}

int dispatch(struct request *request)
{
  if (request->kind == 0)
    complete_request(request, 0);
  if (request->kind < 3)
    return finish(request, 1);
  return 2;
}

int main(void)
{
  struct request request;
  request.kind = __VERIFIER_nondet_int();
  dispatch(&request); //~ refuted rule
  return 0;
}
