#![allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position;
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaderStatus {
    pub level: u8,
    pub free: u8,
}
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("x")]
pub struct PositionError;
