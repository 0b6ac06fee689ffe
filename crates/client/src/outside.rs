//! The work outside the model: sessions, the computer, files. Nothing here waits in a frame.

#[cfg(test)]
mod as_one;
mod beside;
mod export;
#[cfg(test)]
mod faults;
mod files;
mod letters;
mod links;
mod notice;
mod open;
mod people;
mod report;
mod sound;
mod waiting;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use home::Home;
use net::{MatchHandle, Snapshot};
use protocol::Seat;
use reach::LanSearch;
use rules::{AnyOrder, AnyPosition, Rules as _, Side};
use tokio::sync::oneshot;

use crate::shell::model::call::Call;
use crate::shell::model::comments::Comments;
use crate::shell::model::kept::KeptSetUps;
use crate::shell::model::library;
use crate::shell::model::meaning::trouble;
use crate::shell::model::settings::Settings;
use crate::shell::model::table::{Decider, Question};
use crate::shell::model::talk::Talk;
use crate::shell::model::target::Target;
use crate::shell::model::{Command, Effect, LibraryCommand, News, ShellCommand};
pub(crate) use files::{kept, load, own_scenarios, save, wrong_set_ups};
use links::Desktop;
use open::Opened;
pub(crate) use report::{forget, keep_reports, last_report};
use sound::Sounds;
use waiting::Waiting;

/// Called when there is something new to look at.
pub(crate) type Wake = Arc<dyn Fn() + Send + Sync>;

/// The open session, and everything under way.
pub(crate) struct Outside {
    home: Home,
    /// The settings as this window has read or kept them last.
    known: Settings,
    wake: Wake,
    open: Option<Open>,
    /// The matches whose guests are waited for while other things are done.
    waiting: Vec<Waiting>,
    /// The search for the matches of this network, while the user may want one.
    lan: Option<Lan>,
    /// Set where this machine cannot look for them, and in tests.
    has_no_lan: bool,
    /// The question to a host of this network; dropping it takes the question back.
    asking: Option<oneshot::Sender<()>>,
    /// A match that was left and may still be writing its files.
    leaving: Option<MatchHandle>,
    sounds: Sounds,
    sender: Sender<Arrival>,
    inbox: Receiver<Arrival>,
}

/// A search for the matches of this network.
struct Lan {
    search: LanSearch,
    has_changed: Arc<AtomicBool>,
}

struct Open {
    table: u64,
    handle: MatchHandle,
    last: Option<Arc<Snapshot>>,
    /// The decider of each seat; taken from the first snapshot that names the seats where nobody named the deciders.
    deciders: Option<Vec<Decider>>,
    told: bool,
}

enum Arrival {
    Opened(u64, Box<MatchHandle>, Option<Vec<Decider>>),
    /// The guest of an earlier invitation is waited for again.
    Waiting(Box<MatchHandle>),
    Tell(Box<Command>),
}

impl Outside {
    pub(crate) fn new(home: Home, wake: Wake) -> Self {
        let (sender, inbox) = channel();
        Self {
            known: load(&home).0,
            home,
            wake,
            open: None,
            waiting: Vec::new(),
            lan: None,
            // matches of whoever shares the network with a test are no part of the test
            has_no_lan: cfg!(test),
            asking: None,
            leaving: None,
            sounds: Sounds::default(),
            sender,
            inbox,
        }
    }

    /// The arrivals since the last call.
    pub(crate) fn poll(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        while let Ok(arrival) = self.inbox.try_recv() {
            match arrival {
                Arrival::Tell(command) => commands.push(*command),
                Arrival::Opened(table, handle, deciders) => self.show(table, *handle, deciders),
                Arrival::Waiting(handle) => self.wait(*handle),
            }
        }
        if let Some(open) = &mut self.open {
            commands.extend(open.look());
        }
        commands.extend(self.look_at_waiting());
        if let Some(lan) = &self.lan
            && lan.has_changed.swap(false, Ordering::Relaxed)
        {
            commands.push(News::Lan(Ok(lan.search.found())).into());
        }
        commands
    }

    fn show(&mut self, table: u64, handle: MatchHandle, deciders: Option<Vec<Decider>>) {
        let wake = self.wake.clone();
        handle.on_change(move || wake());
        // for the talk after the game, and the next one
        handle.send(net::Command::KeepLine);
        self.open = Some(Open {
            table,
            handle,
            last: None,
            deciders,
            told: false,
        });
    }

