//! The games of a match, one or several at a time.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use ::computer::Budget;
use anyhow::Context as _;
use protocol::manifest::Terms;
use protocol::{MAX_NAME, Offer, clean_name};
use rules::{AnyPosition, Rules as _, ToAct};
use scenario::Scenario;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use super::contestant::{Contestant, Seated};
use super::local_match::{LocalMatch, SEATS};
use super::record::{PlayedGame, Times};
use crate::decider::DeciderError;
use crate::failure::Failure;

/// What all games of a match have in common.
pub(super) struct Setting {
    pub(super) players: [Contestant; 2],
    pub(super) scenario: Scenario,
    pub(super) options: Vec<(String, String)>,
    pub(super) budget: Budget,
    pub(super) max_turns: u32,
    pub(super) seed: u64,
    /// True if a lot falls before the first turn.
    pub(super) draws_lots: bool,
}

type Played = anyhow::Result<(PlayedGame, Vec<u8>)>;

/// The games under way, and finished ones that wait for an earlier game to end. Games are handed out in order, so that
/// the record is the same however many are played at a time.
pub(super) struct Games {
    setting: Arc<Setting>,
    permits: Arc<Semaphore>,
    ahead: VecDeque<JoinHandle<Played>>,
    most_ahead: usize,
    next: usize,
}

impl Games {
    /// Games from number `next` on, counted from 0, `threads` of them at a time.
    pub(super) fn new(setting: Arc<Setting>, threads: usize, next: usize) -> Self {
        Self {
            setting,
            permits: Arc::new(Semaphore::new(threads)),
            ahead: VecDeque::new(),
            // finished games may wait for a long one, up to this many, before the other threads pause
            most_ahead: if threads == 1 { 1 } else { 4 * threads },
            next,
        }
    }

    /// Starts each bot once, since a bot that cannot start at all is a mistake in the command and should not lose by
    /// forfeit.
    pub(super) async fn try_players(&self) -> anyhow::Result<()> {
        let setting = &self.setting;
        for player in &setting.players {
            let (scenario, options) = (&setting.scenario, &setting.options);
            let seated = player.sit(setting.budget, setting.seed, scenario, options, &[]);
            seated.await.map(drop).map_err(|error| {
                let advice = error.advice("warlord match");
                let what = format!("`{player}` cannot play");
                anyhow::Error::new(error).context(Failure::new(what, advice))
            })?;
        }
        Ok(())
    }

    /// Waits for the next game before number `end`; may be dropped and called again.
    pub(super) async fn next(&mut self, end: usize) -> Played {
        while self.ahead.len() < self.most_ahead && self.next < end {
            let (setting, permits) = (self.setting.clone(), self.permits.clone());
            let number = self.next;
            self.next += 1;
            self.ahead.push_back(tokio::spawn(async move {
                // held to the end of the game: no more games think at once than there are permits, however many tasks wait
                let _permit = permits.acquire().await?;
                setting.play(number).await
            }));
        }
        // left in the list during the wait, which may be dropped
        let game = self.ahead.front_mut().context("no game is left")?;
        let played = game.await.context("a game came to no end");
        self.ahead.pop_front();
        played?
    }

    /// Gives up the games under way; afterwards their bots have ended.
    pub(super) async fn stop(&mut self) {
        self.ahead.iter().for_each(JoinHandle::abort);
        for game in self.ahead.drain(..) {
            // ends by the abort, or with a game that no longer counts
            drop(game.await);
        }
    }
}

/// A budget as a record keeps it.
pub(super) fn budget_words(budget: Budget) -> String {
    match budget {
        Budget::Nodes(nodes) => format!("{nodes} nodes"),
        Budget::Time(time) => format!("{} ms", time.as_millis()),
    }
}

/// True if a lot falls before the first turn.
pub(super) fn draws_lots(mut position: AnyPosition) -> bool {
    loop {
        match position.to_act() {
            ToAct::Lots(_) => return true,
            ToAct::One(_) | ToAct::Nobody(_) => return false,
            ToAct::Secretly(sides) => {
                for side in sides {
                    let orders = position.legal_orders(side);
                    let chosen = orders
                        .first()
                        .map(|order| position.apply(side, order).is_ok());
                    // a choice that the rules refuse here may wait for what nobody knows yet; the careful answer keeps
                    // names out of the lots
                    if chosen != Some(true) {
                        return true;
                    }
                }
            }
        }
    }
}

