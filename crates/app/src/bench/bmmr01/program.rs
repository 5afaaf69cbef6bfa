//! The rows of Tables 1 and 2: programs of our own, after what the paper says about its own, with its predicates.

use super::driver::Driver;

/// What the paper's tool took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Paper {
    pub calls: u32,
    pub seconds: u32,
}

/// A row of Table 2: a program whose boolean program shows a claim.
pub struct Algorithm {
    pub name: &'static str,
    pub text: &'static str,
    pub predicates: &'static str,
    /// What is replaced in it, and by what, so that it makes a claim.
    pub claim: [&'static str; 2],
    /// The same, so that the claim is wrong.
    pub broken: [&'static str; 2],
    pub paper: Paper,
}

impl Algorithm {
    pub fn claiming(&self) -> String {
        self.text.replacen(self.claim[0], self.claim[1], 1)
    }

    pub fn broken(&self) -> String {
        self.claiming().replacen(self.broken[0], self.broken[1], 1)
    }
}

/// A row of Table 1: a driver, whose rules are checked, too.
pub struct Row {
    pub name: &'static str,
    pub driver: Driver,
    pub paper: Paper,
}

macro_rules! figure {
    ($file:literal) => {
        include_str!(concat!("../../../../../tests/papers/bmmr01/abstracted/", $file))
    };
}

const MARKED: [&str; 2] = ["end:\n", "end:\n  //@ assert h == 0 || h->next == hnext;\n"];

pub const TABLE_2: [Algorithm; 5] = [
    Algorithm {
        name: "kmp",
        text: include_str!("programs/kmp.c"),
        predicates: include_str!("programs/kmp.preds"),
        claim: ["", ""],
        broken: ["j < 0)", "j < -1)"],
        paper: Paper { calls: 286, seconds: 7 },
    },
    Algorithm {
        name: "qsort",
        text: include_str!("programs/qsort.c"),
        predicates: include_str!("programs/qsort.preds"),
        claim: ["", ""],
        broken: ["last = low;", "last = low - 1;"],
        paper: Paper { calls: 199, seconds: 5 },
    },
    Algorithm {
        name: "partition",
        text: figure!("partition.c"),
        predicates: figure!("partition.preds"),
        claim: ["L:\n", "L:\n      //@ assert prev != curr;\n"],
        broken: ["prev = curr;", "prev = nextcurr;"],
        paper: Paper { calls: 263, seconds: 9 },
    },
    Algorithm {
        name: "listfind",
        text: figure!("listfind.c"),
        predicates: figure!("listfind.preds"),
        claim: ["done:\n", "done:\n  //@ assert found == 0 || found->val == v;\n"],
        broken: ["found = curr;", "found = curr->next;"],
        paper: Paper { calls: 4_412, seconds: 172 },
    },
    Algorithm {
        name: "reverse",
        text: figure!("mark.c"),
        predicates: figure!("mark.preds"),
        claim: MARKED,
        broken: ["this->next = tmp;", "this->next = prev;"],
        paper: Paper { calls: 26_769, seconds: 747 },
    },
];

macro_rules! row {
    ($name:literal, $lines:literal, $predicates:literal, $calls:literal, $seconds:literal) => {
        Row {
            name: $name,
            driver: Driver { lines: $lines, predicates: $predicates },
            paper: Paper { calls: $calls, seconds: $seconds },
        }
    };
}

pub const TABLE_1: [Row; 5] = [
    row!("log", 236, 6, 98, 5),
    row!("srdriver", 350, 30, 3_034, 93),
    row!("openclos", 544, 5, 132, 6),
    row!("ioctl", 1_250, 5, 500, 13),
    row!("floppy", 6_500, 23, 5_509, 98),
];

/// Lines of drivers whose rules are checked to see how the time grows.
pub const GROWTH: [usize; 5] = [500, 1_000, 2_000, 4_000, 6_000];
