//! `warlord host`: offers a match and plays it without a window.

mod from_match;
pub(crate) mod table;

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr as _;
use std::sync::Arc;

use ::home::{Home, Invitation, Player};
use clap::Args;
use indicatif::ProgressBar;
use net::lobby::LobbyCommand;
use net::{Command, HostConfig};
use protocol::Offer;
use protocol::manifest::{ClaimEffect, Pace, Terms};
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};
use reach::Address;
use scenario::Mistake;

use crate::completion;
use crate::continuing::Answer;
use crate::decider::Decider;
use crate::failure::{ArgumentError, Failure};
use crate::letter_command;
use crate::match_arguments::{
    PlaceArguments, PlayArguments, home, key_value, not_started, player, run,
};
use crate::report::{Report, Reporter};
use crate::scenario_command;
use crate::services::{Services, outside};
use crate::sitting::{Sitting, show_terms};

#[derive(Debug, Default, Args)]
pub(crate) struct OfferArguments {
    /// The scenario: an id from `warlord scenario list`, or the path of a scenario file (by default clash-of-arms, and
    /// in a demo test-of-wills)
    #[arg(long, value_name = "S", add = completion::scenario())]
    pub(crate) scenario: Option<String>,
    /// An option of the scenario (may be repeated); `warlord scenario show S` lists them
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_value)]
    options: Vec<(String, String)>,
    /// Play a fixed set-up of your own, in rows as Game Courier writes them; `warlord scenario show S` prints the
    /// current rows
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    set_up: Option<String>,
    /// End the match in an agreed draw after N turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_turns: Option<u32>,
    /// Allow N days for each turn, also by mail; if a player takes longer, the other may claim that the time is up
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), group = "pace")]
    days: Option<u16>,
    /// Give each player a clock, such as 15m+10s: fifteen minutes for the whole match, and ten more seconds after each
    /// turn
    #[arg(long, value_name = "CLOCK", value_parser = Pace::parse_clock, group = "pace")]
    clock: Option<Pace>,
    /// What happens when a player claims that the time is up: `nothing` (the claim is only noted), `loss`, or `abort`
    /// (no result). Nobody can prove a claim, so the file then says CLAIMED
    #[arg(long, value_name = "EFFECT", default_value = "nothing", value_parser = ClaimEffect::from_str, requires = "pace")]
    claim: ClaimEffect,
    /// Do not allow turns to be taken back, even if both players agree
    #[arg(long)]
    no_takeback: bool,
}

impl OfferArguments {
    /// True if anything but the number of turns is named.
    fn names_a_game(&self) -> bool {
        let is_timed = self.days.is_some() || self.clock.is_some();
        let is_changed = !self.options.is_empty() || self.set_up.is_some() || self.no_takeback;
        self.scenario.is_some() || is_timed || is_changed
    }

    /// The offer of a host that plays the named side, or the first side without a name.
    pub(crate) fn offer(&self, usual: &str, host_side: Option<&str>) -> anyhow::Result<Offer> {
        let scenario = scenario_command::open(self.scenario.as_deref().unwrap_or(usual))
            .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
        // from a forum or a mail the rows come with blanks and invisible characters
        let scenario = match &self.set_up {
            Some(fen) => scenario
                .with_set_up(&cleaner::pasted::plain(fen))
                .map_err(no_set_up)?,
            None => scenario,
        };
        // tried here, before the invitation exists: an offer that no guest could play must not go out
        scenario
            .start(&net::table::game_options(&self.options))
            .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
        let host_side = host_side.map(|name| scenario.family().parse_side(name));
        let host_side = host_side.transpose().map_err(|error| {
            let advice = "give `--side` the name of a side of this game";
            Failure::new(error.to_string(), advice)
        })?;
        Ok(Offer {
            scenario,
            options: self.options.clone(),
            host_side,
            max_turns: self.max_turns,
            terms: Terms {
                pace: self.days.map(Pace::Days).or(self.clock).unwrap_or_default(),
                claim: self.claim,
            },
            takeback: !self.no_takeback,
            start: None,
            drop: None,
            vacancy: None,
        })
    }
}

/// The error of a refused set-up, with every mistake.
fn no_set_up(mistakes: Vec<Mistake>) -> Failure {
    let told: Vec<String> = mistakes.iter().map(Mistake::to_string).collect();
    let advice = "change the rows that `warlord scenario show S` prints after `Set-up:`";
    Failure::new(told.join("\n"), advice)
}