impl Setting {
    /// Refuses what no two seats can agree to, such as a game of more sides: the first game would refuse it too, but only
    /// when the bots run and a folder is made.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        LocalMatch::new(self.offer(), &SEATS.map(str::to_owned), self.seed).map(drop)
    }

    fn offer(&self) -> Offer {
        Offer {
            scenario: self.scenario.clone(),
            options: self.options.clone(),
            host_side: None,
            max_turns: Some(self.max_turns),
            terms: Terms::default(),
            takeback: false,
            start: None,
            drop: None,
            vacancy: None,
        }
    }

    /// Plays the game of that number, counted from 0, whose file comes with it.
    async fn play(&self, number: usize) -> Played {
        let pair = number / 2;
        // one seed a pair: the lots are the same in both of its games, so that luck favors neither player
        let seed = self.seed.wrapping_add(pair as u64);
        let first_seat = number % 2;
        let seats = [first_seat, 1 - first_seat];
        let players = seats.map(|player| &self.players[player]);
        let mut local = LocalMatch::new(self.offer(), &self.names(players), seed)?;
        let mut seated: [Option<Seated>; 2] = [None, None];
        let mut times = [Times::default(); 2];
        let mut course = Vec::new();
        let mut forfeit = None;
        while let Some((seat, side)) = local.to_decide() {
            let (position, lots) = local
                .position()
                .context("a game under way has a position")?;
            // positions and orders both: two games of one course are one game, whichever lots led there
            course.extend(protocol::digest(position));
            let (player, chair) = (players[seat.index()], &mut seated[seat.index()]);
            let choice = async {
                if chair.is_none() {
                    // seeds belong to seats, not players: so a player against itself plays both games of a pair alike
                    // and scores exactly half
                    let seed = seed.wrapping_mul(2).wrapping_add(seat.index() as u64);
                    let (scenario, options) = (&self.scenario, &self.options);
                    *chair = Some(
                        player
                            .sit(self.budget, seed, scenario, options, &lots)
                            .await?,
                    );
                }
                let start = Instant::now();
                let choice = match chair {
                    Some(player) => player.choose(position, side).await,
                    None => Err(DeciderError::NoTurn),
                };
                times[seat.index()].add(start.elapsed());
                choice
            };
            match choice.await {
                Ok(orders) => {
                    for order in &orders {
                        course.extend(position.order_text(side, order).bytes().chain([b'\n']));
                    }
                    local.decide(seat, &orders)?;
                }
                Err(error) => {
                    // a player that cannot continue has lost, as in every tournament
                    forfeit = Some(format!("{player}: {error}"));
                    local.resign(seat)?;
                    break;
                }
            }
        }
        let winner = local.winner().map(|seat| seats[seat.index()]);
        let (position, _) = local.position().context("a game has a position")?;
        let end = local.end();
        course.extend(end.bytes());
        let course = super::digest("warlord course of a game 1", &course);
        let game = PlayedGame {
            game: number + 1,
            pair: pair + 1,
            seed,
            first_seat: players[0].to_string(),
            winner: winner.map(|winner| self.players[winner].to_string()),
            winner_number: winner.map(|winner| winner + 1),
            // always of the match's first player, whichever seat that player had
            points: winner.map_or(0.5, |winner| if winner == 0 { 1.0 } else { 0.0 }),
            end,
            forfeit,
            turns: position.turn().number,
            times: times.map(Times::rounded),
            course,
            file: format!("{:05}.fpm", number + 1),
        };
        let file = local.file().context("a game has a match file")?;
        Ok((game, file))
    }

    /// The names of the seats. If lots are drawn, the names do not say who plays: lots follow from the names too, and
    /// must be the same in both games of a pair.
    fn names(&self, players: [&Contestant; 2]) -> [String; 2] {
        if self.draws_lots {
            return SEATS.map(str::to_owned);
        }
        players.map(|player| {
            let budget = player.budget(self.budget).map(budget_words);
            let budget = budget.map_or(String::new(), |budget| format!(", {budget}"));
            // a bot's long name is cut, never the budget after it
            let room = MAX_NAME - budget.len().min(MAX_NAME);
            let name = player.to_string();
            let name = &name[..name.floor_char_boundary(room)];
            clean_name(&format!("{name}{budget}"), SEATS[0])
        })
    }
}
