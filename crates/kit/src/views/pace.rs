//! The pace of animations: sixty frames a second with a graphics card, thirty where the processor draws.

use std::time::Duration;

use egui::{Context, Id};

/// The time between frames with a graphics card.
const WITH_CARD: Duration = Duration::from_micros(16_667);
/// And without one: on two processors of 2020 a frame of the board takes them 10 to 30 milliseconds, and the computer
/// player thinks on the same ones.
const WITHOUT_CARD: Duration = Duration::from_micros(33_333);

fn id() -> Id {
    Id::unique("pace of animations")
}

/// Says whether a graphics card draws the window.
pub fn set(context: &Context, has_card: bool) {
    context.data_mut(|data| data.insert_temp(id(), has_card));
}

/// The time until the next frame of an animation; without [`set`] that of a window without a card.
pub fn between_frames(context: &Context) -> Duration {
    let has_card = context.data(|data| data.get_temp(id()).unwrap_or(false));
    if has_card { WITH_CARD } else { WITHOUT_CARD }
}

/// Asks for the next frame of an animation.
pub fn go_on(context: &Context) {
    // egui takes the time that a frame needs off the wait, so that the frames really come that often
    context.request_repaint_after(between_frames(context));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_without_a_card_draws_half_as_often() {
        let context = Context::default();
        let without = between_frames(&context);
        set(&context, true);
        assert_eq!(without.as_millis(), 33);
        assert_eq!(between_frames(&context).as_millis(), 16);
        set(&context, false);
        assert_eq!(between_frames(&context), without);
    }
}
