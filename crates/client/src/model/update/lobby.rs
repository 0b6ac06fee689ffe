//! A table before its match begins: the user's requests, and what is heard of it.

use std::sync::Arc;

use home::Invitation;
use kit::model::meaning::trouble;
use net::lobby::{LobbyHappening, LobbySnapshot};
use protocol::Offer;
use protocol::manifest::DropPolicy;
use scenario::Scenario;

use crate::model::call::{Call, Sound};
use crate::model::forms::{Setting, unshared};
use crate::model::lobby::{Lobby, Naming, Spot, no_longer_ready};
use crate::model::table::Table;
use crate::model::{Dialog, Effect, LibraryCommand, LobbyCommand, Model, Page};

impl Model {
    pub(super) fn update_lobby(&mut self, command: LobbyCommand) -> Vec<Effect> {
        let Some(lobby) = self.lobby.as_mut() else {
            return Vec::new();
        };
        match command {
            LobbyCommand::Ask(spot, asked) => return ask(lobby, spot, asked),
            LobbyCommand::SeatComputer(seat, level) => {
                let name = Some(lobby.computer_name(level));
                return seat_another(lobby, seat, name, Some(level.name().to_owned()));
            }
            LobbyCommand::Naming(naming) => lobby.naming = naming,
            LobbyCommand::TakeName => return take_name(lobby),
            LobbyCommand::ChatLine(line) => lobby.chat = line,
            LobbyCommand::Say => {
                let line = std::mem::take(&mut lobby.chat).trim().to_owned();
                if !line.is_empty() {
                    return vec![Effect::AskTable(net::lobby::LobbyCommand::Chat(line))];
                }
            }
            LobbyCommand::CodeOf(seat) => lobby.code_of = seat,
            LobbyCommand::AnswerLine(line) => {
                lobby.answer = line;
                lobby.told = None;
            }
            LobbyCommand::EnterAnswer => {
                lobby.ask(Spot::Code);
                match lobby.answer.parse::<Invitation>() {
                    Ok(code) => {
                        lobby.answer.clear();
                        let reach = net::lobby::LobbyCommand::Reach(code.into());
                        return vec![Effect::AskTable(reach)];
                    }
                    Err(error) => lobby.tell(trouble(&error, error.advice())),
                }
            }
            LobbyCommand::AskServices => {
                self.settings.name_well_known_services();
                let services = reach::well_known_services();
                let ask = net::lobby::LobbyCommand::AskServices(services);
                return vec![Effect::Save(self.settings.clone()), Effect::AskTable(ask)];
            }
            LobbyCommand::ChangeGame => self.change_game(),
            LobbyCommand::ShowGame => return self.show_game(),
            LobbyCommand::Leave => {
                // nobody waits at a table that has failed
                let is_over = lobby.seen.ended || lobby.seats().is_none();
                if is_over {
                    return self.leave_lobby();
                }
                self.over.dialog = Some(Dialog::LeaveLobby);
            }
            LobbyCommand::LeaveNow => return self.leave_lobby(),
        }
        Vec::new()
    }

    fn leave_lobby(&mut self) -> Vec<Effect> {
        self.over.dialog = None;
        self.page = Page::Start;
        let left = self.lobby.take();
        // a host who leaves closes the table: those who still have its code shall not wait for anybody
        let command = match left.is_some_and(|lobby| lobby.seen.is_host) {
            true => net::lobby::LobbyCommand::Withdraw,
            false => net::lobby::LobbyCommand::Leave,
        };
        vec![Effect::AskTable(command), Effect::List]
    }

