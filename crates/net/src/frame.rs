//! Frames: a length of four bytes, little-endian, and as many bytes as the length says.

use quinn::{ReadExactError, RecvStream, SendStream, WriteError};

use crate::limits::READ_STEP;

/// Why a frame could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FrameError {
    /// The peer announced more than the limit; nothing was allocated for the frame.
    #[error("a frame of {announced} bytes was announced, {limit} are allowed")]
    TooLong { announced: usize, limit: usize },
    /// The stream ended inside a frame, or the connection is gone.
    #[error("the line broke off")]
    Broken(#[from] ReadExactError),
}

impl FrameError {
    /// True if the peer broke the protocol, as opposed to a broken line.
    pub(crate) fn is_breach(&self) -> bool {
        matches!(self, Self::TooLong { .. })
    }
}

/// Reads a frame; `None` when the stream ended cleanly before the frame.
pub(crate) async fn read(
    stream: &mut RecvStream,
    limit: usize,
) -> Result<Option<Vec<u8>>, FrameError> {
    let mut length = [0; 4];
    match stream.read_exact(&mut length).await {
        Ok(()) => {}
        // a stream that ends between two frames ends rightly; inside one it broke
        Err(ReadExactError::FinishedEarly(0)) => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    let announced = usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX);
    // before anything is allocated: a length costs the peer four bytes (threat 17)
    if announced > limit {
        return Err(FrameError::TooLong { announced, limit });
    }
    // grown as bytes arrive, so that an announced length alone takes no memory
    let mut body = Vec::new();
    while body.len() < announced {
        let from = body.len();
        body.resize(announced.min(from + READ_STEP), 0);
        stream.read_exact(&mut body[from..]).await?;
    }
    Ok(Some(body))
}

pub(crate) async fn write(stream: &mut SendStream, body: &[u8]) -> Result<(), WriteError> {
    // in one write, so that a small frame is one packet
    stream.write_all(&with_length(body)).await
}

/// The frame of a body: length and body.
pub(crate) fn with_length(body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).expect("frames are far shorter than 4 GiB");
    [&length.to_le_bytes(), body].concat()
}
