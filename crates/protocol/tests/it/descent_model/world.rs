//! What a case consists of, and what was signed in a state of it.

use std::collections::{BTreeMap, BTreeSet};

use super::search::Violation;
use protocol::descent::{
    Decision, DecisionKind, Facts, Family, Match, Player, Signed, SignedNote, SignedRecord, Start,
};

/// The match that all others come from.
pub(super) const OLD: &str = "O";

pub(super) type Id = &'static str;

/// A rule that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    EnterOnlyWhatComesFromIt,
    SayWhatWasSigned,
    NothingInTheOldMatch,
    FreeOnceAnotherReturns,
    OlderCopyConvictsNobody,
    WithAllManifests,
    GivenUpByPlaying,
    KeptIfBuiltOn,
    OnlyByThoseItServes,
    AskWhatOthersKnow,
    WonAfterAReturnCounts,
}

/// A manifest of a case, for short.
#[derive(Debug)]
pub(super) struct Manifest {
    pub(super) name: Id,
    pub(super) continues: Id,
    pub(super) at: u64,
    /// What each player said that it had signed in the match continued, or in the one it leaves.
    pub(super) has: &'static [(char, Has)],
    pub(super) leaves: &'static [(char, Id)],
    pub(super) gives_up: bool,
    /// The seat of the table's host: of two tables that continue one match the lower one is entered.
    pub(super) host: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Has {
    UpTo(u64),
    Older,
}

#[derive(Debug)]
pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) honest: &'static [char],
    pub(super) cheats: &'static [char],
    /// The signers of the old match's steps, from step 1 on.
    pub(super) steps: &'static [char],
    /// Each identity of the old match with its team.
    pub(super) teams: &'static [(char, u8)],
    /// Who is served by the result, and the step that makes it.
    pub(super) result: Option<(u64, &'static [char])>,
    pub(super) manifests: &'static [Manifest],
    pub(super) restored: &'static [(char, Restore)],
    pub(super) never_settled: &'static [Id],
    /// What cannot be excluded: if only cheats saw a machine's ENTER, and the machine is restored to the moment before it
    /// without noticing, nobody tells it.
    pub(super) suffers: &'static [Violation],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Restore {
    /// To an older copy of the files, which the program notices.
    Noticed,
    /// To the moment before the last ENTER, with the mark.
    Unnoticed,
}

impl Case {
    pub(super) fn is_honest(&self, player: char) -> bool {
        self.honest.contains(&player)
    }

    /// The family as `descent` sees it, without the manifest that somebody withholds.
    pub(super) fn family(&self, withheld: Option<Id>, without: Option<Rule>) -> Family<Id, char> {
        let old = Match {
            start: None,
            players: self
                .teams
                .iter()
                .map(|(identity, team)| Player {
                    identity: *identity,
                    team: *team,
                    signed: BTreeMap::new(),
                    leaves: None,
                })
                .collect(),
        };
        let mut matches = BTreeMap::from([(OLD, old)]);
        for manifest in self.manifests {
            if withheld == Some(manifest.name) {
                if without == Some(Rule::WithAllManifests) {
                    // As if the missing match could come from nothing but the first one.
                    let start = Start {
                        continues: OLD,
                        at: 0,
                        gives_up: BTreeSet::new(),
                    };
                    let guess = Match {
                        start: Some(start),
                        players: Vec::new(),
                    };
                    matches.insert(manifest.name, guess);
                }
                continue;
            }
            matches.insert(manifest.name, self.described(manifest, without));
        }
        Family::new(matches)
    }

    fn described(&self, manifest: &Manifest, without: Option<Rule>) -> Match<Id, char> {
        let is_counted = without == Some(Rule::OlderCopyConvictsNobody);
        let players = manifest.has.iter().map(|(identity, has)| {
            let leaves = manifest.left_by(*identity);
            let signed = match has {
                Has::UpTo(step) => Signed::UpTo {
                    step: *step,
                    notes: 0,
                },
                Has::Older if is_counted => Signed::UpTo { step: 0, notes: 0 },
                Has::Older => Signed::OlderCopy,
            };
            let is_from_old = manifest.continues == OLD || leaves == Some(OLD);
            let of = if is_from_old { OLD } else { manifest.continues };
            Player {
                identity: *identity,
                team: 0,
                signed: BTreeMap::from([(of, signed)]),
                leaves,
            }
        });
        let given_up = manifest.gives_up.then_some((OLD, DecisionKind::Result));
        Match {
            start: Some(Start {
                continues: manifest.continues,
                at: manifest.at,
                gives_up: BTreeSet::from_iter(given_up),
            }),
            players: players.collect(),
        }
    }

