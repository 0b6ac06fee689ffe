//! Inviting somebody: the form, and the invitation until the guest is here.

use egui::{Label, Slider, TextEdit, Ui};
use kit::views::widgets::{
    awaited, card, choice, primary, question, section, section_about, side_chip,
};
use protocol::lobby::FEWEST_SEATS;
use rules::{Family, Sides};
use scenario::Scenario;

use super::{View, clocks, forms, people, sharing};
use crate::model::again::Again;
use crate::model::forms::{HostForm, MOST, offers_leaders};
use crate::model::{Command, LibraryCommand, LobbyCommand, Model, ShellCommand};

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    let mut form = model.forms.host.clone();
    let setting = form.setting.clone();
    let start = forms::start(model, view, &setting);
    let sides = forms::sides(model, view, &setting);
    let offers = start.as_deref().is_some_and(offers_leaders);
    // the table is there already: the form changes what it plays
    let changes = model.hosts_lobby();
    bar(model, &form, sides, ui, out);
    let before = form.terms(sides);
    let mut terms = before;
    let mut more = Vec::new();
    let mut chosen = setting.clone();
    forms::with_preview(model, view, ui, &mut chosen, out, |ui| {
        if !changes {
            people::left(model, ui, &mut more);
        }
        card(ui, |ui| {
            players(&mut form, sides, changes, ui);
            if form.has_table(sides) {
                let is_shared = usize::from(form.players(sides)) > sides.len();
                if is_shared {
                    sharing::share(offers, &mut form.by_leaders, ui);
                }
                sharing::fate(is_shared, form.fate(sides), &mut form.drop, ui);
            }
            if let Some(again) = form.again(sides).filter(|_| !changes) {
                let again = again.clone();
                if same_people(model, &form, &again, ui) {
                    form.again = None;
                }
            } else if !changes {
                section(ui, "Your side");
                forms::side(ui, model, &setting, &mut form.side);
                ui.add_space(4.0);
            }
            if !form.has_table(sides) {
                section(ui, "How to play");
                let ways = [(false, "Live"), (true, "By mail")];
                choice(ui, &mut form.by_mail, &ways);
            }
            if form.by_mail(sides) {
                ui.horizontal(|ui| {
                    ui.label("A letter a turn, as text or as a file.");
                    question(ui, "No connection is needed, and you need not play at the same time. With a fixed set-up the first turn is in the third letter, with a hidden one in the seventh or eighth, and in Border War in the eleventh or twelfth.");
                });
                return;
            }
            let agreed = match form.has_table(sides) {
                true => "Turns can be taken back, if everybody agrees",
                false => "Turns can be taken back, if both agree",
            };
            ui.checkbox(&mut form.takeback, agreed);
            if !changes {
                ui.add_space(4.0);
                network(&mut form, ui);
            }
        });
        ui.add_space(10.0);
        let scenario = model.library.scenarios.get(setting.scenario);
        let family = scenario.map_or_else(Family::default, Scenario::family);
        let of = match (form.has_table(sides), form.by_mail(sides)) {
            (true, _) => clocks::Coming::Table,
            (false, true) => clocks::Coming::ByMail,
            (false, false) => clocks::Coming::Two,
        };
        clocks::form(ui, &mut terms, of, family);
    });
    form.setting = chosen;
    // otherwise a clock chosen for a match over a line would be lost by a look at the form for one by mail
    if terms != before {
        form.terms = terms;
    }
    out.append(&mut more);
    if form != model.forms.host {
        // before a press on the button of this frame: the match must begin with the form as it is shown
        out.insert(0, ShellCommand::Host(form).into());
    }
}

/// The button that leads on.
fn bar(model: &Model, form: &HostForm, sides: Sides, ui: &mut Ui, out: &mut Vec<Command>) {
    forms::bar(ui, |ui| {
        if model.hosts_lobby() {
            let about = "Everybody looks at it, and says again who is ready";
            let show = primary(ui, "Show it at the table", true);
            if show.on_hover_text(about).clicked() {
                out.push(LobbyCommand::ShowGame.into());
            }
            return;
        }
        let lead = match (form.by_mail(sides), form.has_table(sides)) {
            (false, true) if form.again(sides).is_some() => "Invite again",
            (true, _) => "Write the offer",
            (false, true) => "Open the table",
            (false, false) => "Make the invitation",
        };
        if primary(ui, lead, !model.opening.is_under_way).clicked() {
            out.push(LibraryCommand::StartHost.into());
        }
        if model.opening.is_under_way {
            awaited(ui);
            ui.weak("Looking how this machine can be reached\u{2026}");
        }
    });
}

/// The number of players.
fn players(form: &mut HostForm, sides: Sides, is_table: bool, ui: &mut Ui) {
    section_about(
        ui,
        "Players",
        "Two players agree on an invitation. Three to eight come together at a table: they choose their seats and look at what is played, and you begin when all are ready.",
    );
    let shown = form.players(sides);
    let least = match (is_table, u8::try_from(sides.len())) {
        (_, Ok(sides)) if sides > FEWEST_SEATS => sides,
        (true, _) => FEWEST_SEATS,
        (false, Ok(sides)) => sides.max(2),
        (false, Err(_)) => 2,
    };
    let most = u8::try_from(MOST).unwrap_or(u8::MAX);
    let mut chosen = shown.max(least);
    let slider = Slider::new(&mut chosen, least..=most).text("players");
    // a game of more sides shows more players, and the number chosen comes back with a game of fewer
    if ui.add(slider).changed() || is_table && chosen != shown {
        form.players = chosen;
    }
    ui.add_space(4.0);
}

/// The players of the match before, each with its new side; true if others are to be invited in their place.
fn same_people(model: &Model, form: &HostForm, again: &Again, ui: &mut Ui) -> bool {
    section_about(
        ui,
        "The same people",
        "Whoever still looks at the finished match is invited there. To the others you send the code of the table. You need not let them in: each gets the seat shown here.",
    );
    let scenario = model.library.scenarios.get(form.setting.scenario);
    for one in again.players() {
        let [before, now] = one.sides;
        ui.horizontal(|ui| {
            side_chip(ui, now, 18.0);
            let name = match one.here {
                Some(_) => format!("{} (here)", one.called),
                None => one.called.clone(),
            };
            ui.add(Label::new(name).truncate());
            if let Some(scenario) = scenario {
                let names = scenario.side_names();
                ui.weak(format!("{}, was {}", names.of(now), names.of(before)));
            }
        });
    }
    let others = ui.button("Invite others").clicked();
    ui.add_space(4.0);
    others
}

/// The ways in which guests can find this machine.
fn network(form: &mut HostForm, ui: &mut Ui) {
    section_about(
        ui,
        "On your network",
        "Whoever wants to play asks you, and you decide. Your name and the game are shown, never the code.",
    );
    ui.checkbox(&mut form.lan, "Show the match to players of this network");
    ui.add_space(4.0);
    section_about(
        ui,
        "From outside your network",
        "You play from your own machine to theirs; there is no server in between. If neither of you can be reached, two codes lead to each other: the invitation, and the answer that your guest's program shows. Without IPv6 both programs need two services for that: Ask two services, on the page of the invitation or in the settings.",
    );
    ui.checkbox(
        &mut form.mapping,
        "Ask the router to forward a port while the match lasts",
    );
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut form.outside)
            .hint_text("address:port")
            .desired_width(220.0);
        ui.add(field)
            .accessible_name("Your router's outside address and port");
        question(ui, "Only if your router forwards a UDP port to the same port of this machine: its outside address or name, and that port. Otherwise leave it empty.");
    });
}
