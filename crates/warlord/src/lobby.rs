//! A table before its match begins, at the terminal: who sits where, who is ready, and what the user types.

mod entered;
mod seated;
#[cfg(test)]
mod tests;

use net::lobby::{LobbyCommand, LobbyHandle, LobbyHappening, LobbySnapshot, Started};
use net::{GoesOn, LineState};
use protocol::frame::Decider as Shown;
use protocol::hash::Digest;
use protocol::lobby::Game;
use protocol::manifest::DropPolicy;
use protocol::{PublicKey, Seat};

use crate::decider::{Decider, DeciderChoice, DeciderError, Lines, Settings};
use crate::interrupt::Interrupt;
use crate::match_arguments::cannot_play;
use crate::report::{LineChange, LobbySeat, Report, Reporter};
use crate::scenario_command;
use crate::sitting::{Ending, Sitting};
use entered::{Entered, is_of_the_lobby, read};
pub(crate) use entered::{SeatWord, seat_word};
use seated::Seated;
pub(crate) use seated::shown_as;

/// The tries to begin after which a program is not ready by itself any more.
const MOST_TRIES: u32 = 5;

/// A user at a table before its match begins.
pub(crate) struct Lobby {
    handle: LobbyHandle,
    /// Who decides at this machine.
    seated: Seated,
    reporter: Reporter,
    interrupt: Interrupt,
    /// The lines of standard input, if the machine's own player does not read it.
    lines: Option<Lines>,
    /// A program is ready by itself, and begins: starting it means agreeing.
    is_automatic: bool,
    /// Who is let in without asking the user.
    lets_in: LetsIn,
    /// The match for which the program was ready last by itself, and the one that it began.
    agreed: Option<Digest>,
    began: Option<Digest>,
    failed_tries: u32,
    told: Told,
}

/// Who is let in without asking the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LetsIn {
    Nobody,
    /// Whoever has the code of the table.
    WithCode,
    /// Whoever asks on the local network too.
    All,
}

/// What was reported last.
#[derive(Default)]
struct Told {
    /// The game, in words.
    game: Option<String>,
    /// Whose seat each is in the match that the table continues.
    places: Vec<String>,
    seats: Vec<LobbySeat>,
    askers: Vec<PublicKey>,
    goes_on: Option<GoesOn>,
    was_lost: bool,
}

impl Lobby {
    /// A user at that table, whose own player that is.
    pub(crate) fn new(
        handle: LobbyHandle,
        own: Decider,
        settings: Settings,
        reporter: Reporter,
        interrupt: Interrupt,
    ) -> Self {
        let is_automatic = !own.is_at_terminal();
        Self {
            handle,
            lines: (!own.reads_lines()).then(Lines::stdin),
            seated: Seated::new(own, settings),
            reporter,
            interrupt,
            is_automatic,
            lets_in: LetsIn::Nobody,
            agreed: None,
            began: None,
            failed_tries: 0,
            told: Told::default(),
        }
    }

    /// Lets these sit down without asking the user; a host's only.
    pub(crate) fn letting_in(mut self, who: LetsIn) -> Self {
        self.lets_in = who;
        self.handle
            .send(LobbyCommand::OpenToAll(who >= LetsIn::WithCode));
        self
    }

    /// Seats another player of this machine, on a seat of its own table or on any at another's.
    ///
    /// # Errors
    /// Returns why an engine cannot be started.
    pub(crate) fn seat(
        &mut self,
        seat: Seat,
        choice: &DeciderChoice,
        name: Option<String>,
    ) -> Result<(), DeciderError> {
        let level = self.seated.start(choice)?;
        self.handle.send(match self.handle.snapshot().is_host {
            true => LobbyCommand::SeatPlayer { seat, name, level },
            false => LobbyCommand::Bring {
                seat: Some(seat),
                name,
                level,
            },
        });
        Ok(())
    }

    /// Goes on without such players in the match, without asking.
    pub(crate) fn going_on(self, goes_on: Option<GoesOn>) -> Self {
        if goes_on.is_some() {
            self.handle.send(LobbyCommand::GoOnAhead(goes_on));
        }
        self
    }