    /// Opens the form with what the table plays, to be changed.
    pub(super) fn change_game(&mut self) {
        let table = self
            .lobby
            .as_ref()
            .and_then(|lobby| lobby.seen.table.clone());
        let Some(table) = table else {
            return;
        };
        let game = table.game();
        let scenario = self.number_of(game.scenario());
        let terms = game.terms();
        let form = &mut self.forms.host;
        let (options, by_leaders) = unshared(&terms.options);
        form.by_leaders = by_leaders;
        let drop = terms.policies.drop;
        let seats = table.places().count();
        // the usual fate follows the number of seats, as long as the host has chosen no other
        let usual = DropPolicy::usual(seats > game.sides().len());
        form.drop = Some(drop).filter(|drop| *drop != usual);
        form.setting = Setting {
            scenario,
            options,
            set_up: String::new(),
        };
        form.players = u8::try_from(table.places().count()).unwrap_or(form.players);
        form.terms = terms.terms;
        form.takeback = terms.policies.takeback;
        form.by_mail = false;
        self.opening.trouble = None;
        self.page = Page::Host;
    }

    /// The number of a scenario in the library, to which it is added if it is new there.
    pub(super) fn number_of(&mut self, scenario: &Scenario) -> usize {
        let same = |known: &Scenario| known.text() == scenario.text();
        let known = self.library.scenarios.iter().position(same);
        known.unwrap_or_else(|| {
            self.library.scenarios.push(scenario.clone());
            self.library.scenarios.len() - 1
        })
    }

    /// Shows everybody at the table the game of the form.
    fn show_game(&mut self) -> Vec<Effect> {
        let form = self.forms.host.clone();
        let Some(scenario) = self.scenario_of(&form.setting) else {
            return Vec::new();
        };
        let Some(lobby) = self.lobby.as_mut() else {
            return Vec::new();
        };
        let start = scenario.start(&form.setting.options);
        let sides = start.map_or_else(|_| scenario.sides(), |start| rules::Rules::sides(&start));
        let seats = form.players(sides).max(protocol::lobby::FEWEST_SEATS);
        let options = form.options(&scenario);
        let offer = Offer {
            scenario,
            options,
            // counts for a new table alone: each seat keeps its side
            host_side: None,
            max_turns: None,
            terms: form.terms(sides),
            takeback: form.takeback,
            start: None,
            drop: Some(form.fate(sides)),
            vacancy: None,
        };
        lobby.ask(Spot::Game);
        self.page = Page::Lobby;
        let before = lobby.seats().map_or(0, |table| table.places().count());
        let marks = lobby.seen.changes.is_empty();
        let seen = marks.then_some(net::lobby::LobbyCommand::MarkSeen);
        let offer = Effect::AskTable(net::lobby::LobbyCommand::SetOffer(Box::new(offer)));
        let count = Effect::AskTable(net::lobby::LobbyCommand::SetSeats(seats));
        let mut effects = match usize::from(seats).cmp(&before) {
            std::cmp::Ordering::Equal => vec![offer],
            // a game of more sides needs the seats first, and seats can go once fewer sides need them
            std::cmp::Ordering::Greater => vec![count, offer],
            std::cmp::Ordering::Less => vec![offer, count],
        };
        effects.extend(seen.map(Effect::AskTable));
        effects
    }

    /// Opens the page of a table that was hosted or joined.
    pub(super) fn hear_lobby_opened(&mut self, id: u64, seen: Arc<LobbySnapshot>) -> Vec<Effect> {
        // an older attempt that opens late: the user has turned away from it
        if id != self.opening.count {
            return Vec::new();
        }
        self.opening.is_under_way = false;
        self.machine.lan.asking = None;
        self.forms.code.clear();
        let mut lobby = Lobby::new(id, seen);
        lobby.again = self.rematch.again.take();
        self.forms.host.again = None;
        lobby.is_to_tell = lobby.again.is_some();
        let furnish = lobby.again.as_ref().zip(lobby.seats());
        let furnish = furnish.map_or_else(Vec::new, |(again, seats)| again.furnish(seats));
        // the rows of the seats say what is refused there
        lobby.ask(Spot::Begin);
        self.lobby = Some(lobby);
        self.page = Page::Lobby;
        self.over.dialog = None;
        let mut effects: Vec<Effect> = furnish.into_iter().map(Effect::AskTable).collect();
        effects.extend(self.tell_code_again());
        effects
    }