    pub(super) fn decision(&self) -> Option<Decision<Id, char>> {
        let (step, serves) = self.result?;
        Some(Decision {
            of: OLD,
            kind: DecisionKind::Result,
            step,
            serves: serves.to_vec(),
        })
    }
}

impl Manifest {
    pub(super) fn has(&self, player: char) -> Option<Has> {
        let mut all = self.has.iter();
        all.find(|(identity, _)| *identity == player)
            .map(|(_, has)| *has)
    }

    pub(super) fn left_by(&self, player: char) -> Option<Id> {
        let mut all = self.leaves.iter();
        all.find(|(identity, _)| *identity == player)
            .map(|(_, of)| *of)
    }
}

/// Something that was signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fact {
    Record(u64),
    /// The signature under a manifest. Those of cheats are always there.
    Signed(Id, char),
    Entered(Id, char),
    /// A record after ENTER was complete.
    Played(Id, char),
}

/// A set of facts: one bit per fact of the case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Pool(u64);

/// The facts of a case, numbered.
#[derive(Debug)]
pub(super) struct Numbers(Vec<Fact>);

impl Numbers {
    pub(super) fn of(case: &Case) -> Self {
        let mut facts: Vec<Fact> = (1..).take(case.steps.len()).map(Fact::Record).collect();
        for manifest in case.manifests {
            for (player, _) in manifest.has {
                facts.push(Fact::Signed(manifest.name, *player));
                facts.push(Fact::Entered(manifest.name, *player));
                facts.push(Fact::Played(manifest.name, *player));
            }
        }
        assert!(facts.len() <= 64, "{} facts", facts.len());
        Self(facts)
    }

    pub(super) fn facts(&self) -> impl Iterator<Item = Fact> {
        self.0.iter().copied()
    }

    fn bit(&self, fact: Fact) -> u64 {
        let place = self.0.iter().position(|each| *each == fact);
        place.map_or(0, |place| 1 << place)
    }
}

/// What a state's files show, for `descent`.
pub(super) struct Shown<'a> {
    pub(super) case: &'a Case,
    pub(super) numbers: &'a Numbers,
    pub(super) pool: Pool,
    pub(super) without: Option<Rule>,
    /// Whose records are shown, where a rule that looks at those of others is left out.
    pub(super) only: Option<char>,
}

impl Shown<'_> {
    pub(super) fn holds(&self, fact: Fact) -> bool {
        self.pool.0 & self.numbers.bit(fact) != 0
    }

    pub(super) fn with(&self, fact: Fact) -> Pool {
        Pool(self.pool.0 | self.numbers.bit(fact))
    }

    pub(super) fn without(&self, fact: Fact) -> Pool {
        Pool(self.pool.0 & !self.numbers.bit(fact))
    }

    /// Returns `true` if the old match is played at least to that step.
    pub(super) fn is_played_to(&self, step: u64) -> bool {
        (1..=step).all(|step| self.holds(Fact::Record(step)))
    }
}

impl Facts<Id, char> for Shown<'_> {
    fn has_entered(&self, of: Id, identity: char) -> bool {
        self.holds(Fact::Entered(of, identity))
    }

    fn has_played(&self, of: Id, identity: char) -> bool {
        match self.without {
            Some(Rule::GivenUpByPlaying) => self.has_entered(of, identity),
            _ => self.holds(Fact::Played(of, identity)),
        }
    }

    fn records(&self, of: Id) -> impl Iterator<Item = SignedRecord<char>> {
        let steps = (1..).zip(self.case.steps).filter(move |_| of == OLD);
        let held = steps.filter(|(step, signer)| {
            self.holds(Fact::Record(*step)) && self.only.is_none_or(|only| only == **signer)
        });
        held.map(|(step, signer)| SignedRecord {
            signer: *signer,
            step,
        })
    }

    fn notes(&self, _of: Id) -> impl Iterator<Item = SignedNote<char>> {
        std::iter::empty()
    }
}