    /// For what is shown before the user waits.
    pub(crate) const fn reporter(&mut self) -> &mut Reporter {
        &mut self.reporter
    }

    /// Waits until the match begins, and plays it.
    pub(crate) async fn play(mut self) -> anyhow::Result<Ending> {
        let Some(started) = self.gather().await? else {
            let shown = self.handle.snapshot();
            if let Some(trouble) = shown.error.clone() {
                return Ok(Ending::Failed(trouble));
            }
            if let Some(invitation) = &shown.meeting.invitation {
                let until = home::date(invitation.last_day.into());
                let text = format!(
                    "The code of this table is good until {until}: with `warlord invitations` you can list it, open the table again, or withdraw it."
                );
                self.reporter.report(&Report::Note { text })?;
            }
            return Ok(Ending::Left);
        };
        let Started { handle, seats } = started;
        let file = handle.snapshot().file.clone();
        let text = format!("The match has begun: {}.", file.display());
        self.reporter.report(&Report::Note { text })?;
        let deciders = self.seated.at(&seats, self.lines).map_err(cannot_play)?;
        let sitting = Sitting::new(handle, deciders, self.reporter, self.interrupt);
        sitting.play().await
    }

    /// Waits until the match begins; none if the user leaves or the table is gone.
    async fn gather(&mut self) -> anyhow::Result<Option<Started>> {
        let mut events = self.handle.events();
        let mut changes = self.handle.clone();
        let mut has_left = false;
        loop {
            let shown = self.handle.snapshot();
            self.show(&shown)?;
            if self.is_automatic && !has_left {
                self.agree(&shown);
            }
            let may_type = !has_left && !shown.ended;
            tokio::select! {
                // first: what has happened is told before the next line is read
                biased;
                happening = events.next() => match happening {
                    Some(LobbyHappening::Started(started)) => return Ok(Some(*started)),
                    Some(happening) => self.tell(&happening)?,
                    None => return Ok(None),
                },
                // the loop goes on until the table has said goodbye to everybody
                () = self.interrupt.pressed(), if !has_left => {
                    has_left = true;
                    self.handle.send(LobbyCommand::Leave);
                }
                // a change without an event may still be news
                _ = changes.changed(), if !shown.ended => {}
                line = typed(&mut self.seated, &mut self.lines), if may_type => {
                    // a script that knows the words of a table decides by itself when it is ready
                    self.is_automatic &= self.lines.is_some();
                    has_left = self.typed(&line, &shown)?;
                }
            }
        }
    }

    /// Reports what is new at the table.
    fn show(&mut self, shown: &LobbySnapshot) -> anyhow::Result<()> {
        if shown.goes_on != self.told.goes_on {
            self.told.goes_on = shown.goes_on;
            let text = goes_on_without(shown.goes_on).to_owned();
            self.reporter.report(&Report::Note { text })?;
        }
        let seats = LobbySeat::all(shown);
        let game = shown
            .table
            .as_ref()
            .map(|table| what_is_played(table.game()));
        let places = shown.words_in_place();
        let is_same = game == self.told.game && places == self.told.places;
        if seats.is_empty() || seats == self.told.seats && is_same {
            return Ok(());
        }
        // before who sits there: `ready` agrees to it too
        let is_known = self.told.seats.len() == seats.len() && self.told.game == game;
        if !is_known && let Some(text) = game {
            self.told.game = Some(text.clone());
            if !self.reporter.is_json() {
                self.reporter.report(&Report::Note { text })?;
            }
        }
        let new = places
            .iter()
            .filter(|text| !self.told.places.contains(text));
        for text in new.cloned().collect::<Vec<String>>() {
            self.reporter.report(&Report::Note { text })?;
        }
        self.told.places = places;
        if is_known {
            let changed = seats.iter().zip(&self.told.seats);
            let changed = changed.filter(|(is, was)| is != was);
            for (seat, _) in changed {
                self.reporter.report(&Report::Seat(seat.clone()))?;
            }
        } else if let Some(report) = Report::lobby(shown) {
            self.reporter.report(&report)?;
        }
        let before = LobbySeat::ready(&self.told.seats);
        self.told.seats = seats;
        let (seats, all) = LobbySeat::ready(&self.told.seats);
        // people read it on the lines of the seats, until the match can begin
        if (seats.clone(), all) != before && (all || self.reporter.is_json()) {
            self.reporter.report(&Report::Ready { seats, all })?;
        }
        Ok(())
    }