    /// Tells the code of a table that comes together again to those who are still connected in the match before.
    fn tell_code_again(&mut self) -> Option<Effect> {
        let lobby = self.lobby.as_mut().filter(|lobby| lobby.is_to_tell)?;
        let code = lobby.seen.meeting.invitation.as_ref()?;
        lobby.is_to_tell = false;
        let talks_on = self.table.as_ref().is_some_and(Table::talks_on);
        talks_on.then(|| Effect::Send(net::Command::Chat(code.code())))
    }

    /// Takes what is new at the table.
    pub(super) fn hear_lobby(
        &mut self,
        id: u64,
        seen: Arc<LobbySnapshot>,
        happened: Vec<LobbyHappening>,
    ) -> Vec<Effect> {
        let Some(lobby) = self.lobby.as_mut().filter(|lobby| lobby.id == id) else {
            return Vec::new();
        };
        let before = std::mem::replace(&mut lobby.seen, seen);
        if lobby.seen.own != before.own {
            // what was asked for has come, or is asked for no longer
            lobby.told = None;
        }
        if lobby.seen.is_ready {
            lobby.taken_back.clear();
            lobby.failed = None;
        }
        let codes = &lobby.seen.seat_codes;
        lobby.code_of = lobby.code_of.filter(|seat| codes.contains_key(seat));
        let mut call = None;
        for happening in happened {
            call = lobby.hear(happening).or(call);
        }
        lobby.forget_asked();
        let again = lobby.again.as_mut();
        let welcome = again.map_or_else(Vec::new, |again| again.welcome(&lobby.seen));
        let mut effects: Vec<Effect> = welcome.into_iter().map(Effect::AskTable).collect();
        effects.extend(call.map(Effect::Call));
        effects.extend(self.tell_code_again());
        effects
    }

    /// Leads to the table if the entered code is its own: a player there may have a new address, or the code is the answer
    /// of a guest who cannot connect.
    pub(super) fn code_of_lobby(&mut self) -> Option<Vec<Effect>> {
        let lobby = self.lobby.as_mut()?;
        let code: Invitation = self.forms.code.parse().ok()?;
        let own = lobby.seen.meeting.invitation.as_ref();
        let game = lobby.seen.meeting.game.or(own.map(|own| own.game));
        if game != Some(code.game) {
            return None;
        }
        self.forms.code.clear();
        self.page = Page::Lobby;
        let is_own = own.is_some_and(|own| own.host == code.host);
        let reach = || Effect::AskTable(net::lobby::LobbyCommand::Reach(code.into()));
        Some((!is_own).then(reach).into_iter().collect())
    }

    /// Refuses what would take the program to another match while the user sits at a table.
    pub(super) fn keeps_to_lobby(&mut self, command: &LibraryCommand) -> bool {
        let opens = matches!(
            command,
            LibraryCommand::StartLocal
                | LibraryCommand::Rematch
                | LibraryCommand::TakeRematch
                | LibraryCommand::StartHost
                | LibraryCommand::StartJoin
                | LibraryCommand::ChooseLetter
                | LibraryCommand::TakeUp(_)
                | LibraryCommand::Ask(_)
                | LibraryCommand::Resume(_)
        );
        let keeps = opens && self.lobby.is_some();
        if keeps {
            self.opening.trouble = Some(at_a_table());
        }
        keeps
    }
}

/// Why no other match opens while the user sits at a table.
pub(super) fn at_a_table() -> reach::Trouble {
    trouble(
        "you sit at a table, whose match may begin at any moment",
        "leave it first; lessons, puzzles and replays are open meanwhile",
    )
}

fn ask(lobby: &mut Lobby, spot: Spot, asked: net::lobby::LobbyCommand) -> Vec<Effect> {
    lobby.ask(spot);
    lobby.naming = None;
    // what the host changes is no news to the host; but what else has changed stays marked
    let marks = lobby.seen.is_host && lobby.seen.changes.is_empty() && furnishes(&asked);
    let seen = marks.then_some(net::lobby::LobbyCommand::MarkSeen);
    let all = [asked].into_iter().chain(seen);
    all.map(Effect::AskTable).collect()
}

