//! What happens outside the model: sessions, the computer, files. Nothing here waits in a frame.

use std::fs;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use computer::Budget;
use net::{
    Home, HostConfig, Invitation, JoinConfig, LocalConfig, MatchHandle, ResumeConfig, Snapshot,
};
use protocol::manifest::Terms;
use protocol::{Offer, Seat};
use rules::warlord::Order;
use rules::{AnyOrder, AnyPosition, Side};

use crate::bridge::{self, Bridge};
use crate::model::forms::{LocalForm, SideWish};
use crate::model::kept::KeptSetUps;
use crate::model::seen::Trouble;
use crate::model::settings::Settings;
use crate::model::table::{Level, Player, Question};
use crate::model::words;
use crate::model::{Action, Command, Effect, Opening, SavedMatch};

/// Called when there is something new to look at.
pub(crate) type Wake = Arc<dyn Fn() + Send + Sync>;

/// The open session, and everything under way.
pub(crate) struct Outside {
    home: Home,
    wake: Wake,
    open: Option<Open>,
    /// A match that was left and may still be writing its files.
    leaving: Option<MatchHandle>,
    sender: Sender<Arrival>,
    inbox: Receiver<Arrival>,
}

struct Open {
    table: u64,
    handle: MatchHandle,
    bridge: Bridge,
    last: Option<Arc<Snapshot>>,
    /// Who decides for each seat; found out from the first snapshot that names the seats where it is not said.
    players: Option<[Player; 2]>,
    told: bool,
}

enum Arrival {
    Opened(u64, Box<MatchHandle>, Option<[Player; 2]>),
    Tell(Box<Command>),
}

/// The file of the settings, in the data folder.
pub(crate) const SETTINGS: &str = "client.toml";
/// The file of the kept set-ups, there too.
const KEPT: &str = "set-ups.toml";
/// How the computer is called, so that a match taken up again knows who plays.
const COMPUTER: &str = "Computer";

impl Outside {
    pub(crate) fn new(home: Home, wake: Wake) -> Self {
        let (sender, inbox) = channel();
        Self {
            home,
            wake,
            open: None,
            leaving: None,
            sender,
            inbox,
        }
    }

    /// What has come in since the last time.
    pub(crate) fn poll(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        while let Ok(arrival) = self.inbox.try_recv() {
            match arrival {
                Arrival::Tell(command) => commands.push(*command),
                Arrival::Opened(table, handle, players) => {
                    let wake = self.wake.clone();
                    handle.on_change(move || wake());
                    self.open = Some(Open {
                        table,
                        handle: *handle,
                        bridge: Bridge::default(),
                        last: None,
                        players,
                        told: false,
                    });
                }
            }
        }
        if let Some(open) = &mut self.open {
            commands.extend(open.look());
        }
        commands
    }

