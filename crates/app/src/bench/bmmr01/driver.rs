//! Programs like the device drivers of BMMR01's Table 1, of any length: routines for kinds of requests, which take a lock and complete the request.
//!
//! In: how many lines and predicates, in which form, with which mistake. Out: the text of a program and its predicates. The form with
//! assertions has the state of lock and request as variables of its own, for `invar abstract`; in the other form a rule watches the calls.

use std::fmt::Write;

/// A driver of a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Driver {
    pub lines: usize,
    /// Five of them are about the state of lock and request; the others say in a routine whether it took the lock.
    pub predicates: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The functions of the interface assert what they need.
    Asserted,
    /// They have no bodies: rules say what they need.
    Watched,
}

/// What one routine forgets, on a path that is taken when the device fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    Release,
    Complete,
}

/// Predicates about the state of lock and request.
const GLOBAL: [&str; 5] = ["locked == 0", "state == 0", "state == 1", "state == 2", "state == 3"];

/// How a routine knows later what it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Routine {
    /// It has two flags, one for the lock and one for the request: two predicates.
    Flagged,
    /// It tries again until nothing changes: one predicate.
    Retrying,
    /// It has one path for each end.
    Plain,
}

impl Driver {
    pub fn text(self, form: Form, mistake: Option<Mistake>) -> String {
        let mut text = match form {
            Form::Asserted => ASSERTED.to_string(),
            Form::Watched => WATCHED.to_string(),
        };
        let routines = self.routines(form);
        let last = routines.len().saturating_sub(1);
        for (number, routine) in routines.iter().enumerate() {
            text.push_str(&routine.text(number, mistake.filter(|_| number == last)));
        }
        text.push_str(&dispatch(routines.len()));
        let rest = self.lines.saturating_sub(lines_of(&text) + lines_of(IDLE_END) + lines_of(main(form)) + 2);
        text.push_str("static void idle(void)\n{\n");
        (0..rest).for_each(|_| text.push_str("  ticks = ticks + 1;\n"));
        text.push_str(IDLE_END);
        text.push_str(main(form));
        text
    }

    pub fn predicates_text(self) -> String {
        let mut text = format!("global {{ {} }}\n", GLOBAL.join(", "));
        for (number, routine) in self.routines(Form::Asserted).into_iter().enumerate() {
            let own = match routine {
                Routine::Flagged => "mode == 0, quick == 0",
                Routine::Retrying => "sent == before",
                Routine::Plain => continue,
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "routine_{number} {{ {own} }}");
        }
        text
    }

    /// Those that need predicates first, then as many plain ones as there is room for.
    fn routines(self, form: Form) -> Vec<Routine> {
        let own = self.predicates.saturating_sub(GLOBAL.len());
        let pairs = own / 2;
        let mut routines = vec![Routine::Flagged; pairs];
        routines.extend(vec![Routine::Retrying; own - 2 * pairs]);
        let head = match form {
            Form::Asserted => ASSERTED,
            Form::Watched => WATCHED,
        };
        let fixed = lines_of(head) + lines_of(&dispatch(0)) + lines_of(IDLE_END) + lines_of(main(form)) + 2;
        let length = |routine: &Routine| lines_of(&routine.text(0, None)) + 1;
        let mut used = fixed + routines.iter().map(length).sum::<usize>();
        while used + length(&Routine::Plain) <= self.lines {
            routines.push(Routine::Plain);
            used += length(&Routine::Plain);
        }
        routines
    }
}

impl Routine {
    fn text(self, number: usize, mistake: Option<Mistake>) -> String {
        let pattern = match (self, mistake) {
            (Routine::Flagged, _) => FLAGGED.to_string(),
            (Routine::Retrying, _) => RETRYING.to_string(),
            (Routine::Plain, None) => PLAIN.to_string(),
            (Routine::Plain, Some(Mistake::Release)) => PLAIN.replacen("      release();\n", "      ticks = 0;\n", 1),
            (Routine::Plain, Some(Mistake::Complete)) => {
                PLAIN.replacen("      complete_request(request, -1);\n", "      ticks = 0;\n", 1)
            }
        };
        pattern.replace("NUMBER", &number.to_string())
    }
}

fn lines_of(text: &str) -> usize {
    text.lines().count()
}

