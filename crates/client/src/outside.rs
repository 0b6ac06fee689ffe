//! The work outside the model: sessions, the computer, files. Nothing here waits in a frame.

#[cfg(test)]
mod as_one;
mod beside;
mod chosen;
mod dialogs;
mod export;
#[cfg(test)]
mod faults;
mod files;
mod letters;
mod links;
mod lobby;
mod notice;
mod open;
mod people;
mod preferences;
#[cfg(test)]
mod releases;
mod report;
mod session;
mod sound;
mod thinking;
mod waiting;
mod written;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use home::Home;
use kit::model::kept::KeptSetUps;
use kit::model::meaning::trouble;
use kit::model::scenarios;
use net::MatchHandle;
use net::lobby::LobbyHandle;
use reach::LanSearch;
use tokio::sync::oneshot;

use crate::model::call::Call;
use crate::model::comments::Comments;
use crate::model::settings::Settings;
use crate::model::table::Decider;
use crate::model::talk::Talk;
use crate::model::unfinished::Unfinished;
use crate::model::{Command, Effect, News};
pub(crate) use chosen::own_scenarios;
use links::Desktop;
use lobby::OpenLobby;
#[cfg(test)]
pub(crate) use notice::shown as notices_shown;
use open::{Game, Opened};
pub(crate) use preferences::{is_new, kept, learned, load, save, wrong_set_ups};
pub(crate) use report::last_report;
pub use report::{forget, keep_reports};
use session::{Open, wait_for_end};
use sound::Sounds;
use waiting::Waiting;

/// The days since the beginning of 1970, in universal time: the same day for everybody.
pub(crate) fn day() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    // a clock before 1970 shows the first day's puzzle
    now.map_or(0, |since| since.as_secs() / (24 * 60 * 60))
}

/// Called when there is something new to look at.
pub(crate) type Wake = Arc<dyn Fn() + Send + Sync>;

/// The open session, and everything under way.
pub(crate) struct Outside {
    home: Home,
    /// The settings as this window last read or wrote them: only what has changed since is written, because another
    /// window may have changed the rest.
    known: Settings,
    wake: Wake,
    open: Option<Open>,
    /// The table that this machine's players sit at, before its match begins.
    lobby: Option<OpenLobby>,
    /// The matches that wait for their guests while other things are done.
    waiting: Vec<Waiting>,
    /// The search for the matches of this network, while the user may want one.
    lan: Option<Lan>,
    /// Set if this machine cannot look for them, so that the trouble is shown once; and in tests.
    has_no_lan: bool,
    /// The question to a host of this network; dropping it takes the question back.
    asking: Option<oneshot::Sender<()>>,
    /// A match that was left and may still be writing its files.
    leaving: Option<MatchHandle>,
    /// Held while the list of matches is read or changed, until the page has been sent the result.
    listing: Arc<Mutex<()>>,
    sounds: Sounds,
    sender: Sender<Arrival>,
    inbox: Receiver<Arrival>,
}

/// A search for the matches of this network.
struct Lan {
    search: LanSearch,
    has_changed: Arc<AtomicBool>,
}

