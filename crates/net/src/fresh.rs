//! Random bytes of the system, from which all secrets of a match come.

use protocol::Fresh;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the system gave no random bytes: {reason}")]
pub struct NoRandomness {
    reason: String,
}

impl NoRandomness {
    pub const fn advice(&self) -> &'static str {
        "try again; if it stays so, the system itself is out of order"
    }
}

pub(crate) fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| NoRandomness {
        reason: error.to_string(),
    })?;
    Ok(bytes)
}

/// The secrets of one seat of a new match.
pub(crate) fn fresh() -> Result<Fresh, NoRandomness> {
    Ok(Fresh {
        match_secret: random()?,
        session_seed: random()?,
        session_nonce: random()?,
    })
}
