//! The lobby of a table: three to eight players come together, agree, and begin one match. Without input or output, like
//! [`Session`](crate::Session).
//!
//! The host's program holds the one table ([`HostTable`]) and shows it to everybody; a guest's program ([`GuestTable`])
//! checks what it is shown and tells the host its user's wishes. A match of two has a way of its own
//! ([`Session::host`](crate::Session::host)).
//!
//! * **Seats** are counted from 0. Each plays a side; its team is that of the rules. A seat is open to whom the host lets
//!   in, given to whoever has its own code, or closed; somebody may sit there: a person or a computer, of the host's
//!   machine or of another. A machine brings one to eight players, each with a long-lived key of its own; its first
//!   player's key is that of its lines.
//! * **Ready** is said for the table as it is shown, once every seat is taken. A change takes back the readies that it
//!   touches: of the game, its terms, the number of seats and sides, and the people at the table everybody's; a swap those
//!   of the swapped and their mates. READY names the id of the whole manifest. What of it only programs can tell apart,
//!   such as another player's fresh keys, the program answers with a READY of its own.
//! * **Begin**: the host's program shows the manifest, each guest's program compares it with what its user was ready for,
//!   makes its sessions and sends their signatures. When all are in, the host's program makes its own, last. Before that
//!   nothing has begun, anywhere; whatever breaks until then brings everybody back to the table with fresh keys.
//! * Nothing is signed here but the channel and the wish to sit. The lobby keeps nothing on disk.
//!
//! * **In place of an older match** the table has the seats of that one: each is kept for its player, or open where that one
//!   is gone. Everybody who stays compares the beginning with their own file before they are ready, and signs off from the
//!   older match before they sign the new one ([`HostTable::in_place`]).
//!
//! What a host can still do is not begin, show different tables (nothing begins then), and say who says what in the chat.
//!
//! Ada hosts a table of three with a computer on her machine, and Ben joins by the code of the table:
//!
//! ```
//! use protocol::lobby::{Entrance, GuestTable, HostTable, LobbyEvent, LobbyOutput, Player};
//! use protocol::{Fault, Identity, LineId, Now, Offer, Seat};
//!
//! const LINE: LineId = LineId(1);
//!
//! /// Carries everything over the line, and returns the last event of the host and of the guest.
//! fn carry(host: &mut HostTable, guest: &mut GuestTable) -> Result<[Option<LobbyEvent>; 2], Fault> {
//!     let (now, mut last) = (Now::default(), [None, None]);
//!     loop {
//!         match (host.poll_output(), guest.poll_output()) {
//!             (None, None) => return Ok(last),
//!             (ours, theirs) => {
//!                 for (who, output) in [ours, theirs].into_iter().enumerate() {
//!                     match output {
//!                         Some(LobbyOutput::Send(_, frame)) if who == 0 => {
//!                             guest.handle_frame(now, LINE, &frame)?;
//!                         }
//!                         Some(LobbyOutput::Send(_, frame)) => host.handle_frame(now, LINE, &frame)?,
//!                         Some(LobbyOutput::Event(event)) => last[who] = Some(event),
//!                         Some(LobbyOutput::Close(_, end)) => panic!("{end}: {}", end.advice()),
//!                         None => {}
//!                     }
//!                 }
//!             }
//!         }
//!     }
//! }
//!
//! let scenario = scenario::load("clash-of-arms").expect("built in").expect("sound");
//! let offer = Offer {
//!     scenario,
//!     options: Vec::new(),
//!     host_side: None,
//!     max_turns: Some(40),
//!     terms: Default::default(),
//!     takeback: true,
//!     start: None,
//!     drop: None,
//!     vacancy: None,
//! };
//! let [ada, bot, ben] = [1, 2, 3].map(|byte| Identity::from_seed([byte; 32]));
//! let [adas_key, bens_key] = [ada.public(), ben.public()];
//! // a program takes the 32 bytes that come last from the operating system
//! let mut host = HostTable::new(vec![Player::person(ada, "Ada")], &offer, 3, [7; 32])?;
//! host.seat_player(Seat(1), Player::computer(bot, "Computer", "hard"))?;
//! let mut guest = GuestTable::new(vec![Player::person(ben, "Ben")], adas_key, [8; 32])?;
//! guest.sit(0, None)?;
//!
//! // a program takes the line's 32 bytes from TLS
//! let now = Now::default();
//! host.line_up(now, LINE, [9; 32], bens_key, Entrance::Table);
//! guest.line_up(now, LINE, [9; 32], adas_key);
//! let [at_host, _] = carry(&mut host, &mut guest)?;
//! assert_eq!(at_host, Some(LobbyEvent::Asked(bens_key)));
//! // Ada lets him in, and he sits on the free seat
//! host.let_in(bens_key)?;
//! carry(&mut host, &mut guest)?;
//! assert_eq!(guest.seat_of(0), Some(Seat(2)));
//! // both look at the table and are ready for it
//! host.ready(true)?;
//! guest.ready(true)?;
//! carry(&mut host, &mut guest)?;
//! host.begin(now)?;
//! // Ben's program compares the manifest with what he was ready for; its session signs first
//! let [_, Some(LobbyEvent::Begin(begin))] = carry(&mut host, &mut guest)? else { panic!() };
//! let bens = begin.sessions(now)?;
//! // (have what `bens[0].poll_output()` writes on disk now)
//! guest.signed(&[&bens[0]])?;
//! // all guests have signed: now Ada's program makes its two sessions, and the line is the sessions'
//! let [Some(LobbyEvent::Begin(begin)), _] = carry(&mut host, &mut guest)? else { panic!() };
//! let adas = begin.sessions(now)?;
//! assert_eq!(host.begun()?, [LINE]);
//! let [_, at_guest] = carry(&mut host, &mut guest)?;
//! assert_eq!(at_guest, Some(LobbyEvent::Begun));
//! assert_eq!((adas.len(), adas[0].sid()), (2, bens[0].sid()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod consent;
mod former;
mod game;
mod guest;
mod host;
mod interface;
mod line;
mod own;
mod table;
mod words;

pub use consent::{Change, LATE_AFTER};
pub use former::Comes;
pub use game::{FEWEST_SEATS, Game};
pub use guest::GuestTable;
pub use host::{Asker, HostTable, SIGNED_WITHIN};
pub use interface::{Begin, Chair, Entrance, LobbyEvent, LobbyOutput, Player};
pub use table::Table;
pub use words::{Failure, LineEnd, TableError};