    /// Looks for the matches of this network while they are wanted.
    pub(crate) fn search_lan(&mut self, is_wanted: bool) {
        if !is_wanted {
            self.lan = None;
        } else if self.lan.is_none() && !self.has_no_lan {
            let has_changed = Arc::new(AtomicBool::new(true));
            let (changed, wake) = (Arc::clone(&has_changed), self.wake.clone());
            let search = LanSearch::start(move || {
                changed.store(true, Ordering::Relaxed);
                wake();
            });
            match search {
                Ok(search) => {
                    self.lan = Some(Lan {
                        search,
                        has_changed,
                    });
                }
                Err(error) => {
                    self.has_no_lan = true;
                    self.tell(News::Lan(Err(trouble(&error, error.advice()))));
                }
            }
        }
    }

    /// Does what the model wants done; what comes of it is polled later.
    pub(crate) fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Local(opening, form) => self.open(opening.table, move |home| {
                open::local(home, &opening, &form)
            }),
            Effect::Host(opening, side, outreach) => self.open(opening.table, move |home| {
                open::host(home, &opening, side, outreach)
            }),
            Effect::HostBeside(opening, side, outreach) => {
                self.host_beside(*opening, side, outreach);
            }
            Effect::HostByMail(opening, side) => self.open(opening.table, move |home| {
                open::host_by_mail(home, &opening, side)
            }),
            Effect::OpenLetter {
                table,
                letter,
                name,
            } => self.open(table, move |home| open::letter(home, letter, &name)),
            Effect::ChooseLetter => self.choose_letter(),
            Effect::Join {
                table,
                code,
                name,
                services,
            } => self.open(table, move |home| open::join(home, &code, &name, services)),
            Effect::Ask { table, found, name } => {
                let (asking, is_taken_back) = oneshot::channel();
                self.asking = Some(asking);
                self.open_perhaps(table, move |home| {
                    open::ask(home, &found, &name, is_taken_back)
                });
            }
            Effect::StopAsking => self.asking = None,
            Effect::SetAside => self.set_aside(),
            Effect::TakeUp { table, game } => self.take_up(table, |one| one.is_of(game)),
            Effect::Withdraw(game) => self.withdraw(game),
            // a match whose guest has come meanwhile is open here already
            Effect::Resume { table, file, .. } if self.waits_with(&file) => {
                self.take_up(table, |one| one.has_file(&file));
            }
            Effect::Resume { table, file, asks } => {
                self.open(table, move |home| open::resume(home, &file, asks))
            }
            Effect::Send(command) => {
                if let Some(open) = &self.open {
                    open.handle.send(command);
                }
            }
            Effect::Leave => self.leave(),
            Effect::Think(question) => {
                self.work(move |_| News::Thought(question.clone(), think(&question)))
            }
            Effect::Save(settings) => match save(&self.home, &self.known, &settings) {
                Ok(()) => self.known = settings,
                Err(trouble) => self.tell(News::Failed(trouble)),
            },
            Effect::ForgetReport => report::forget(&self.home),
            Effect::Keep(kept) => self.change_kept(|all| all.keep(kept)),
            Effect::Forget(kept) => self.change_kept(|all| all.forget(&kept)),
            Effect::Links(is_on) => self.set_links(is_on),
            Effect::Examine(services) => {
                self.work(move |home| News::Examined(net::examine(home, &services)));
            }
            Effect::List => {
                self.work(|home| News::Saved(files::list(home)));
                self.work(|home| News::People(people::list(home)));
            }
            Effect::ChangePerson(key, change) => {
                self.work(move |home| News::People(people::change(home, key, change)));
            }
            Effect::Compare(key) => self.work(move |home| people::words(home, key)),
            Effect::Read(file) => self.work(move |_| files::read(file)),
            Effect::ReadToPlayOn(file, turn) => {
                self.work(move |home| match net::PlayOn::read(home, &file) {
                    Ok(from) => News::PlayOn(Box::new(from), turn),
                    Err(error) => News::Failed(trouble(&error, error.advice())),
                });
            }
            Effect::HostFrom {
                table,
                form,
                name,
                outreach,
            } => self.open(table, move |home| {
                open::host_from(home, &form, &name, outreach)
            }),
            Effect::ReadScenario(file) => self.work(move |_| files::read_scenario(file)),
            Effect::Discard(file) => self.discard(file),
            Effect::Judge(file) => self.work(move |_| files::judge(&file)),
            Effect::ReadBeside(file) => self.read_beside(file),
            // in place: two threads could keep an older comment last
            Effect::KeepComment(file, step, text) => {
                self.told(beside::comment(&self.home, &file, step, &text));
            }
            Effect::KeepTalk(file, talk) => {
                self.told(beside::keep(&file, beside::TALK, Talk::read, &talk.write()));
            }
            Effect::Export(seen, comments, form) => {
                self.work(move |_| export::write(&seen, &comments, &form));
            }
            Effect::ChooseExport(proposed) => {
                self.ask_desktop(export::choose(proposed), |file| News::ExportTo(file).into());
            }
            Effect::Check(number, scenario, fen) => {
                self.work(move |_| News::Checked(number, library::findings(&scenario, &fen)))
            }
            Effect::Delete(file) => self.work(move |home| files::delete(home, &file)),
            Effect::Choose => self.choose(),
            Effect::WriteLetter => self.with_letter(letters::write),
            Effect::ReadLetter => self.with_letter(letters::read),
            Effect::OpenFolder(file) => {
                if let Err(trouble) = files::open_folder(&file) {
                    self.tell(News::Failed(trouble));
                }
            }
            Effect::Copy(_) | Effect::Call(_) => {}
        }
    }

    /// Tells if links to invitations lead to this program.
    pub(crate) fn tell_links(&self) {
        self.tell(News::Links(
            Desktop::of_user().map(|desktop| desktop.is_set()),
        ));
    }

    fn set_links(&self, is_on: bool) {
        let Some(desktop) = Desktop::of_user() else {
            return;
        };
        let program = std::env::current_exe().unwrap_or_default();
        self.told(desktop.set(is_on, &program));
        self.tell_links();
    }

    /// Calls the user by sound and by the desktop.
    pub(crate) fn call(&mut self, call: &Call, by_sound: bool, by_desktop: bool) {
        if by_sound {
            self.sounds.play(call.sound);
        }
        if by_desktop && !call.words.is_empty() {
            notice::show(&call.words);
        }
    }

    /// Tells of a failure.
    fn told(&self, done: Result<(), reach::Trouble>) {
        done.unwrap_or_else(|trouble| self.tell(News::Failed(trouble)));
    }

    /// Reads the comments and the talk beside a match file.
    fn read_beside(&self, file: PathBuf) {
        let talked = file.clone();
        self.work(move |_| {
            beside::read(&talked, beside::TALK, Talk::read)
                .map_or_else(News::Failed, |talk| News::Talk(talked, talk))
        });
        self.work(move |_| {
            beside::read(&file, beside::COMMENTS, Comments::read)
                .map_or_else(News::Failed, |comments| News::Comments(file, comments))
        });
    }

    /// Changes the file of the kept set-ups as it is now: another window may have changed it too.
    fn change_kept(&self, change: impl FnOnce(&mut KeptSetUps)) {
        self.tell(match files::change_kept(&self.home, change) {
            Ok(all) => News::Kept(all),
            Err(trouble) => News::Failed(trouble),
        });
    }

    fn tell(&self, news: News) {
        // the receiver lives as long as this does
        let _ = self.sender.send(Arrival::Tell(Box::new(news.into())));
        (self.wake)();
    }

    /// Works in a thread of its own and tells what came of it.
    fn work(&self, job: impl FnOnce(&Home) -> News + Send + 'static) {
        let (home, sender, wake) = (self.home.clone(), self.sender.clone(), self.wake.clone());
        std::thread::spawn(move || {
            let news = job(&home);
            let _ = sender.send(Arrival::Tell(Box::new(news.into())));
            wake();
        });
    }

    /// Opens a match in a thread of its own, in place of the one open.
    fn open(&mut self, table: u64, job: impl FnOnce(&Home) -> Opened + Send + 'static) {
        self.open_perhaps(table, move |home| Some(job(home)));
    }

    /// Opens a match as [`Self::open`] does, unless the job finds that the user has changed their mind.
    fn open_perhaps(
        &mut self,
        table: u64,
        job: impl FnOnce(&Home) -> Option<Opened> + Send + 'static,
    ) {
        self.put_away();
        let leaving = self.leaving.take();
        let (home, sender, wake) = (self.home.clone(), self.sender.clone(), self.wake.clone());
        std::thread::spawn(move || {
            wait_for_end(leaving);
            let Some(opened) = job(&home) else {
                return;
            };
            let _ = sender.send(match opened {
                Ok((handle, deciders)) => Arrival::Opened(table, Box::new(handle), deciders),
                Err(trouble) => Arrival::Tell(Box::new(News::NotOpened(trouble).into())),
            });
            wake();
        });
    }

    /// Deletes a match once it is left, and lists the others.
    fn discard(&mut self, file: PathBuf) {
        let leaving = self.leaving.take();
        self.work(move |home| {
            wait_for_end(leaving);
            files::delete(home, &file)
        });
    }

    fn leave(&mut self) {
        if let Some(open) = self.open.take() {
            open.handle.send(net::Command::Leave);
            self.leaving = Some(open.handle);
        }
    }

    /// Has a letter of the open match written or read, and tells what failed.
    fn with_letter<F>(&self, act: fn(net::MatchHandle) -> F)
    where
        F: Future<Output = Result<(), reach::Trouble>> + Send + 'static,
    {
        let Some(open) = &self.open else {
            return;
        };
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let act = act(open.handle.clone());
        match reach::runtime() {
            Ok(runtime) => {
                runtime.spawn(async move {
                    if let Err(trouble) = act.await {
                        let _ = sender.send(Arrival::Tell(Box::new(News::Failed(trouble).into())));
                        wake();
                    }
                });
            }
            Err(error) => self.tell(News::Failed(trouble(
                format!("no file can be chosen: {error}"),
                "use `warlord export` and `warlord import` instead",
            ))),
        }
    }

    /// Puts a letter that the user chooses where a pasted one goes.
    fn choose_letter(&self) {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        match reach::runtime() {
            Ok(runtime) => {
                runtime.spawn(async move {
                    let command: Command = match letters::choose().await {
                        Ok(None) => return,
                        Ok(Some(letter)) => {
                            ShellCommand::Code(home::letter_to_text(&letter)).into()
                        }
                        Err(trouble) => News::Failed(trouble).into(),
                    };
                    let _ = sender.send(Arrival::Tell(Box::new(command)));
                    wake();
                });
            }
            Err(error) => self.tell(News::Failed(trouble(
                format!("no file can be chosen: {error}"),
                "paste the letter as text",
            ))),
        }
    }

    fn choose(&self) {
        let dialog = rfd::AsyncFileDialog::new()
            .set_title("Open a match file or a scenario file")
            .add_filter("Matches and scenarios", &["fpm", "toml"])
            .set_directory(self.home.matches_folder())
            .pick_file();
        let chosen = async { dialog.await.map(|file| file.path().to_owned()) };
        self.ask_desktop(chosen, |file| {
            LibraryCommand::OpenTarget(Target::file(file)).into()
        });
    }

    /// Waits for the file that the user chooses in a dialog of the desktop.
    fn ask_desktop(
        &self,
        chosen: impl Future<Output = Option<PathBuf>> + Send + 'static,
        tell: fn(PathBuf) -> Command,
    ) {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        match reach::runtime() {
            Ok(runtime) => {
                runtime.spawn(async move {
                    if let Some(file) = chosen.await {
                        let _ = sender.send(Arrival::Tell(Box::new(tell(file))));
                        wake();
                    }
                });
            }
            Err(error) => self.tell(News::Failed(trouble(
                format!("no file can be chosen: {error}"),
                "type its path, or drop the file on the window",
            ))),
        }
    }
}

