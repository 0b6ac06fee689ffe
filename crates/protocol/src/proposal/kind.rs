//! The kinds of a table's frames.

/// The kinds of frames; the number is the type byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// The game: from the host.
    Game = 40,
    /// Who sits where: from the host.
    Table = 41,
    /// A player's whole state at the table.
    Me = 42,
    /// The match with all signatures: from anyone who holds them.
    Begun = 43,
    /// The table is withdrawn: from the host.
    Closed = 44,
    /// The reason why a player was not seated: from the host.
    Answer = 45,
    /// A line of chat.
    Said = 46,
    /// A request to the machine at the other end.
    Want = 47,
}

impl Kind {
    pub(super) const ALL: [Self; 8] = [
        Self::Game,
        Self::Table,
        Self::Me,
        Self::Begun,
        Self::Closed,
        Self::Answer,
        Self::Said,
        Self::Want,
    ];

    /// Returns `true` if only the table's host sends such frames.
    pub(super) const fn is_hosts(self) -> bool {
        matches!(self, Self::Game | Self::Table | Self::Closed | Self::Answer)
    }
}