    /// Does what the model wants done; what comes of it is polled later.
    pub(crate) fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Local(opening, form) => {
                self.open(opening.table, move |home| local(home, &opening, &form))
            }
            Effect::Host(opening, side, outside) => self.open(opening.table, move |home| {
                host(home, &opening, side, outside)
            }),
            Effect::Join { table, code, name } => {
                self.open(table, move |home| join(home, &code, &name))
            }
            Effect::Resume { table, file } => self.open(table, move |home| resume(home, &file)),
            Effect::Send(action) => {
                if let Some(open) = &self.open {
                    open.handle.send(command(action));
                }
            }
            Effect::Leave => self.leave(),
            Effect::Think(question) => {
                self.work(move |_| Command::Thought(question.clone(), think(&question)))
            }
            Effect::Save(settings) => save(&self.home, &settings)
                .unwrap_or_else(|trouble| self.tell(Command::Failed(trouble))),
            Effect::Keep(kept) => self.change_kept(|all| all.keep(kept)),
            Effect::Forget(kept) => self.change_kept(|all| all.forget(&kept)),
            Effect::List => self.work(|home| Command::Saved(list(home))),
            Effect::Read(file) => self.work(move |_| read(file)),
            Effect::Judge(file) => self.work(move |_| judge(&file)),
            Effect::Check(number, choice, fen) => {
                self.work(move |_| Command::Checked(number, choice.findings(&fen)))
            }
            Effect::Choose => self.choose(),
            Effect::OpenFolder(file) => {
                if let Err(trouble) = open_folder(&file) {
                    self.tell(Command::Failed(trouble));
                }
            }
            Effect::Copy(_) | Effect::Attention => {}
        }
    }

    /// Changes the file of the kept set-ups as it is now: another window may have changed it too.
    fn change_kept(&self, change: impl FnOnce(&mut KeptSetUps)) {
        let changed = kept(&self.home).and_then(|mut all| {
            change(&mut all);
            replace(&self.home, KEPT, &all.write())?;
            Ok(all)
        });
        self.tell(match changed {
            Ok(all) => Command::Kept(all),
            Err(trouble) => Command::Failed(trouble),
        });
    }

    fn tell(&self, command: Command) {
        // the receiver lives as long as this does
        let _ = self.sender.send(Arrival::Tell(Box::new(command)));
        (self.wake)();
        (self.wake)();
    }

    /// Works in a thread of its own and tells what came of it.
    fn work(&self, job: impl FnOnce(&Home) -> Command + Send + 'static) {
        let (home, sender, wake) = (self.home.clone(), self.sender.clone(), self.wake.clone());
        std::thread::spawn(move || {
            let command = job(&home);
            let _ = sender.send(Arrival::Tell(Box::new(command)));
            wake();
        });
    }

    /// Opens a match in a thread of its own, in place of the one open.
    fn open(&mut self, table: u64, job: impl FnOnce(&Home) -> Opened + Send + 'static) {
        self.leave();
        let leaving = self.leaving.take();
        let (home, sender, wake) = (self.home.clone(), self.sender.clone(), self.wake.clone());
        std::thread::spawn(move || {
            wait_for_end(leaving);
            let _ = sender.send(match job(&home) {
                Ok((handle, players)) => Arrival::Opened(table, Box::new(handle), players),
                Err(trouble) => Arrival::Tell(Box::new(Command::NotOpened(trouble))),
            });
            wake();
        });
    }

    fn leave(&mut self) {
        if let Some(open) = self.open.take() {
            open.handle.send(net::Command::Leave);
            self.leaving = Some(open.handle);
        }
    }

    fn choose(&self) {
        let dialog = rfd::AsyncFileDialog::new()
            .set_title("Open a match file")
            .add_filter("Match files", &["fpm"])
            .set_directory(self.home.matches_folder())
            .pick_file();
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        match net::runtime() {
            Ok(runtime) => {
                runtime.spawn(async move {
                    if let Some(file) = dialog.await {
                        let _ = sender.send(Arrival::Tell(Box::new(Command::Open(
                            file.path().to_owned(),
                        ))));
                        wake();
                    }
                });
            }
            Err(error) => self.tell(Command::Failed(Trouble {
                what: format!("no file can be chosen: {error}"),
                advice: "drop the file on the window".to_owned(),
                rule: None,
            })),
        }
    }
}

impl Open {
    /// The newest snapshot, if it is new.
    fn look(&mut self) -> Option<Command> {
        let snapshot = self.handle.snapshot();
        if self
            .last
            .as_ref()
            .is_some_and(|last| Arc::ptr_eq(last, &snapshot))
        {
            return None;
        }
        let seen = Arc::new(self.bridge.seen(&snapshot));
        self.last = Some(snapshot);
        let fixed = self.players.is_some();
        let players = self.players.unwrap_or_else(|| {
            [0, 1].map(|number| match seen.seat(number) {
                Some(seat) if seat.mine => by_name(&seat.name),
                _ => Player::Remote,
            })
        });
        if !fixed && seen.seats.len() == 2 {
            self.players = Some(players);
            self.told = false;
        }
        if self.told {
            return Some(Command::Seen(self.table, seen));
        }
        self.told = true;
        Some(Command::Opened {
            table: self.table,
            seen,
            players,
        })
    }
}

/// Waits until a match that was left has closed its files: the next one may be the same.
fn wait_for_end(leaving: Option<MatchHandle>) {
    const LONGEST: Duration = Duration::from_secs(5);
    if let (Some(mut handle), Ok(runtime)) = (leaving, net::runtime()) {
        let ended = async move { handle.wait_for(|snapshot| snapshot.ended).await };
        // after that the files are as they are; taking them up says what is wrong with them
        let _ = runtime.block_on(async { tokio::time::timeout(LONGEST, ended).await });
    }
}

type Opened = Result<(MatchHandle, Option<[Player; 2]>), Trouble>;

fn failed(what: impl std::fmt::Display, advice: &str) -> Trouble {
    Trouble {
        what: words::capital(&what.to_string()),
        advice: advice.to_owned(),
        rule: None,
    }
}

fn started(started: Result<MatchHandle, net::StartError>, players: Option<[Player; 2]>) -> Opened {
    match started {
        Ok(handle) => Ok((handle, players)),
        Err(error) => {
            let cause = std::error::Error::source(&error)
                .map_or(String::new(), |cause| format!(": {cause}"));
            Err(failed(format!("{error}{cause}"), error.advice()))
        }
    }
}

fn offer(opening: &Opening, host_side: Side) -> Offer {
    Offer {
        scenario_name: opening.scenario.key().to_owned(),
        scenario_text: opening.scenario.text().to_owned(),
        options: opening.options.clone(),
        host_side: Some(host_side),
        max_turns: None,
        terms: Terms::default(),
    }
}