/// Host a match and play it without a window.
#[derive(Debug, Args)]
#[command(
    long_about = "Hosts a match without a window: prints the invitation as a code, a link and a picture, waits for a guest, \
                  and plays. Players on the same network find the match with `warlord lan` and may ask you to let them in.\n\nAnyone who has the invitation can take the seat, once. The match is written to a file as it is played; after a crash or \
                  Ctrl-C, `warlord resume FILE` continues it. To pause or adjourn, both players close the program: no clock runs while \
                  both are closed.\n\nIf a guest's program cannot reach your addresses, it shows an answer code for the guest to send you: type it while this \
                  program waits, or start the program with --answer.\n\nWith --seats, three to eight play at one table. \
                  The program shows who sits where; `ready` agrees to what the table shows, and you `begin` once all are \
                  ready. `help` lists the words that you can type until then.",
    after_help = "Examples:\n  warlord host --scenario test-of-wills\n  \
                  warlord host --player computer --record match.fpm\n  \
                  warlord host --clock 15m+10s --claim loss\n  \
                  warlord host --days 3 --claim abort --letter to-ben.fpx --record ann.fpm\n  \
                  warlord host --listen 0.0.0.0:4555 --public 203.0.113.7:4555\n  \
                  warlord host --stun default\n  \
                  warlord host --seats 4 --seat 2=computer:easy --seat 3=code\n  \
                  warlord host --continue match.fpm --turn 12 --swap\n  \
                  warlord host --continue match.fpm --turn 12 --beside\n  \
                  warlord host --continue match.fpm --substitute\n  \
                  warlord host --continue match.fpm --substitute --seat 3=open"
)]
pub(crate) struct HostArguments {
    #[command(flatten)]
    offer: OfferArguments,
    /// Continue the match in FILE from where it stands, or from the end of a turn (--turn). The other players are asked
    /// to continue there in a new match that replaces the old one; with --beside, anyone who has the invitation plays
    /// on from there, and the old match stays as it is. Instead of a file, `accept` or `decline` answers a guest who
    /// asks to continue in a new match
    #[arg(long = "continue", value_name = "FILE", add = completion::match_file())]
    from: Option<PathBuf>,
    /// Continue from the end of turn N; 0 is the start
    #[arg(long, value_name = "N", requires = "from")]
    turn: Option<u32>,
    /// Continue in a separate match; the old one stays as it is
    #[arg(long, requires = "from")]
    beside: bool,
    /// Continue with someone else in place of the other player, who is gone. The new match counts for the two who play
    /// it; for the player who is gone, the old match stands. With three to eight players this opens a table, to which all
    /// who stay come as well; players who were left out can come back there
    #[arg(long, requires = "from", group = "seating", conflicts_with_all = ["beside", "swap", "side", "letter", "record"])]
    substitute: bool,
    /// Swap sides with the other player
    #[arg(long, requires = "from", conflicts_with = "side")]
    swap: bool,
    /// The side you play, such as black (by default the first one; with --continue, the one you played in that match)
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// An address or name where players can reach you and that this machine cannot find out, such as your router's (may
    /// be repeated)
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = outside)]
    public: Vec<Address>,
    /// Wait again for the guest whose program shows this answer code, instead of making a new invitation; if a program is
    /// already waiting, type the code there
    #[arg(long, value_name = "CODE", value_parser = answer_code)]
    answer: Option<Invitation>,
    #[command(flatten)]
    services: Services,
    /// Offer the match by mail: write the letter for the other player to this file and exit. `warlord import FILE IN` reads
    /// the answer; FILE is that of --record
    #[arg(
        long,
        value_name = "OUT",
        requires = "record",
        conflicts_with = "clock"
    )]
    letter: Option<PathBuf>,
    /// Replace an existing file with the letter; a match, a key or another letter is never replaced
    #[arg(long, requires = "letter")]
    force: bool,
    /// Do not ask the router to forward the port
    #[arg(long)]
    no_mapping: bool,
    #[command(flatten)]
    table: table::TableSeats,
    #[command(flatten)]
    let_in: LetIn,
    #[command(flatten)]
    place: PlaceArguments,
    #[command(flatten)]
    play: PlayArguments,
}