/// True for a request of the host that changes the table.
fn furnishes(asked: &net::lobby::LobbyCommand) -> bool {
    use net::lobby::LobbyCommand as Wish;
    matches!(
        asked,
        Wish::SetSide { .. }
            | Wish::Swap { .. }
            | Wish::Open(_)
            | Wish::GiveCode(_)
            | Wish::CloseSeat(_)
            | Wish::SeatPlayer { .. }
            | Wish::Rename { .. }
            | Wish::LetIn(_)
            | Wish::TurnOut(_)
    )
}

/// Brings another player of this machine to a seat.
fn seat_another(
    lobby: &mut Lobby,
    seat: protocol::Seat,
    name: Option<String>,
    level: Option<String>,
) -> Vec<Effect> {
    use net::lobby::LobbyCommand::{Bring, Open, SeatPlayer};
    let spot = Spot::Seat(seat);
    if !lobby.seen.is_host {
        let seat = Some(seat);
        return ask(lobby, spot, Bring { seat, name, level });
    }
    let mut effects = Vec::new();
    // another player of this machine makes room first, such as a computer of another level
    if lobby.own_at(seat).is_some() {
        effects.extend(ask(lobby, spot, Open(seat)));
    }
    effects.extend(ask(lobby, spot, SeatPlayer { seat, name, level }));
    effects
}

fn take_name(lobby: &mut Lobby) -> Vec<Effect> {
    let Some(Naming { seat, player, name }) = lobby.naming.take() else {
        return Vec::new();
    };
    let name = name.trim().to_owned();
    if name.is_empty() {
        return Vec::new();
    }
    match player {
        Some(player) => {
            let rename = net::lobby::LobbyCommand::Rename { player, name };
            ask(lobby, Spot::Seat(seat), rename)
        }
        None => seat_another(lobby, seat, Some(name), None),
    }
}

impl Lobby {
    /// Takes note of something that has happened; returns a call to a user who looks elsewhere.
    fn hear(&mut self, happening: LobbyHappening) -> Option<Call> {
        match happening {
            LobbyHappening::Asked(key) => {
                let mut askers = self.seen.askers.iter();
                let asker = askers.find(|asker| asker.key == key)?;
                let (name, ..) = asker.players.first()?;
                Some(Call::new(Sound::Talk, format!("{name} asks to sit down.")))
            }
            LobbyHappening::AskedOnLan(asker) => {
                let words = format!("{} asks to play with you.", asker.name);
                Some(Call::new(Sound::Talk, words))
            }
            LobbyHappening::ReadyTakenBack(changes) => {
                let words = no_longer_ready(&changes);
                self.taken_back = changes;
                Some(Call::new(Sound::Offer, words))
            }
            LobbyHappening::Late(seats) => {
                let is_own = seats.iter().any(|seat| self.own_at(*seat).is_some());
                let words = "The others at the table are ready, and wait for you.";
                is_own.then(|| Call::new(Sound::Offer, words))
            }
            LobbyHappening::Reply(why) | LobbyHappening::Refused(why) => {
                self.tell(why);
                None
            }
            LobbyHappening::LostSeat { player } => {
                let name = self.seen.own.get(player)?.name.clone();
                let what = format!("{name} no longer has a seat at this table");
                self.ask(Spot::Begin);
                self.tell(trouble(&what, "choose a free seat, or ask the host"));
                Some(Call::new(Sound::Offer, format!("{what}.")))
            }
            LobbyHappening::TryFailed(why) => {
                let what = format!("the match did not begin: {why}");
                self.failed = Some(trouble(&what, why.advice(self.seen.is_host)));
                Some(Call::new(Sound::Offer, format!("{what}.")))
            }
            LobbyHappening::Said { name, text } => {
                let is_own = self.seen.own.iter().any(|own| own.name == name);
                (!is_own).then(|| Call::new(Sound::Talk, format!("{name}: {text}")))
            }
            // the snapshot shows these, and the match itself calls when it begins
            LobbyHappening::Changed
            | LobbyHappening::Line(_)
            | LobbyHappening::Code(_)
            | LobbyHappening::Answer(_)
            | LobbyHappening::Note(_)
            | LobbyHappening::Started(_)
            | LobbyHappening::Failed(_) => None,
        }
    }
}