fn side(wish: SideWish) -> Side {
    match wish {
        SideWish::White => Side::White,
        SideWish::Black => Side::Black,
        SideWish::Lot if random().is_multiple_of(2) => Side::White,
        SideWish::Lot => Side::Black,
    }
}

fn random() -> u64 {
    // without randomness from the system nothing here can be signed anyway; any number will do for a choice
    getrandom::u64().unwrap_or(7)
}

const fn level_name(level: Level) -> &'static str {
    match level {
        Level::Easy => "easy",
        Level::Normal => "normal",
        Level::Strong => "strong",
    }
}

/// Who sits on a seat of this machine, by the name in the match file.
fn by_name(name: &str) -> Player {
    match name.strip_prefix(COMPUTER) {
        Some(" (easy)") => Player::Computer(Level::Easy),
        Some(" (strong)") => Player::Computer(Level::Strong),
        Some(_) => Player::Computer(Level::Normal),
        None => Player::Person,
    }
}

fn local(home: &Home, opening: &Opening, form: &LocalForm) -> Opened {
    let (second, other) = if form.computer {
        (
            format!("{COMPUTER} ({})", level_name(form.level)),
            Player::Computer(form.level),
        )
    } else {
        let name = form.second.trim();
        (
            if name.is_empty() {
                "Second player"
            } else {
                name
            }
            .to_owned(),
            Player::Person,
        )
    };
    let players = [
        home.player(Some(&opening.name)),
        home.second_player(Some(&second)),
    ];
    let [Ok(first), Ok(second)] = players else {
        let error = players.into_iter().find_map(Result::err);
        return Err(error.map_or_else(
            || failed("no player", ""),
            |error| failed(&error, error.advice()),
        ));
    };
    let players = [first, second];
    let config = LocalConfig::new(home.clone(), players, offer(opening, side(form.side)));
    started(net::local(config), Some([Player::Person, other]))
}

fn host(home: &Home, opening: &Opening, wish: SideWish, outside: Option<SocketAddr>) -> Opened {
    let player = home
        .player(Some(&opening.name))
        .map_err(|error| failed(&error, error.advice()))?;
    let mut config = HostConfig::new(home.clone(), player, offer(opening, side(wish)));
    if let Some(outside) = outside {
        // a router forwards a port to the same port here
        config.listen = vec![
            (Ipv4Addr::UNSPECIFIED, outside.port()).into(),
            (Ipv6Addr::UNSPECIFIED, outside.port()).into(),
        ];
        config.public = vec![outside];
    }
    started(net::host(config), Some([Player::Person, Player::Remote]))
}

fn join(home: &Home, code: &str, name: &str) -> Opened {
    let invitation: Invitation = code
        .parse()
        .map_err(|error: net::InvitationError| failed(&error, error.advice()))?;
    let player = home
        .player(Some(name))
        .map_err(|error| failed(&error, error.advice()))?;
    let config = JoinConfig::new(home.clone(), player, invitation);
    started(net::join(config), Some([Player::Remote, Player::Person]))
}

fn resume(home: &Home, file: &Path) -> Opened {
    started(net::resume(ResumeConfig::new(home.clone(), file)), None)
}

fn command(action: Action) -> net::Command {
    match action {
        Action::Accept => net::Command::Accept,
        Action::Propose(seat, orders) => net::Command::Propose {
            seat: Seat(seat),
            orders: orders.into_iter().map(AnyOrder::Warlord).collect(),
        },
        Action::Resign(seat) => net::Command::Resign { seat: Seat(seat) },
        Action::OfferDraw(seat) => net::Command::OfferDraw { seat: Seat(seat) },
        Action::AnswerDraw(seat, accept) => net::Command::AnswerDraw {
            seat: Seat(seat),
            accept,
        },
        Action::Chat(text) => net::Command::Chat(text),
    }
}

fn think(question: &Question) -> Vec<Order> {
    let position = AnyPosition::Warlord((*question.position).clone());
    let budget = match question.level {
        Level::Easy => Budget::Nodes(2_000),
        Level::Normal => Budget::Time(Duration::from_secs(1)),
        Level::Strong => Budget::Time(Duration::from_secs(5)),
    };
    let orders = match computer::choose_set_up(&position, question.side, random()) {
        Some(set_up) => vec![set_up],
        None => computer::choose_turn(&position, question.side, budget, random()),
    };
    orders
        .into_iter()
        .map(|order| match order {
            AnyOrder::Warlord(order) => order,
        })
        .collect()
}

/// The settings as kept; the usual ones where there are none.
pub(crate) fn load(home: &Home) -> Settings {
    fs::read_to_string(home.path().join(SETTINGS))
        .map_or_else(|_| Settings::default(), |text| Settings::read(&text))
}