fn answer_code(text: &str) -> Result<Invitation, ArgumentError> {
    let code: Result<Invitation, ::home::InvitationError> = text.parse();
    code.map_err(|error| Failure::new(error.to_string(), error.advice()).into())
}

pub(crate) fn run_host(arguments: &HostArguments) -> anyhow::Result<ExitCode> {
    let home = home()?;
    if let Some(answer) = &arguments.answer {
        // with an answer code there is an invitation already: nothing new is offered
        return wait_again(&home, answer, arguments);
    }
    if arguments.letter.is_some() && arguments.table.is_named() {
        let what = "a table of three to eight is not played by mail, which is for two";
        let advice =
            "leave out --letter, and send the code of the table to everybody; or leave out --seats";
        return Err(Failure::new(what, advice).into());
    }
    let mut player = player(&home, arguments.place.name.as_deref())?;
    let (mut replaces, mut words) = (None, None);
    let side = arguments.side.as_deref();
    let offer = match arguments.from() {
        // the manifest of the old match fixes these; taken silently they would look as if they had been changed
        Some(_) if arguments.offer.names_a_game() => {
            let what = "a match that continues another one has the scenario, options and time limits of that one";
            let advice =
                "leave out the options of the offer; with --beside, --max-turns is possible";
            return Err(Failure::new(what, advice).into());
        }
        Some(file) if arguments.substitute && from_match::has_table(&home, file)? => {
            return table::run_in_place(home, file, arguments);
        }
        Some(_) if arguments.substitute && arguments.table.is_named() => {
            let what = "in a match of two the seat of the other player is the one that is free";
            return Err(Failure::new(what, "leave out --seat").into());
        }
        Some(file) if arguments.substitute => {
            let vacancy = from_match::vacancy(&home, arguments, file)?;
            player = vacancy.player;
            (replaces, words) = (Some(vacancy.file), Some(vacancy.words));
            vacancy.offer
        }
        Some(file) if !arguments.beside => return from_match::ask(arguments, file),
        Some(file) => from_match::offer(&home, arguments, file)?,
        None => arguments.offer.offer("clash-of-arms", side)?,
    };
    if let (Some(out), Some(record)) = (&arguments.letter, &arguments.place.record) {
        let out = ::home::Output::to(out).forced(arguments.force);
        // before the match file is made: a letter that cannot be written must not leave a match behind
        letter_command::check(Some(&out))?;
        let letter = net::offer_by_mail(&player, &offer, record)
            .map_err(|error| not_started("this match cannot be offered", error))?;
        let written = letter_command::write(Some(out), &letter);
        written.map_err(|error| letter_command::kept_in(error, record))?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.table.is_named() {
        return table::run_table(home, player, offer, arguments);
    }
    run(async |interrupt| {
        // before the invitation exists: a bot that cannot start must not leave a guest in front of nobody
        let (own, reporter) = arguments.play.start()?;
        let config = HostConfig {
            replaces,
            ..arguments.config(home, player, offer, &own)
        };
        let handle =
            net::host(config).map_err(|error| not_started("this match cannot be hosted", error))?;
        let mut sitting = Sitting::new(handle, own, reporter, interrupt);
        if let Some(text) = words {
            let (_, reporter) = sitting.before();
            reporter.report(&Report::Note { text })?;
        }
        let sitting = sitting.continuing(None, arguments.said());
        wait_for_guest(sitting, &arguments.play, &arguments.let_in).await
    })
}

/// Waits for the guest of an earlier invitation, and dials the guest at the addresses of the answer.
fn wait_again(
    home: &Home,
    answer: &Invitation,
    arguments: &HostArguments,
) -> anyhow::Result<ExitCode> {
    let mut invitations = home.invitations().into_iter();
    let invitation = invitations.find(|invitation| invitation.game == answer.game);
    let mut invitation = invitation.ok_or_else(|| {
        Failure::new(
            "the code answers none of your invitations",
            "use the answer code that your guest's program shows; `warlord invitations` lists your open invitations",
        )
    })?;
    let (play, let_in) = (&arguments.play, &arguments.let_in);
    run(async |interrupt| {
        let (player, reporter) = play.start()?;
        invitation.lan = let_in.announces(&player);
        if !invitation.table.is_empty() {
            let again = table::open_again(home, invitation, play)?;
            again.send(LobbyCommand::Reach(Arc::new(answer.clone())));
            let waiting = table::Waiting { play, let_in };
            return waiting.wait(again, player, reporter, interrupt).await;
        }
        let handle = net::host_again(home, invitation, net::limits::Limits::default())
            .map_err(|error| not_started("the program cannot wait for this guest", error))?;
        handle.send(Command::Reach(Arc::new(answer.clone())));
        let sitting = Sitting::new(handle, player, reporter, interrupt);
        let sitting = sitting.continuing(None, arguments.said());
        wait_for_guest(sitting, play, let_in).await
    })
}

/// Shows what is offered and the invitation, waits for the guest, and plays.
pub(crate) async fn wait_for_guest(
    mut sitting: Sitting,
    play: &PlayArguments,
    let_in: &LetIn,
) -> anyhow::Result<ExitCode> {
    let (snapshot, reporter) = sitting.before();
    show_terms(reporter, &snapshot)?;
    if let Some(invitation) = &snapshot.meeting.invitation {
        show_invitation(reporter, invitation, &snapshot.meeting.reachability)?;
    }
    for text in snapshot.messages.notes.iter().cloned() {
        reporter.report(&Report::Note { text })?;
    }
    let waiting = if io::stdin().is_terminal() && !play.json {
        // a moving line would run over the code that the user types
        let text = "Waiting for a guest. If your guest's program shows an answer code, type it here. Ctrl-C stops.";
        reporter.report(&Report::Note {
            text: text.to_owned(),
        })?;
        ProgressBar::hidden()
    } else {
        play.waiting("Waiting for a guest. Ctrl-C stops.")
    };
    let mut sitting = sitting.waiting(waiting).reading_answers();
    if let_in.let_in {
        sitting = sitting.letting_in();
    }
    sitting.play().await?.finish()
}

impl HostArguments {
    /// The match to play on from.
    fn from(&self) -> Option<&Path> {
        let file = self.from.as_deref();
        file.filter(|_| self.said().is_none())
    }

    /// The answer to a guest who asks to continue in a new match, if it is given beforehand.
    fn said(&self) -> Option<Answer> {
        self.from.as_ref()?.to_str()?.parse().ok()
    }

    /// The settings of a match or table, for whoever decides here.
    fn config(&self, home: Home, player: Player, offer: Offer, own: &Decider) -> HostConfig {
        HostConfig {
            listen: self.place.listen.clone(),
            public: self.public.clone(),
            services: self.services.named(),
            record: self.place.record.clone(),
            lan: self.let_in.announces(own),
            mapping: !self.no_mapping,
            ..HostConfig::new(home, player, offer)
        }
    }
}

/// How players on the local network come in.
#[derive(Debug, Args)]
pub(crate) struct LetIn {
    /// Let in the first player on the local network who asks, without asking you; if a bot or a script plays, the match is
    /// announced there only with this option
    #[arg(long, conflicts_with = "no_lan")]
    pub(crate) let_in: bool,
    /// Do not announce the match on the local network
    #[arg(long)]
    no_lan: bool,
}

impl LetIn {
    /// True if the match is announced: without someone to answer, nobody should be able to ask.
    pub(crate) fn announces(&self, player: &Decider) -> bool {
        !self.no_lan && (self.let_in || player.is_at_terminal())
    }
}

/// Prints the invitation; on a terminal also as a QR code for a telephone.
pub(crate) fn show_invitation(
    reporter: &mut Reporter,
    invitation: &Invitation,
    reachability: &str,
) -> anyhow::Result<()> {
    // without an address a code would only send the guest's program looking for nothing
    if invitation.leads_nowhere() {
        return Ok(reporter.report(&Report::Reachability {
            summary: reachability.to_owned(),
        })?);
    }
    reporter.report(&Report::Invitation {
        code: invitation.code(),
        link: invitation.link(),
    })?;
    if !reporter.is_json() && io::stdout().is_terminal() {
        // capitals need fewer dots in a QR code, and the link's reader ignores case
        let link = invitation.link().to_uppercase();
        if let Ok(code) = QrCode::with_error_correction_level(link, EcLevel::L) {
            let picture = code
                .render::<Dense1x2>()
                .dark_color(Dense1x2::Light)
                .light_color(Dense1x2::Dark)
                .build();
            writeln!(anstream::stdout(), "{picture}")?;
        }
    }
    reporter.report(&Report::Reachability {
        summary: reachability.to_owned(),
    })?;
    Ok(())
}