impl Open {
    /// The newest snapshot, if it is new.
    fn look(&mut self) -> Option<Command> {
        let seen = self.handle.snapshot();
        let last = self.last.as_ref();
        if last.is_some_and(|last| Arc::ptr_eq(last, &seen)) {
            return None;
        }
        self.last = Some(seen.clone());
        let deciders = self.deciders.clone().unwrap_or_else(|| {
            let of = |number| match seen.seat(Seat(number)) {
                Some(seat) if seat.mine => open::by_name(&seat.name),
                _ => Decider::Peer,
            };
            vec![of(0), of(1)]
        });
        if self.deciders.is_none() && seen.contract.seats.len() == 2 {
            self.deciders = Some(deciders.clone());
            self.told = false;
        }
        let news = if self.told {
            News::Seen(self.table, seen)
        } else {
            News::Opened {
                table: self.table,
                seen,
                deciders,
            }
        };
        self.told = true;
        Some(news.into())
    }
}

/// Waits until a match that was left has closed its files: the next one may be the same.
fn wait_for_end(leaving: Option<MatchHandle>) {
    const LONGEST: Duration = Duration::from_secs(5);
    if let (Some(mut handle), Ok(runtime)) = (leaving, reach::runtime()) {
        let ended = async move { handle.wait_for(|snapshot| snapshot.ended).await };
        // after that the files are as they are; taking them up says what is wrong with them
        let _ = runtime.block_on(async { tokio::time::timeout(LONGEST, ended).await });
    }
}

fn think(question: &Question) -> Vec<AnyOrder> {
    let (position, side, seed) = (&question.position, question.side, open::random());
    or_last(position, side, || {
        computer::play(position, side, question.level, seed)
    })
}

/// The orders found, or the last legal one where the search panics: a turn without orders, or a ready-made set-up, rather
/// than a player who thinks for ever.
fn or_last(
    position: &AnyPosition,
    side: Side,
    search: impl FnOnce() -> Vec<AnyOrder>,
) -> Vec<AnyOrder> {
    let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search));
    found.unwrap_or_else(|_panic| position.legal_orders(side).pop().into_iter().collect())
}

#[cfg(test)]
mod tests;
