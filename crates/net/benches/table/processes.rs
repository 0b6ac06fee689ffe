//! Matches between processes that this bench starts, one a player. Each has a runtime and threads of its own, as in a real game.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command as Process, Stdio};

use home::Invitation;

use crate::gathering::Hall;
use crate::memory::resident;
use crate::play::Result;
use crate::turns::{CARDS, Game, TURNS, follow};

/// The argument of such a process, before what it plays, the number of seats, its own seat, and the code of a guest's host.
const PART: &str = "--part";
/// The line after everything that a process has to say.
const END: &str = "end";

/// The game that the processes play, and the figures that each of them prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// Open turns: the moments.
    Turns,
    /// Rounds of sealed cards: the moments.
    Cards,
    /// Open turns: the process's memory in KiB.
    Memory,
}

impl What {
    const ALL: [Self; 3] = [Self::Turns, Self::Cards, Self::Memory];

    fn word(self) -> &'static str {
        match self {
            Self::Turns => "turns",
            Self::Cards => "cards",
            Self::Memory => "memory",
        }
    }

    fn game(self) -> Game {
        match self {
            Self::Turns => TURNS,
            Self::Cards => CARDS,
            Self::Memory => Game { last: 60, ..TURNS },
        }
    }
}

/// One player's part in a match.
pub(crate) struct Part {
    what: What,
    seats: u8,
    at: usize,
    /// The code of the host; none for the host.
    code: Option<Invitation>,
}

impl Part {
    /// The part that this process has to play.
    pub(crate) fn asked(arguments: &[String]) -> Option<Self> {
        let at = arguments.iter().position(|word| word == PART)?;
        let mut words = arguments[at + 1..].iter();
        let what = words.next()?;
        Some(Self {
            what: What::ALL.into_iter().find(|it| it.word() == *what)?,
            seats: words.next()?.parse().ok()?,
            at: words.next()?.parse().ok()?,
            code: words.next().and_then(|code| code.parse().ok()),
        })
    }

    /// Plays it on the loopback; a host writes its code first.
    pub(crate) fn play(self, folder: &Path) -> Result<()> {
        let game = self.what.game();
        crate::run(async {
            let hall = Hall::on_the_loopback(folder);
            let handle = match &self.code {
                None => hall.host_for((game.offer)()?, self.seats, tell).await?,
                Some(code) => hall.guest_for(self.seats, self.at, code).await?,
            };
            let log = follow(handle, game).await;
            match self.what {
                What::Memory => tell(resident()?.to_string())?,
                What::Turns | What::Cards => log.lines().try_for_each(tell)?,
            }
            tell(END.to_owned())?;
            // until all others have said theirs: whoever leaves ends the match
            let mut line = String::new();
            std::io::stdin().read_line(&mut line)?;
            Ok(())
        })
    }
}

fn tell(line: String) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    writeln!(out, "{line}").and_then(|()| out.flush())
}

/// A process with a part; it ends with this.
struct Player {
    process: Child,
    says: Lines<BufReader<ChildStdout>>,
    _hears: ChildStdin,
}

impl Player {
    fn start(what: What, seats: u8, at: usize, code: Option<&str>) -> Result<Self> {
        let mut process = Process::new(std::env::current_exe()?)
            .args([PART, what.word(), &seats.to_string(), &at.to_string()])
            .args(code)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (says, hears) = (process.stdout.take(), process.stdin.take());
        let (says, hears) = says.zip(hears).ok_or("they were piped")?;
        Ok(Self {
            process,
            says: BufReader::new(says).lines(),
            _hears: hears,
        })
    }

    fn next(&mut self) -> Result<String> {
        Ok(self.says.next().ok_or("a player's process has ended")??)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // one that has ended already
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Starts a process for each player of a match, and returns the lines that each of them prints; the host's come first.
pub(crate) fn all_say(what: What, seats: u8) -> Result<Vec<Vec<String>>> {
    let mut host = Player::start(what, seats, 0, None)?;
    let code = host.next()?;
    let mut players = vec![host];
    for at in 1..usize::from(seats) {
        players.push(Player::start(what, seats, at, Some(&code))?);
    }
    let mut all = Vec::new();
    for player in &mut players {
        let mut said = Vec::new();
        loop {
            match player.next()? {
                line if line == END => break,
                line => said.push(line),
            }
        }
        all.push(said);
    }
    Ok(all)
}
