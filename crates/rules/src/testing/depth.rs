//! How many cases the tests with many cases try.

/// The environment variable that selects the depth: unset, `ci` or `all`.
const VARIABLE: &str = "WARLORD_DEEP";

/// How many cases a run of the tests tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// A developer's run: at least one case of every kind.
    Default,
    /// What `.ci/run` tries within its time.
    Ci,
    /// Every case, which takes hours.
    All,
}

impl Depth {
    /// The depth that `WARLORD_DEEP` selects.
    ///
    /// # Panics
    /// Panics if the variable has another value than `ci` or `all`: a typo should not pass for a deep run.
    pub fn wanted() -> Self {
        let value = std::env::var(VARIABLE).unwrap_or_default();
        Self::from_value(&value).unwrap_or_else(|| {
            panic!("{VARIABLE} is `{value}`: set it to `ci` or `all`, or unset it")
        })
    }

    fn from_value(value: &str) -> Option<Self> {
        match value {
            "" => Some(Self::Default),
            "ci" => Some(Self::Ci),
            "all" => Some(Self::All),
            _ => None,
        }
    }
}

/// The value for the current depth.
///
/// # Panics
/// Panics if `WARLORD_DEEP` has an unknown value.
pub fn deep<T>(default: T, ci: T, all: T) -> T {
    match Depth::wanted() {
        Depth::Default => default,
        Depth::Ci => ci,
        Depth::All => all,
    }
}

/// One in `default` or one in `ci` of the cases, evenly spread, or all of them. Returns at least one case if there are any.
///
/// # Panics
/// Panics if `WARLORD_DEEP` has an unknown value, or if a step is 0.
pub fn sample<T>(cases: Vec<T>, default: usize, ci: usize) -> Vec<T> {
    let step = deep(default, ci, 1).min(cases.len()).max(1);
    let cases = cases.into_iter().enumerate();
    // The middle of each step, so that the first case, usually the simplest, does not stand for all.
    let cases = cases.filter(|(index, _)| index % step == step / 2);
    cases.map(|(_, case)| case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_depth_is_refused() {
        assert_eq!(Depth::from_value(""), Some(Depth::Default));
        assert_eq!(Depth::from_value("ci"), Some(Depth::Ci));
        assert_eq!(Depth::from_value("all"), Some(Depth::All));
        assert_eq!(Depth::from_value("ALL"), None);
    }

    #[test]
    fn a_sample_of_few_cases_has_one_at_least() {
        assert_eq!(sample(vec![1, 2, 3], 100, 100).len(), deep(1, 1, 3));
        assert!(sample(Vec::<u8>::new(), 2, 2).is_empty());
    }
}