    /// Is ready, and begins, as soon as that is possible.
    fn agree(&mut self, shown: &LobbySnapshot) {
        let Some(sid) = shown.table.as_ref().and_then(|table| table.sid()) else {
            return;
        };
        if shown.is_beginning || self.failed_tries >= MOST_TRIES {
            return;
        }
        if !shown.is_ready {
            // once for each match: a refusal would come again and again
            if self.agreed.replace(sid) != Some(sid) {
                self.handle.send(LobbyCommand::Ready(true));
            }
            return;
        }
        let everybody = shown.table.iter().flat_map(|table| table.sitters());
        let mut everybody = everybody.map(|(_, sitter)| sitter.is_ready && sitter.is_here);
        if shown.is_host && everybody.all(|ready| ready) && self.began.replace(sid) != Some(sid) {
            self.handle.send(LobbyCommand::Begin);
        }
    }

    /// Carries out a line; true if the user leaves.
    fn typed(&mut self, line: &str, shown: &LobbySnapshot) -> anyhow::Result<bool> {
        let entered = match read(line, shown) {
            Ok(entered) => entered,
            Err(error) => {
                let text = format!("Not done: {error}.\n  do: {}", error.advice());
                self.reporter.report(&Report::Note { text })?;
                return Ok(false);
            }
        };
        match entered {
            Entered::Command(command) => self.handle.send(command),
            Entered::Seat(seat, choice, name) => {
                if let Err(error) = self.seat(seat, &choice, name) {
                    let advice = error.advice("warlord host");
                    let text = format!("Not done: {error}.\n  do: {advice}");
                    self.reporter.report(&Report::Note { text })?;
                }
            }
            Entered::ShowTable => {
                if let Some(report) = Report::lobby(shown) {
                    self.reporter.report(&report)?;
                }
            }
            Entered::Say(text) => self.reporter.report(&Report::Note { text })?,
            Entered::Leave => {
                self.handle.send(LobbyCommand::Leave);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn tell(&mut self, happening: &LobbyHappening) -> anyhow::Result<()> {
        let shown = self.handle.snapshot();
        let note = |text: String| Report::Note { text };
        let report = match happening {
            // the seats that changed are reported one by one
            LobbyHappening::Changed | LobbyHappening::Started(_) => return Ok(()),
            LobbyHappening::AskedOnLan(asker) => {
                if self.lets_in == LetsIn::All {
                    self.handle.send(LobbyCommand::LetIn(asker.key));
                    return Ok(());
                }
                Report::Asked {
                    name: asker.name.clone(),
                    key: asker.key.to_string(),
                    address: asker.source.to_string(),
                    standing: asker.acquaintance.to_string(),
                }
            }
            LobbyHappening::Asked(key) => {
                // a second player of a machine asks even where the first one sits down without being let in
                if self.lets_in >= LetsIn::WithCode && shown.is_open_to_all {
                    self.handle.send(LobbyCommand::LetIn(*key));
                    return Ok(());
                }
                if self.told.askers.contains(key) {
                    return Ok(());
                }
                self.told.askers.push(*key);
                note(asked(*key, &shown))
            }
            LobbyHappening::ReadyTakenBack(changes) => {
                let what: Vec<String> = changes.iter().map(ToString::to_string).collect();
                note(format!(
                    "You are not ready any more, since this has changed: {}. Look at the table, and type `ready` again.",
                    what.join(", ")
                ))
            }
            LobbyHappening::Late(seats) => {
                let numbers: Vec<String> = seats.iter().map(|seat| seat.counted()).collect();
                note(format!("Still waiting for {}.", numbers.join(", ")))
            }
            LobbyHappening::Reply(trouble) | LobbyHappening::Refused(trouble) => note(format!(
                "{}.\n  do: {}",
                sentence(&trouble.what),
                trouble.advice
            )),
            LobbyHappening::LostSeat { player } => {
                let own = shown.own.get(*player);
                let name = own.map_or("Your player", |own| own.name.as_str());
                note(format!("{name} has no seat any more."))
            }
            LobbyHappening::Said { name, text } => Report::Chat {
                from: name.clone(),
                to: None,
                text: text.clone(),
            },
            LobbyHappening::Line(LineState::Lost { .. }) => {
                self.told.was_lost = true;
                Report::Line {
                    state: LineChange::Lost,
                }
            }
            LobbyHappening::Line(LineState::Up) if self.told.was_lost => {
                self.told.was_lost = false;
                Report::Line {
                    state: LineChange::Back,
                }
            }
            LobbyHappening::Line(_) => return Ok(()),
            LobbyHappening::Code(code) => Report::Code {
                code: code.code(),
                link: code.link(),
                order: "",
            },
            LobbyHappening::Answer(code) => Report::Answer {
                code: code.code(),
                link: code.link(),
            },
            LobbyHappening::Note(text) => note(text.clone()),
            LobbyHappening::TryFailed(failure) => {
                self.failed_tries += 1;
                note(format!(
                    "The match has not begun: {failure}.\n  do: {}",
                    failure.advice(self.handle.snapshot().is_host)
                ))
            }
            // the ending says it
            LobbyHappening::Failed(_) => return Ok(()),
        };
        Ok(self.reporter.report(&report)?)
    }
}

/// The next line for the lobby. The future may be dropped and called again.
async fn typed(seated: &mut Seated, lines: &mut Option<Lines>) -> String {
    match lines {
        Some(open) => match open.next().await {
            Some(line) => line,
            None => std::future::pending().await,
        },
        None => seated.own().lobby_line(is_of_the_lobby).await,
    }
}

/// Who asks to sit down, and what to type.
fn asked(key: PublicKey, shown: &LobbySnapshot) -> String {
    let asker = shown.askers.iter().find(|asker| asker.key == key);
    let players = asker.map_or(&[][..], |asker| &asker.players[..]);
    let players = players.iter().map(|(name, key, decider, seat)| {
        let standing = shown.standing.get(key).map(ToString::to_string);
        let standing = standing.map_or_else(String::new, |standing| format!(" ({standing})"));
        let what = match decider {
            Shown::Person => String::new(),
            Shown::Computer(level) => format!(", a computer ({level})"),
        };
        let place = seat.map_or_else(String::new, |seat| format!(" on {}", seat.counted()));
        format!("{name}{standing}{what}{place}")
    });
    let players: Vec<String> = players.collect();
    // names and levels are another program's
    let text = format!("{} asks to sit down.", players.join(", and "));
    protocol::plain_text(&text) + " Type `let in` or `turn away`, with the name if several ask."
}

/// The game with its options, and the terms.
fn what_is_played(game: &Game) -> String {
    let terms = game.terms();
    let options = net::table::game_options(&terms.options);
    let mut text = scenario_command::terms(game.scenario(), &options);
    text = format!("{text}\nTime: {}.", terms.terms);
    if let Some(turns) = terms.max_turns {
        text = format!("{text} A draw after {turns} turns.");
    }
    let takeback = match terms.policies.takeback {
        true => "Turns can be taken back by consent.",
        false => "No turn is taken back.",
    };
    // the host's program has sent the scenario and its options
    let lines = text.lines().map(protocol::plain_text);
    let lines = lines.collect::<Vec<_>>().join("\n");
    format!(
        "{lines}\n{takeback} A side whose players leave {}.",
        fate_of(terms.policies.drop)
    )
}

/// What becomes of a side, as the end of a sentence about it.
const fn fate_of(drop: DropPolicy) -> &'static str {
    match drop {
        DropPolicy::TeamMate => "goes to a team-mate",
        drop => drop.in_words(),
    }
}

/// The answer given ahead, as a sentence.
const fn goes_on_without(answer: Option<GoesOn>) -> &'static str {
    match answer {
        None => "You are asked before you go on without a player.",
        Some(GoesOn::Resigned) => {
            "You go on without players who resign or are convicted by signed bytes, without being asked."
        }
        Some(GoesOn::Silent) => {
            "You go on without players who resign, are convicted by signed bytes or are silent for two minutes, without being asked."
        }
    }
}

/// With a capital first.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
