//! Callers who finish the handshake of QUIC and fall silent, again and again, from 200 addresses of the loopback. Every
//! second one has the code of the invitation, the others are strangers. Prints how many connections the host has held
//! and ended.
//!
//! `cargo run --release --example silent_callers -- CODE SECONDS`

use std::error::Error;
use std::io::Write as _;
use std::net::Ipv4Addr;
use std::time::Duration;

use home::{Invitation, JoinSecret, Player};
use net::testing::Caller;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let code = arguments.next().ok_or("the code is missing")?;
    let seconds = arguments.next().ok_or("the seconds are missing")?;
    let invitation: Invitation = code.parse()?;
    let end = Instant::now() + Duration::from_secs(seconds.parse()?);
    let held: [u32; 2] = reach::runtime()?.block_on(async {
        let mut calling = JoinSet::new();
        for number in 1..=200_u8 {
            let is_invited = number % 2 == 0;
            let mut invitation = invitation.clone();
            if !is_invited {
                invitation.secret = JoinSecret([number; 10]);
            }
            let player = Player::from_seed("Eve", &[number; 32]);
            let caller =
                Caller::from_address(Ipv4Addr::new(127, 0, 8, number), &player, &invitation);
            calling.spawn(async move {
                let mut held = 0;
                while Instant::now() < end {
                    match timeout_at(end, caller.fall_silent()).await {
                        Ok(Ok(())) => held += 1,
                        Ok(Err(_refused)) => sleep(Duration::from_millis(20)).await,
                        Err(_end) => break,
                    }
                }
                (usize::from(is_invited), held)
            });
        }
        let mut held = [0; 2];
        while let Some(called) = calling.join_next().await {
            if let Ok((kind, count)) = called {
                held[kind] += count;
            }
        }
        held
    });
    let [strangers, invited] = held;
    writeln!(
        std::io::stdout(),
        "{invited} connections of the invited and {strangers} of strangers"
    )?;
    Ok(())
}