enum Arrival {
    Opened(u64, Box<MatchHandle>, Option<Vec<Decider>>),
    Table(u64, Box<LobbyHandle>),
    /// A table of an earlier run is open again.
    TableAgain(Box<LobbyHandle>),
    /// An earlier invitation waits for its guest again.
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
            lobby: None,
            waiting: Vec::new(),
            lan: None,
            // a test must not see the matches of others on its network
            has_no_lan: cfg!(test),
            asking: None,
            leaving: None,
            listing: Arc::default(),
            sounds: Sounds::default(),
            sender,
            inbox,
        }
    }

    /// The arrivals since the last call.
    pub(crate) fn poll(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        // all that is there: an arrival left over would wait for the next event, which may be minutes away
        while let Ok(arrival) = self.inbox.try_recv() {
            match arrival {
                Arrival::Tell(command) => commands.push(*command),
                Arrival::Opened(table, handle, deciders) => self.show(table, *handle, deciders),
                Arrival::Table(table, handle) => self.sit_at(table, *handle, false),
                // somebody who has begun something else meanwhile is not called away from it
                Arrival::TableAgain(handle) if self.open.is_none() && self.lobby.is_none() => {
                    self.sit_at(0, *handle, true);
                }
                Arrival::TableAgain(_) => {}
                Arrival::Waiting(handle) => self.wait(*handle),
            }
        }
        // before the match: one that has just begun at the table is shown in the same frame
        commands.extend(self.look_at_lobby());
        // after the arrivals: a match that has just been opened is shown in the same frame
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
        // the window sleeps between events: without a call it would show news only when the mouse moves
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
            // true from the start: the list of this search, empty at first, replaces what an earlier search left on
            // the page
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

    /// Does what the model wants done; the results arrive later in [`Self::poll`].
    pub(crate) fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Local(opening, form) => self.open(opening.table, move |home| {
                open::local(home, &opening, &form)
            }),
            Effect::Host(opening, side, outreach) => self.open(opening.table, move |home| {
                open::host(home, &opening, side, outreach)
            }),
            Effect::HostTable {
                opening,
                side,
                seats,
                outreach,
                is_beside,
            } => {
                let table = opening.table;
                let host =
                    move |home: &Home| open::host_at_table(home, &opening, side, seats, outreach);
                match is_beside {
                    true => self.open_after(None, table, move |home| Some(host(home))),
                    false => self.open(table, host),
                }
            }
            Effect::AskTable(command) => self.ask_table(command),
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
                // kept only to be dropped: that ends the receiver's wait and with it the question
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
                // a command that comes after the match was left has nobody to go to
                if let Some(open) = &self.open {
                    open.handle.send(command);
                }
            }
            Effect::Leave => self.leave(),
            Effect::Think(question) => {
                self.work(move |_| News::Thought(question.clone(), thinking::think(&question)))
            }
            // in place and not in a thread: at exit the process would end before a thread has written
            Effect::Save(settings) => match save(&self.home, &self.known, &settings) {
                Ok(()) => self.known = settings,
                Err(trouble) => self.tell(News::Failed(trouble)),
            },
            Effect::ExportSettings(file, settings) => {
                self.tell(match preferences::export(&file, &settings) {
                    Ok(()) => News::Exported(file),
                    Err(trouble) => News::Failed(trouble),
                });
            }
            Effect::ImportSettings(file, settings) => {
                self.tell(match preferences::import(&file, &settings) {
                    Ok(settings) => News::Imported(Box::new(settings)),
                    Err(trouble) => News::Failed(trouble),
                });
            }
            Effect::ForgetReport => report::forget(&self.home),
            Effect::Keep(kept) => self.change_kept(|all| all.keep(kept)),
            Effect::Forget(kept) => self.change_kept(|all| all.forget(&kept)),
            // in place, as settings are: the user may close the window right after a lesson
            Effect::Learn(change) => self.tell(match preferences::learn(&self.home, change) {
                Ok(learned) => News::Learned(learned),
                Err(trouble) => News::Failed(trouble),
            }),
            Effect::Links(is_on) => self.set_links(is_on),
            Effect::Examine(services) => {
                self.work(move |home| News::Examined(net::examine(home, &services)));
            }
            Effect::List => {
                // two threads: the players need not wait for the matches, of which the latest are replayed
                self.list(None, |home| News::Saved(files::list(home)));
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
            Effect::ReadScenario(file) => self.work(move |_| chosen::read_scenario(file)),
            Effect::Discard(file) => self.discard(file),
            Effect::Judge(file) => self.work(move |_| chosen::judge(&file)),
            Effect::ReadBeside(file) => self.read_beside(file),
            // in place: two threads could keep an older comment last
            Effect::KeepComment(file, step, text) => {
                self.told(beside::comment(&self.home, &file, step, &text));
            }
            Effect::KeepTalk(file, talk) => {
                self.told(beside::keep(&file, beside::TALK, Talk::read, &talk.write()));
            }
            // in place: the window may close right after it
            Effect::KeepUnfinished(file, kept) if kept.is_empty() => {
                beside::forget_unfinished(&file);
            }
            Effect::KeepUnfinished(file, kept) => self.told(beside::keep(
                &file,
                beside::UNFINISHED,
                Unfinished::read,
                &kept.write(),
            )),
            Effect::Export(seen, comments, form) => {
                self.work(move |_| export::write(&seen, &comments, &form));
            }
            Effect::ChooseExport(proposed) => {
                self.ask_desktop(export::choose(proposed), |file| News::ExportTo(file).into());
            }
            Effect::Check(number, scenario, fen) => {
                self.work(move |_| News::Checked(number, scenarios::findings(&scenario, &fen)))
            }
            Effect::Delete(file) => self.list(None, move |home| files::delete(home, &file)),
            Effect::Choose => self.choose(),
            Effect::WriteLetter => self.with_letter(letters::write),
            Effect::ReadLetter => self.with_letter(letters::read),
            // in place: the file manager is only started, not waited for here
            Effect::OpenFolder(file) => {
                if let Err(trouble) = chosen::open_folder(&file) {
                    self.tell(News::Failed(trouble));
                }
            }
            // the app has carried these out already: they need the window
            Effect::Copy(_) | Effect::Call(_) => {}
        }
    }

    /// Returns `true` while a session plays the match on the table.
    pub(crate) const fn plays(&self) -> bool {
        self.open.is_some()
    }

    /// Reports whether links to invitations lead to this program.
    pub(crate) fn tell_links(&self) {
        self.tell(News::Links(
            Desktop::of_user().map(|desktop| desktop.links()),
        ));
    }

    fn set_links(&self, is_on: bool) {
        let Some(desktop) = Desktop::of_user() else {
            return;
        };
        // the handler names the program by its path; an empty one is refused there with the reason
        let program = std::env::current_exe().unwrap_or_default();
        self.told(desktop.set(is_on, &program));
        self.tell_links();
    }

    /// Calls the user by sound and by the desktop.
    /// Calls the user; `volume` in percent, 0 for no sound.
    pub(crate) fn call(&mut self, call: &Call, volume: u16, by_desktop: bool) {
        if volume > 0 {
            self.sounds.play(call.sound, volume);
        }
        if by_desktop && !call.words.is_empty() {
            notice::show(&call.words);
        }
    }

    /// Reports the failure of something done in place.
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
        let left = file.clone();
        self.work(move |_| {
            beside::read(&left, beside::UNFINISHED, Unfinished::read)
                .map_or_else(News::Failed, |kept| News::Unfinished(left, kept))
        });
        self.work(move |_| {
            beside::read(&file, beside::COMMENTS, Comments::read)
                .map_or_else(News::Failed, |comments| News::Comments(file, comments))
        });
    }

    /// Changes the file of the kept set-ups as it is now: another window may have changed it too.
    fn change_kept(&self, change: impl FnOnce(&mut KeptSetUps)) {
        self.tell(match preferences::change_kept(&self.home, change) {
            Ok(all) => News::Kept(all),
            Err(trouble) => News::Failed(trouble),
        });
    }

    fn tell(&self, news: News) {
        // sending cannot fail: the receiver lives as long as `self`
        let _ = self.sender.send(Arrival::Tell(Box::new(news.into())));
        (self.wake)();
    }

    /// Works in a thread of its own and reports the result.
    fn work(&self, job: impl FnOnce(&Home) -> News + Send + 'static) {
        let (home, sender, wake) = (self.home.clone(), self.sender.clone(), self.wake.clone());
        std::thread::spawn(move || {
            let news = job(&home);
            // after the window is closed nobody receives, and nobody misses it
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
        // two sessions must never hold one match file: the job waits until the previous session has released its own
        let leaving = self.leaving.take();
        self.open_after(leaving, table, job);
    }

    /// Opens a match or a table once the session before has ended.
    fn open_after(
        &self,
        leaving: Option<MatchHandle>,
        table: u64,
        job: impl FnOnce(&Home) -> Option<Opened> + Send + 'static,
    ) {
        let (home, sender, wake) = (self.home.clone(), self.sender.clone(), self.wake.clone());
        std::thread::spawn(move || {
            wait_for_end(leaving);
            // nothing is reported: the model forgot the attempt when the user took the question back
            let Some(opened) = job(&home) else {
                return;
            };
            let _ = sender.send(match opened {
                Ok(Game::Match(handle, deciders)) => Arrival::Opened(table, handle, deciders),
                Ok(Game::Table(handle)) => Arrival::Table(table, handle),
                Err(trouble) => Arrival::Tell(Box::new(News::NotOpened(trouble).into())),
            });
            wake();
        });
    }

    /// Deletes a match once it is left, and lists the others.
    fn discard(&mut self, file: PathBuf) {
        let leaving = self.leaving.take();
        self.list(leaving, move |home| files::delete(home, &file));
    }

    /// Reads or changes the list of matches in a thread, after `leaving` has ended.
    ///
    /// One at a time: a list read before a match was deleted would otherwise arrive after it and show the match again.
    fn list(&self, leaving: Option<MatchHandle>, job: impl FnOnce(&Home) -> News + Send + 'static) {
        let (home, sender, wake) = (self.home.clone(), self.sender.clone(), self.wake.clone());
        let listing = self.listing.clone();
        std::thread::spawn(move || {
            wait_for_end(leaving);
            // A panic of another job leaves nothing half changed behind the lock.
            let turn = listing.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = sender.send(Arrival::Tell(Box::new(job(&home).into())));
            drop(turn);
            wake();
        });
    }

    fn leave(&mut self) {
        if let Some(open) = self.open.take() {
            open.handle.send(net::Command::Leave);
            // the session still writes its files; whatever opens or deletes a match next waits for its end
            self.leaving = Some(open.handle);
        }
    }
}

#[cfg(test)]
mod tests;