/// Keeps the settings.
pub(crate) fn save(home: &Home, settings: &Settings) -> Result<(), Trouble> {
    replace(home, SETTINGS, &settings.write())
}

/// The hidden set-ups that are kept: none where there is no file.
pub(crate) fn kept(home: &Home) -> Result<KeptSetUps, Trouble> {
    let file = home.path().join(KEPT);
    let unread = |error: &dyn std::fmt::Display| {
        failed(
            format!(
                "the kept set-ups in {} cannot be read: {error}",
                file.display()
            ),
            "mend the file, or move it away to begin a new one",
        )
    };
    match fs::read_to_string(&file) {
        Ok(text) => KeptSetUps::read(&text).map_err(|error| unread(&error.message())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(KeptSetUps::default()),
        Err(error) => Err(unread(&error)),
    }
}

/// Writes a file of the data folder: the new one takes the old one's place in one step.
fn replace(home: &Home, name: &str, text: &str) -> Result<(), Trouble> {
    let fresh = home.path().join(format!("{name}.new"));
    fs::write(&fresh, text)
        .and_then(|()| fs::rename(&fresh, home.path().join(name)))
        .map_err(|error| {
            failed(
                format!("{name} was not written: {error}"),
                "look whether the data folder can be written to",
            )
        })
}

fn list(home: &Home) -> Vec<SavedMatch> {
    let matches = home.matches().unwrap_or_default();
    let saved = matches.into_iter().map(|info| {
        let players: Vec<&str> = info.players.iter().map(|(_, name)| name.as_str()).collect();
        let turns = words::count(info.turns, "turn", "turns");
        SavedMatch {
            title: format!("{}: {}", info.scenario_title, players.join(" against ")),
            standing: match info.outcome {
                Some(outcome) => format!("{turns}. {}.", words::outcome_title(outcome)),
                None => format!("{turns}, not finished."),
            },
            unfinished: info.outcome.is_none(),
            file: info.file,
        }
    });
    saved.collect()
}

fn bytes(file: &Path) -> Result<Vec<u8>, Trouble> {
    fs::read(file).map_err(|error| {
        failed(
            format!("{} cannot be read: {error}", file.display()),
            "choose another file",
        )
    })
}

fn read(file: PathBuf) -> Command {
    let replay = bytes(&file).and_then(|bytes| {
        protocol::replay::read(&bytes)
            .map_err(|error| failed(error, "let the judge look at it, or choose another file"))
    });
    match replay {
        Ok(replay) => {
            let seen = Arc::new(bridge::replayed(&file, &replay));
            Command::Read(file, seen)
        }
        Err(trouble) => Command::NotRead(trouble),
    }
}

fn judge(file: &Path) -> Command {
    match bytes(file) {
        Ok(bytes) => Command::Judged(bridge::judged(file, &protocol::judge::judge(&[&bytes]))),
        Err(trouble) => Command::NotRead(trouble),
    }
}

/// Shows a file's folder in the desktop's file manager.
fn open_folder(file: &Path) -> Result<(), Trouble> {
    let program = if cfg!(target_os = "windows") {
        "explorer"
    } else if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let folder = file.parent().unwrap_or(file);
    let child = std::process::Command::new(program).arg(folder).spawn();
    match child {
        Ok(mut child) => {
            // it is waited for, so that it does not stay behind as a zombie
            std::thread::spawn(move || child.wait());
            Ok(())
        }
        Err(error) => Err(failed(
            format!("{program} did not start: {error}"),
            "copy the path instead",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::kept::KeptSetUp;

    fn keep(home: &Home, name: &str) -> Vec<Command> {
        let mut outside = Outside::new(home.clone(), Arc::new(|| ()));
        outside.perform(Effect::Keep(KeptSetUp {
            scenario: "test-of-wills".to_owned(),
            name: name.to_owned(),
            rows: "20/20/20/20".to_owned(),
        }));
        outside.poll()
    }

    #[test]
    fn two_windows_keep_set_ups_in_one_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        assert_eq!(kept(&home), Ok(KeptSetUps::default()));
        keep(&home, "Here");
        let told = keep(&home, "There");
        let all = kept(&home).expect("it was written");
        let names: Vec<&str> = all.list.iter().map(|kept| kept.name.as_str()).collect();
        assert_eq!(names, ["Here", "There"]);
        assert!(matches!(&told[..], [Command::Kept(told)] if *told == all));
    }

    #[test]
    fn a_file_of_set_ups_that_cannot_be_read_is_told_and_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let file = home.path().join(KEPT);
        let text = "[[set-up]]\nname = \"Mine\"\n";
        fs::write(&file, text).expect("written");
        let told = keep(&home, "Another");
        let [Command::Failed(trouble)] = &told[..] else {
            panic!("it is told: {told:?}");
        };
        assert!(trouble.what.contains("missing field"), "{}", trouble.what);
        assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
    }
}
