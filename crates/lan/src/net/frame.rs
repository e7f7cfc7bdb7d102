//! Frames: a message with its length in front, bounded in both directions.

use std::sync::Arc;
use std::time::Duration;

use futures::{AsyncRead, AsyncReadExt as _};
use nightcoach_wire::{MAX_LEN, WireError, decode, encode};
use tokio::time::timeout;

use super::message::Message;

/// An encoded message with its length in front; encoded once, however many links it goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(Arc<[u8]>);

/// Why no message came.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FrameError {
    /// Nothing came for longer than a peer that lives is silent.
    #[error("silent for too long")]
    Silent,
    /// The stream broke or ended.
    #[error("connection lost: {0}")]
    Lost(#[from] std::io::Error),
    /// The bytes are no message.
    #[error("not a message: {0}")]
    Malformed(#[from] WireError),
    /// A list or text in the message is longer than it may be.
    #[error("a message out of bounds")]
    Unbounded,
}

impl Frame {
    /// Encodes a message.
    ///
    /// # Errors
    /// The message is longer than any may be.
    pub fn of(message: &Message) -> Result<Self, WireError> {
        let body = encode(message)?;
        let len = u32::try_from(body.len()).map_err(|_error| WireError::TooLong { len: body.len(), most: MAX_LEN })?;
        Ok(Self(len.to_be_bytes().into_iter().chain(body).collect()))
    }

    /// The bytes to write.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The next message and its length; any byte that arrives in time counts as a sign of life, so that a long message may be slow.
pub(crate) async fn read<R: AsyncRead + Unpin>(
    reader: &mut R,
    patience: Duration,
) -> Result<(Message, usize), FrameError> {
    let mut len = [0; 4];
    fill(reader, &mut len, patience).await?;
    let len = usize::try_from(u32::from_be_bytes(len)).unwrap_or(usize::MAX);
    if len > MAX_LEN {
        return Err(WireError::TooLong { len, most: MAX_LEN }.into());
    }
    let mut body = vec![0; len];
    fill(reader, &mut body, patience).await?;
    let message: Message = decode(&body, MAX_LEN)?;
    if message.is_bounded() { Ok((message, len)) } else { Err(FrameError::Unbounded) }
}

async fn fill<R: AsyncRead + Unpin>(reader: &mut R, buffer: &mut [u8], patience: Duration) -> Result<(), FrameError> {
    let mut rest = buffer;
    while !rest.is_empty() {
        let read = timeout(patience, reader.read(rest)).await.map_err(|_elapsed| FrameError::Silent)??;
        if read == 0 {
            return Err(FrameError::Lost(std::io::ErrorKind::UnexpectedEof.into()));
        }
        rest = rest.get_mut(read..).unwrap_or_default();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::io::Cursor;

    const PATIENCE: Duration = Duration::from_secs(1);

    #[tokio::test]
    async fn a_frame_comes_back_as_its_message() {
        let message = Message::Bye("good night".to_owned());
        let frame = Frame::of(&message).unwrap();
        let mut reader = Cursor::new(frame.bytes().to_vec());
        assert_eq!(read(&mut reader, PATIENCE).await.unwrap().0, message);
    }

    #[tokio::test]
    async fn a_length_above_the_limit_is_refused_before_anything_is_read() {
        let mut reader = Cursor::new(vec![0xff; 8]);
        assert!(matches!(read(&mut reader, PATIENCE).await, Err(FrameError::Malformed(WireError::TooLong { .. }))));
    }

    #[tokio::test]
    async fn a_cut_frame_is_a_lost_connection() {
        let frame = Frame::of(&Message::Bye("good night".to_owned())).unwrap();
        let cut = frame.bytes().split_last().unwrap().1.to_vec();
        assert!(matches!(read(&mut Cursor::new(cut), PATIENCE).await, Err(FrameError::Lost(_))));
    }
}
