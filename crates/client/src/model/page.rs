//! The pages, and the questions over them.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    Start,
    Local,
    Host,
    Join,
    SetUp,
    /// A table of three to eight before its match begins.
    Lobby,
    Table,
    Replay,
    /// A game that branches off from a match.
    TryOut,
    /// Playing on from a turn of a match.
    PlayOn,
    /// The verdict on a match file.
    Verdict,
    Help,
    Rules,
    Settings,
    People,
    /// The list of the lessons.
    Lessons,
    /// The list of the puzzles.
    Puzzles,
    /// The board of a lesson or a puzzle.
    Lesson,
    /// The first start: name, look, and the ways in.
    Welcome,
}

/// A question that must be answered first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialog {
    EndTurn,
    /// End the turn for all who share it?
    EndForAll,
    /// Seal the set-up?
    Lock,
    Resign,
    OfferDraw,
    /// Ask for the last turn back?
    AskTakeback,
    /// Grant the other side a turn back?
    GrantTakeback,
    /// Ask to continue in a new match?
    Continue,
    /// Continue in a new match, as the other player asks?
    AnswerContinue,
    AgreeToDraw,
    /// Claim that the other player's time is up?
    Claim,
    Decline,
    Leave,
    /// Leave the table before its match begins?
    LeaveLobby,
    /// Leave the set-up without its changes?
    SetUp,
    Delete,
    /// The question for the user's name, before the first hosting or joining.
    Name,
    /// Say a line that reads as orders?
    SayOrders,
    /// The question for the format and the place of the file that the match is written to.
    Export,
}
