//! Ctrl-C: the first asks the command to end, the second ends the program.

use std::pin::pin;

use tokio::sync::watch;

/// The exit status of a program ended by Ctrl-C, as in every shell.
const INTERRUPTED: i32 = 130;

/// Whether the user has pressed Ctrl-C.
#[derive(Debug, Clone)]
pub(crate) struct Interrupt(watch::Receiver<bool>);

impl Interrupt {
    /// Catches Ctrl-C, which from now on does not end the program.
    pub(crate) async fn armed() -> Self {
        let (sender, receiver) = watch::channel(false);
        let (ready, is_ready) = tokio::sync::oneshot::channel();
        tokio::spawn(async move {
            let mut pressed = pin!(tokio::signal::ctrl_c());
            // the first poll installs the handler
            // polled first: a Ctrl-C that came before the handler stood is not lost
            tokio::select! {
                biased;
                _ = &mut pressed => {
                    sender.send_replace(true);
                    return;
                }
                () = std::future::ready(()) => {}
            }
            let _ = ready.send(());
            if pressed.await.is_ok() {
                sender.send_replace(true);
            }
            tokio::select! {
                // leaving may wait for a peer that is gone, so the second Ctrl-C waits for nothing
                Ok(()) = tokio::signal::ctrl_c() => std::process::exit(INTERRUPTED),
                () = sender.closed() => {}
            }
        });
        // until the handler stands, Ctrl-C would end the program without leaving the match
        let _ = is_ready.await;
        Self(receiver)
    }

    pub(crate) fn is_pressed(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits for Ctrl-C. The future may be dropped and called again.
    pub(crate) async fn pressed(&mut self) {
        if self.0.wait_for(|pressed| *pressed).await.is_err() {
            std::future::pending().await
        }
    }
}
