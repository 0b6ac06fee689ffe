//! Calls to the user: a short sound, and words if the user looks elsewhere.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sound {
    /// The user gave an order.
    Order,
    /// A turn was made, and it is the user's turn now.
    Turn,
    /// An order that took a unit was carried out.
    Capture,
    /// The other player said something, or somebody came.
    Talk,
    /// Something is offered or answered.
    Offer,
    End,
}

impl Sound {
    #[cfg(test)]
    pub(crate) const ALL: [Self; 6] = [
        Self::Order,
        Self::Turn,
        Self::Capture,
        Self::Talk,
        Self::Offer,
        Self::End,
    ];
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) sound: Sound,
    /// The words for a user who looks elsewhere; empty for a sound only.
    pub(crate) words: String,
}

impl Call {
    pub(crate) const fn sound(sound: Sound) -> Self {
        Self {
            sound,
            words: String::new(),
        }
    }

    pub(crate) fn new(sound: Sound, words: impl Into<String>) -> Self {
        let words = words.into();
        Self { sound, words }
    }
}
