//! The forms for playing here and for inviting.

mod places;

use computer::Level;
use kit::model::meaning::trouble;
use protocol::manifest::{DropPolicy, Terms};
use reach::{Address, AddressError, Trouble};
use rules::{AnyPosition, Rules as _, Side, Sides};
use scenario::{OptionInfo, Scenario};

use super::again::Again;
pub(crate) use places::{MOST, Places, Who, by_name, computer_name};

/// The scenario of a form, with the switches and the set-up that differ from the scenario's own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Setting {
    /// The scenario's number in the library.
    pub(crate) scenario: usize,
    /// The switches changed, as `key=value`.
    pub(crate) options: Vec<(String, String)>,
    /// The text pasted in place of the scenario's fixed set-up; mostly empty.
    pub(crate) set_up: String,
}

impl Setting {
    /// Forgets the settings of switches that are not among these.
    pub(crate) fn keep(&mut self, options: &[OptionInfo]) {
        let is_known = |key: &str| options.iter().any(|option| option.key == key);
        // of another scenario, or of one whose file has changed: the rules would refuse to start with an unknown switch
        self.options.retain(|(key, _)| is_known(key));
    }

    /// Sets a switch; one set to the scenario's own value is not kept.
    pub(crate) fn set(&mut self, option: &OptionInfo, value: &str) {
        // only what differs is agreed on, so that two players who set the same values by other ways agree on the same
        // offer
        self.options.retain(|(key, _)| key != option.key);
        if value != option.default {
            self.options.push((option.key.to_owned(), value.to_owned()));
        }
    }
}

/// Playing on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LocalForm {
    pub(crate) setting: Setting,
    pub(crate) against: Against,
    pub(crate) level: Level,
    /// The person's side, in a game of two people the first person's; `None` for a side by lot.
    pub(crate) side: Option<Side>,
    pub(crate) second: String,
    /// The places of a table of more than two.
    pub(crate) places: Places,
    /// The host shares sides by leaders: each player commands leaders of its own. Without effect in a game that does not offer it.
    pub(crate) by_leaders: bool,
}

/// Against whom the user plays on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Against {
    Computer,
    /// A second person at this screen.
    Person,
    /// Two to seven others, people at this screen and computers.
    Several,
}

impl LocalForm {
    /// True if the players sit at a table of more than two: by choice, or because the game has more sides.
    pub(crate) fn has_table(&self, sides: Sides) -> bool {
        sides.len() > 2 || self.against == Against::Several
    }

    /// The players in the order of their seats, the user first, each with the side it plays; `draw` gives the user's
    /// side in a game of two.
    pub(crate) fn seated(
        &self,
        sides: Sides,
        user: &str,
        draw: impl FnOnce(Option<Side>) -> Option<Side>,
    ) -> Vec<(String, Side)> {
        let mut places = self.places.clone();
        if self.has_table(sides) {
            // the game may have got other sides since the form was shown
            places.fit(sides);
        } else {
            places = Places::of_two(sides, draw(self.side), self.opponent(), &self.second);
        }
        let all = places.all().iter().enumerate();
        all.map(|(number, place)| (places.name(number, user), place.side))
            .collect()
    }

    /// The decider of the other side in a game of two.
    const fn opponent(&self) -> Who {
        match self.against {
            Against::Computer => Who::Computer(self.level),
            Against::Person | Against::Several => Who::Person,
        }
    }
}

impl Default for LocalForm {
    fn default() -> Self {
        Self {
            setting: Setting::default(),
            against: Against::Computer,
            level: Level::Normal,
            side: Side::new(0),
            second: String::new(),
            places: Places::default(),
            by_leaders: false,
        }
    }
}

/// Inviting somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HostForm {
    pub(crate) setting: Setting,
    /// The number of players, the host among them: two, or a table of three to eight.
    pub(crate) players: u8,
    /// The host's side; `None` for a side by lot.
    pub(crate) side: Option<Side>,
    /// The outside address and port of a router that forwards that port to this machine, as typed; mostly empty.
    pub(crate) outside: String,
    /// Letters go back and forth instead of a line.
    pub(crate) by_mail: bool,
    /// Shown to the players of this network, who may ask for a place.
    pub(crate) lan: bool,
    /// The router is asked to forward a port.
    pub(crate) mapping: bool,
    pub(crate) terms: Terms,
    /// Turns may be taken back by consent.
    pub(crate) takeback: bool,
    /// The fate of a side whose players have left the table; none leaves it to [`DropPolicy::usual`].
    pub(crate) drop: Option<DropPolicy>,
    /// The host shares sides by leaders: each player commands leaders of its own. Without effect in a game that does not offer it.
    pub(crate) by_leaders: bool,
    /// The players of a table who are invited to a rematch.
    pub(crate) again: Option<Again>,
}

