//! What a player is shown about continuing in a new match.

use cleaner::text::listed;
use rules::Outcome;

use crate::Seat;
use crate::manifest::Pace;
use crate::text::plain_text;

/// The terms of a new match, which each player sees before the click that agrees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContinueTerms {
    /// The one who asks, and gives up no win of another's.
    pub asks: Seat,
    /// That player's files may be older than what was played.
    pub is_strange: bool,
    /// The step of the old match after which the new one begins.
    pub after: u64,
    /// The number of the turn with which it begins.
    pub turn: u32,
    /// That turn as people call it: `Blue's turn 7`.
    pub turn_name: String,
    /// The number of turns of the old match that no longer count.
    pub undone: usize,
    /// The result that is given up.
    pub gives_up: Option<Outcome>,
    /// The seats that have won, if a result is given up.
    pub winners: Vec<Seat>,
    /// At a table the seats whose players have agreed, the one who asks among them once it has been said.
    pub agreed: Vec<Seat>,
    /// The seats whose players have still to agree.
    pub missing: Vec<Seat>,
    /// The seats whose programs have another position than this one.
    pub differ: Vec<Seat>,
    /// Whether the sealed choices of the present round go over, are made again, or are drawn again.
    pub round: RoundTerms,
    /// Clocks and names stay with the players.
    pub swaps: bool,
    /// The name of the side that each seat plays in the new match.
    pub sides: Vec<(Seat, String)>,
    /// The asking player's name in the new match, if it is not the same as before.
    pub renames: Option<String>,
    /// The time limits, which go over as they stand.
    pub pace: Pace,
}

/// The seats of a table that agree to the new match to which our player agrees.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Agreement {
    /// The seats whose players have agreed, ours among them; once our seat has signed the new match, those that have signed
    /// it.
    pub agreed: Vec<Seat>,
    /// The other seats that would play in it, for which everybody waits.
    pub missing: Vec<Seat>,
    /// Our seat has signed it, and signs nothing more in this match.
    pub is_signed: bool,
}

impl ContinueTerms {
    /// Everything that the player of a seat agrees to, a sentence each; `name` gives a seat's name.
    pub fn in_words<'a>(&self, seat: Seat, name: impl Fn(Seat) -> &'a str) -> Vec<String> {
        let name = |seat: Seat| plain_text(name(seat));
        let list = |seats: &[Seat]| {
            let names: Vec<String> = seats.iter().map(|seat| name(*seat)).collect();
            listed(&names)
        };
        let asks_self = self.asks == seat;
        let mut words = vec![self.question(seat, &name)];
        match self.undone {
            0 => {}
            1 => words.push("The last turn no longer counts.".to_owned()),
            turns => words.push(format!("The last {turns} turns no longer count.")),
        }
        if self.is_strange {
            words.push(
                "Turns that only lost files held do not count, even if they are found again."
                    .to_owned(),
            );
        }
        if !self.differ.is_empty() {
            let differ = list(&self.differ);
            words.push(format!("The program of {differ} shows another position."));
        }
        if self.gives_up.is_some() {
            words.push(match self.winners.contains(&seat) {
                true => "You have won this match; playing on gives that up.".to_owned(),
                false => {
                    let (winners, has) = (list(&self.winners), self.has_won());
                    format!(
                        "{winners} {has} won this match and {} that up by agreeing.",
                        self.gives()
                    )
                }
            });
        }
        words.extend(match (&self.round, self.has_table()) {
            (RoundTerms::Again(opened), false) => {
                Some(again_for_two(opened, seat, &name(seat.other())))
            }
            (round, _) => round.in_words(&list),
        });
        if self.swaps {
            let own = self.sides.iter().find(|(of, _)| *of == seat);
            words.push(match own {
                Some((_, side)) => format!("You change sides: you play {side} from now on."),
                None => "You change sides.".to_owned(),
            });
        }
        if let Some(new) = &self.renames {
            let new = plain_text(new);
            words.push(match asks_self {
                true => format!("You are called {new} in the new match."),
                false => format!("{} is called {new} in the new match.", name(self.asks)),
            });
        }
        match self.pace {
            Pace::Untimed => {}
            Pace::Bank { .. } => words.push("The clocks carry over as they stand.".to_owned()),
            Pace::Days(_) => words.push("The time of the present turn runs on.".to_owned()),
        }
        words
    }

    fn has_table(&self) -> bool {
        self.sides.len() > 2
    }

    fn has_won(&self) -> &'static str {
        match self.winners.len() {
            1 => "has",
            _ => "have",
        }
    }

    fn gives(&self) -> &'static str {
        match self.winners.len() {
            1 => "gives",
            _ => "give",
        }
    }

    /// Who asks whom to continue from where.
    fn question(&self, seat: Seat, name: &impl Fn(Seat) -> String) -> String {
        let from = &self.turn_name;
        let asked = match self.has_table() {
            true => "The others are asked".to_owned(),
            false => format!("{} is asked", name(seat.other())),
        };
        match (self.asks == seat, self.is_strange) {
            (true, true) => {
                format!("You play on from an older copy. {asked} whether to continue from {from}.")
            }
            (true, false) => format!("{asked} to continue in a new match from {from}."),
            (false, true) => {
                let name = name(self.asks);
                format!("{name} plays on from an older copy and asks to continue from {from}.")
            }
            (false, false) => {
                let name = name(self.asks);
                format!("{name} asks to continue in a new match from {from}.")
            }
        }
    }
}

/// The fate of the present round of sealed choices or lots when players continue in a new match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoundTerms {
    /// There is none, or nobody has opened anything of it: nobody learns or loses anything.
    Unopened,
    /// At a table, what was sealed goes over, and is opened in the new match.
    Carried,
    /// The choices are made again, although those seats have opened theirs.
    Again(Vec<Seat>),
    /// Nobody chooses in it: a lot was being drawn.
    Redrawn,
}

impl RoundTerms {
    /// The sentence for the players of a table; `list` gives the names of seats.
    pub(super) fn in_words(&self, list: &impl Fn(&[Seat]) -> String) -> Option<String> {
        match self {
            Self::Unopened => None,
            Self::Carried => Some("The choices of this round stay as they were sealed.".to_owned()),
            Self::Again(opened) => Some(format!(
                "The choices of this round are made again, although those of {} were opened.",
                list(opened)
            )),
            Self::Redrawn => Some("The lot of this round is drawn again.".to_owned()),
        }
    }
}

/// The sentence for one of two players whose choices are made again.
fn again_for_two(opened: &[Seat], seat: Seat, other: &str) -> String {
    let is_own = opened.contains(&seat);
    let is_other = opened.iter().any(|opened| *opened != seat);
    match (is_own, is_other) {
        (true, false) => format!("Your choice was opened, {other}'s was not; both are made again."),
        (false, true) => {
            format!("{other}'s choice was opened, yours was not; both are made again.")
        }
        _ => "Both choices of this round were opened; both are made again.".to_owned(),
    }
}
