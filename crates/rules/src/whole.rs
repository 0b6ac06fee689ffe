//! Whole positions: everything that the rules will ever ask, as bytes that a match can begin from.

use board::{Board, Cell};

/// The longest position in whole bytes.
// it travels in the manifest of the match that continues from it (protocol 5)
pub const MAX_WHOLE_BYTES: usize = 48 * 1024;

/// The highest turn number in whole bytes. No match comes near it, and whatever is counted on from there cannot
/// overflow.
pub(crate) const MOST_TURNS: u32 = 1 << 24;

/// Why bytes are no position of a game, or a position has no whole bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WholeError {
    /// The position takes more than [`MAX_WHOLE_BYTES`].
    #[error(
        "the position takes {0} bytes, more than the {MAX_WHOLE_BYTES} that a match can begin with"
    )]
    TooLong(usize),
    /// The bytes are no position of this game.
    #[error("the bytes are no position of this game: {0}")]
    Unsound(&'static str),
}

pub(crate) type Read<T> = Result<T, WholeError>;

/// An error unless the condition holds.
pub(crate) const fn hold(condition: bool, why: &'static str) -> Read<()> {
    if condition {
        Ok(())
    } else {
        Err(WholeError::Unsound(why))
    }
}

/// Reads bytes to the end, and takes memory only for what they really hold, whatever lengths they claim.
pub(crate) struct Reader<'b> {
    rest: &'b [u8],
    board: Board,
}

impl<'b> Reader<'b> {
    /// A reader of cells of that board; an error for more than [`MAX_WHOLE_BYTES`].
    pub(crate) const fn new(bytes: &'b [u8], board: Board) -> Read<Self> {
        match bytes.len() {
            // checked before anything is read, since the bytes come from another player's program
            0..=MAX_WHOLE_BYTES => Ok(Self { rest: bytes, board }),
            length => Err(WholeError::TooLong(length)),
        }
    }

    pub(crate) fn take(&mut self, count: usize) -> Read<&'b [u8]> {
        // checked: the lengths come from another player's program (threat row 31)
        let cut = self.rest.split_at_checked(count);
        let (taken, rest) = cut.ok_or(WholeError::Unsound("the bytes end too soon"))?;
        self.rest = rest;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Read<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Read<u8> {
        Ok(self.array::<1>()?[0])
    }

    pub(crate) fn u16(&mut self) -> Read<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Read<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Read<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn flag(&mut self) -> Read<bool> {
        // two values for yes and no, so that one position has one spelling
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(WholeError::Unsound("a yes or no that is neither")),
        }
    }

    pub(crate) fn cell(&mut self) -> Read<Cell> {
        let [file, rank] = self.array()?;
        let cell = self.board.cell(file, rank);
        cell.ok_or(WholeError::Unsound("a cell that the board lacks"))
    }

    /// A list: its length as u16, then its items in ascending order; with `is_twice`, items may be equal.
    pub(crate) fn list<T: Ord>(
        &mut self,
        is_twice: bool,
        mut item: impl FnMut(&mut Self) -> Read<T>,
    ) -> Read<Vec<T>> {
        // no capacity from the length read: it is the sender's claim, and two bytes must not make us reserve memory
        let mut items = Vec::new();
        for _ in 0..self.u16()? {
            let next = item(self)?;
            let rises = items.last().is_none_or(|last| match is_twice {
                true => *last <= next,
                false => *last < next,
            });
            // one spelling for each position: otherwise two players could hold different bytes, and so digests, of one
            // position
            hold(rises, "a list out of order, or with an item twice")?;
            items.push(next);
        }
        Ok(items)
    }

    /// A list of cells, each once.
    pub(crate) fn cells(&mut self) -> Read<Vec<Cell>> {
        self.list(false, Self::cell)
    }

    /// The size of the board and nothing else.
    pub(crate) fn size(&mut self) -> Read<()> {
        let size = [self.board.files(), self.board.ranks()];
        hold(self.array()? == size, "a board of another size")
    }

    /// The lot of terrain that a lot lays, after the letters of that terrain; none if the lot is not drawn yet. The
    /// letters must be compared with what the lot lays.
    pub(crate) fn terrain_lot(&mut self) -> Read<Option<u64>> {
        match self.terrain()? {
            true => self.u64().map(Some),
            false => Ok(None),
        }
    }

    /// Skips the terrain that a lot has laid, since it follows from the lot; false if no lot has laid any.
    pub(crate) fn terrain(&mut self) -> Read<bool> {
        let is_laid = self.flag()?;
        if is_laid {
            // the letters are not trusted: the caller lays the terrain again from the lot
            self.take(self.board.len())?;
        }
        Ok(is_laid)
    }

    /// An error unless all bytes are read.
    pub(crate) const fn end(&self) -> Read<()> {
        hold(self.rest.is_empty(), "bytes after the end")
    }
}