impl Default for HostForm {
    fn default() -> Self {
        Self {
            setting: Setting::default(),
            players: 2,
            side: Side::new(0),
            outside: String::new(),
            by_mail: false,
            lan: true,
            // a test asks nothing of the router it happens to run behind
            mapping: !cfg!(test),
            terms: Terms::default(),
            takeback: true,
            drop: None,
            by_leaders: false,
            again: None,
        }
    }
}

impl HostForm {
    /// The number of players at a game of those sides: each side needs one.
    pub(crate) fn players(&self, sides: Sides) -> u8 {
        let most = u8::try_from(MOST).unwrap_or(u8::MAX);
        let least = u8::try_from(sides.len()).unwrap_or(most).max(2);
        self.players.clamp(least.min(most), most)
    }

    /// True if the players come together at a table, before a match of three to eight.
    pub(crate) fn has_table(&self, sides: Sides) -> bool {
        self.players(sides) > 2
    }

    /// The players who are invited again, if they fit the game of the form.
    pub(crate) fn again(&self, sides: Sides) -> Option<&Again> {
        let again = self.again.as_ref()?;
        again.fits(sides, self.players(sides)).then_some(again)
    }

    /// The options of the match.
    pub(crate) fn options(&self, scenario: &Scenario) -> Vec<(String, String)> {
        let start = scenario.start(&self.setting.options).ok();
        let shares = start.is_some_and(|start| {
            let sides = start.sides();
            let is_shared = self.has_table(sides) && usize::from(self.players(sides)) > sides.len();
            self.by_leaders && is_shared && offers_leaders(&start)
        });
        shared(&self.setting.options, shares)
    }

    /// The fate of a side whose players are gone: the one chosen, or the usual one.
    pub(crate) fn fate(&self, sides: Sides) -> DropPolicy {
        let is_shared = usize::from(self.players(sides)) > sides.len();
        let usual = DropPolicy::usual(is_shared);
        // without a team-mate anywhere nobody could play on for another
        let chosen = self
            .drop
            .filter(|drop| is_shared || *drop != DropPolicy::TeamMate);
        chosen.unwrap_or(usual)
    }

    /// True if letters go back and forth; a table comes together over connections.
    pub(crate) fn by_mail(&self, sides: Sides) -> bool {
        self.by_mail && !self.has_table(sides)
    }

    /// The time limits that the match gets.
    pub(crate) fn terms(&self, sides: Sides) -> Terms {
        // clocks run only while all players are connected, which they never are by mail; days count by mail too
        match self.by_mail(sides) && self.terms.has_clocks() {
            true => Terms::default(),
            false => self.terms,
        }
    }

    /// The outside address or name, if one is typed.
    pub(crate) fn outside(&self) -> Result<Option<Address>, Trouble> {
        let typed = self.outside.trim();
        if typed.is_empty() {
            return Ok(None);
        }
        typed.parse().map(Some).map_err(|error: AddressError| {
            trouble(
                format!("{error}."),
                format!("{}; or leave it empty.", error.advice()),
            )
        })
    }
}

/// True if the players of a side can each command leaders of their own in a game.
pub(crate) fn offers_leaders(start: &AnyPosition) -> bool {
    start.by_leaders(&vec![2; start.sides().len()]).is_some()
}

/// The option of a match that says how a side is shared, and its value by which each player has leaders.
const BY_LEADERS: (&str, &str) = ("share", "leaders");

/// The options of a game shared by leaders, or not.
pub(crate) fn shared(options: &[(String, String)], by_leaders: bool) -> Vec<(String, String)> {
    let (share, leaders) = BY_LEADERS;
    let mut options = options.to_vec();
    if by_leaders {
        options.push((share.to_owned(), leaders.to_owned()));
    }
    options
}

/// The options of a match without the way its sides are shared; and true if they are shared by leaders.
pub(crate) fn unshared(options: &[(String, String)]) -> (Vec<(String, String)>, bool) {
    let (share, leaders) = BY_LEADERS;
    let by_leaders = options
        .iter()
        .any(|(key, value)| key == share && value == leaders);
    // the number of members follows from the seats
    let own = options
        .iter()
        .filter(|(key, _)| key != share && key != "members");
    (own.cloned().collect(), by_leaders)
}

/// The values that a switch allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Allowed {
    /// `on` or `off`.
    Switch,
    /// 0 to a number.
    Upto(u8),
    OneOf(Vec<String>),
}

/// Reads what a switch allows from the scenario's words for it.
pub(crate) fn allowed(option: &OptionInfo) -> Allowed {
    // the scenario says what it allows in words; reading them keeps families out of the form
    let words = option.allowed.as_str();
    if words == "on or off" {
        return Allowed::Switch;
    }
    if let Some(most) = words
        .rsplit_once(" to ")
        .and_then(|(_, most)| most.parse().ok())
    {
        return Allowed::Upto(most);
    }
    let words = words.replace(" or ", ", ");
    Allowed::OneOf(words.split(", ").map(str::to_owned).collect())
}
