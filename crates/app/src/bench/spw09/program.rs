//! The programs of Table 1, written from what the paper says about them, each with a way to break it.

/// A row of Table 1.
pub struct Benchmark {
    pub name: &'static str,
    /// Our program.
    pub text: &'static str,
    /// What is replaced in it, and by what, so that the assertion fails.
    pub broken: [&'static str; 2],
    pub paper: Paper,
}

/// What the paper's tool took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Paper {
    pub refinements: u32,
    /// Predicates per location.
    pub predicates: u32,
    pub seconds: f64,
}

impl Benchmark {
    /// The program with its mistake.
    pub fn broken_text(&self) -> String {
        let [from, to] = self.broken;
        self.text.replacen(from, to, 1)
    }
}

macro_rules! row {
    ($name:literal, $from:literal => $to:literal, $refinements:literal, $predicates:literal, $seconds:literal) => {
        Benchmark {
            name: $name,
            text: include_str!(concat!("programs/", $name, ".c")),
            broken: [$from, $to],
            paper: Paper { refinements: $refinements, predicates: $predicates, seconds: $seconds },
        }
    };
}

pub const TABLE_1: [Benchmark; 19] = [
    row!("string_copy", "s2[i] = s1[i];" => "s2[i] = s1[0];", 2, 4, 0.63),
    row!("scan", "i++;\n  //@" => "i++;\n  i++;\n  //@", 3, 3, 0.54),
    row!("array_init", "i < n" => "i < n - 1", 3, 6, 0.83),
    row!("loop1", "a[i] = i;" => "a[i] = i + 1;", 3, 5, 0.71),
    row!("copy1", "int i = 0" => "int i = 1", 2, 6, 0.84),
    row!("partition", "c[i] > 0" => "c[i] >= 0", 8, 7, 1.94),
    row!("num_index", "2 * i + 3;" => "2 * i + 2;", 2, 6, 0.89),
    row!("part_init", "c[j] = i;" => "c[j] = i + 1;", 5, 9, 3.17),
    row!("find", "spot = i;" => "spot = i + 1;", 8, 13, 8.81),
    row!("insertion_sort", "a[j - 1] > value" => "a[j - 1] < value", 2, 14, 2.45),
    row!("selection_sort", "a[j] < a[s]" => "a[j] > a[s]", 3, 39, 409.87),
    row!("cyber_init", "a[i + 1] = v1;" => "a[i + 1] = v2;", 8, 13, 10.36),
    row!("i2o_device_parse_lct", "tid[i] == wanted" => "tid[i] == wanted + 1", 5, 4, 1.64),
    row!("ixj_pad_fsk", "fsk[end] = 0;" => "fsk[count] = 0;", 6, 7, 1.53),
    row!("ixj_daa_cid_read", "cid[i] = v1;" => "cid[i] = v2;", 5, 14, 3.81),
    row!("snd_atiixp_mixer_new", "codec[i] = 0;" => "codec[count] = 0;", 3, 4, 1.25),
    row!("dvb_net_feed_stop", "filter[i] = 0;" => "filter[i] = 1;", 3, 7, 3.41),
    row!("perfc_copy_info", "a[i] == 1 || a[i] == 2" => "a[i] == 2", 4, 12, 10.57),
    row!("do_xenoprof_op", "b[i] = a[i];" => "b[i] = a[0];", 26, 3, 34.17),
];