fn dispatch(routines: usize) -> String {
    let mut text = "int dispatch(struct request *request)\n{\n  switch (request->kind) {\n".to_string();
    for number in 0..routines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  case {number}: return routine_{number}(request);");
    }
    text.push_str("  default:\n    complete_request(request, -2);\n    return -2;\n  }\n}\n\n");
    text
}

fn main(form: Form) -> &'static str {
    match form {
        Form::Asserted => MAIN_ASSERTED,
        Form::Watched => MAIN_WATCHED,
    }
}

const WATCHED: &str = "\
// A driver in the manner of those of BMMR01's Table 1 (generated): requests of many kinds, one lock.
extern int __VERIFIER_nondet_int(void);

struct request {
  int kind;
  int length;
  int mode;
};

int ticks;

//@ assigns \\nothing;
void acquire(void);
//@ assigns \\nothing;
void release(void);
//@ assigns \\nothing;
void complete_request(struct request *request, int status);
//@ assigns \\nothing;
void mark_pending(struct request *request);

";

const ASSERTED: &str = "\
// A driver in the manner of those of BMMR01's Table 1 (generated): requests of many kinds, one lock.
extern int __VERIFIER_nondet_int(void);

struct request {
  int kind;
  int length;
  int mode;
};

int ticks;
int locked;
// 0 there is no request, 1 it is open, 2 it is completed, 3 it is pending
int state;

void acquire(void)
{
  //@ assert locked == 0;
  locked = 1;
}

void release(void)
{
  //@ assert !(locked == 0);
  locked = 0;
}

void complete_request(struct request *request, int status)
{
  //@ assert state == 1;
  state = 2;
}

void mark_pending(struct request *request)
{
  //@ assert state == 1;
  state = 3;
}

";

const FLAGGED: &str = "\
static int routine_NUMBER(struct request *request)
{
  int mode, quick;
  mode = request->mode;
  quick = request->length;
  if (mode != 0)
    acquire();
  if (quick == 0)
    complete_request(request, NUMBER);
  if (mode != 0)
    release();
  if (quick != 0)
    mark_pending(request);
  return quick;
}

";

const RETRYING: &str = "\
static int routine_NUMBER(struct request *request)
{
  int sent, before;
  sent = 0;
  do {
    acquire();
    before = sent;
    if (__VERIFIER_nondet_int() > 0 && sent < NUMBER + 100) {
      release();
      sent = sent + 1;
    }
  } while (sent != before);
  release();
  complete_request(request, sent);
  return sent;
}

";

const PLAIN: &str = "\
static int routine_NUMBER(struct request *request)
{
  int left, status;
  status = 0;
  acquire();
  left = request->length;
  while (left > 0) {
    if (__VERIFIER_nondet_int() < 0) {
      release();
      complete_request(request, -1);
      return -1;
    }
    status = status ^ left;
    left = left - 1;
  }
  release();
  if (status > 0) {
    mark_pending(request);
    return status;
  }
  complete_request(request, NUMBER);
  return 0;
}

";

const IDLE_END: &str = "\
}

";

const MAIN_WATCHED: &str = "\
int main(void)
{
  struct request request;
  for (;;) {
    request.kind = __VERIFIER_nondet_int();
    request.length = __VERIFIER_nondet_int();
    request.mode = __VERIFIER_nondet_int();
    dispatch(&request);
    idle();
  }
}
";

const MAIN_ASSERTED: &str = "\
int main(void)
{
  struct request request;
  locked = 0;
  state = 0;
  for (;;) {
    request.kind = __VERIFIER_nondet_int();
    request.length = __VERIFIER_nondet_int();
    request.mode = __VERIFIER_nondet_int();
    state = 1;
    dispatch(&request);
    //@ assert state == 2 || state == 3;
    idle();
  }
}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_driver_has_the_lines_and_predicates_that_were_asked_for() {
        for (lines, predicates) in [(236, 6), (350, 30), (544, 5), (1250, 5), (6500, 23)] {
            let driver = Driver { lines, predicates };
            for form in [Form::Asserted, Form::Watched] {
                let text = driver.text(form, None);
                assert_eq!(text.lines().count(), lines);
                for mistake in [Mistake::Release, Mistake::Complete] {
                    let broken = driver.text(form, Some(mistake));
                    let differing = text.lines().zip(broken.lines()).filter(|(a, b)| a != b).count();
                    assert_eq!((broken.lines().count(), differing), (lines, 1));
                }
            }
            let predicates_text = driver.predicates_text();
            assert_eq!(predicates_text.matches("==").count(), predicates);
        }
    }
}
