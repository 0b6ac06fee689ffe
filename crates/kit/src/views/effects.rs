//! Units that fall, and units that come onto the board: short movements over a board that is already as it is, so that
//! nothing waits for them.

use std::sync::Arc;

use egui::{Color32, Painter, Rect, Stroke, Ui};
use picture::{Mark, Scene, Token};

use super::pace;
use super::painter::Frame;
use crate::model::scene::MovingToken;

/// The time of an effect, in seconds.
const LASTS: f64 = 0.45;
/// With more changes at once the board is another one, as after a jump through the record.
const MOST: usize = 24;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Effect {
    token: Token,
    kind: Kind,
    began: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fell,
    Came,
}

/// What the board showed last.
struct Seen {
    frame: u64,
    // held, so that no later scene can get the same address and pass for it
    scene: Arc<Scene>,
    /// The token on its way.
    moving: Option<Token>,
}

/// The movements of this moment.
#[derive(Default)]
pub(crate) struct Effects {
    seen: Option<Seen>,
    effects: Vec<Effect>,
}

impl Effects {
    /// Begins what is new since the last frame, and ends what is over.
    pub(crate) fn follow(&mut self, ui: &Ui, scene: &Arc<Scene>, moving: Option<&MovingToken>) {
        let now = ui.input(|input| input.time);
        self.effects.retain(|effect| now - effect.began < LASTS);
        let moving = moving.map(|moving| moving.token);
        let frame = ui.ctx().cumulative_frame_nr();
        if let Some(seen) = self
            .seen
            .as_mut()
            .filter(|seen| Arc::ptr_eq(&seen.scene, scene))
        {
            seen.frame = frame;
            return;
        }
        let before = self.seen.replace(Seen {
            frame,
            scene: scene.clone(),
            moving,
        });
        // motion makes some people unwell
        let is_still = ui.style().animation_time <= 0.0;
        // two players of a secret set-up share a screen: behind the curtain no board is shown, and what the one saw
        // before it must not fall in the sight of the other
        let was_shown = |seen: &Seen| frame.saturating_sub(seen.frame) <= 1;
        let Some(Seen {
            scene: before,
            moving: was_moving,
            ..
        }) = before.filter(|seen| !is_still && was_shown(seen))
        else {
            return self.effects.clear();
        };
        if before.family != scene.family || before.ground.board() != scene.ground.board() {
            return self.effects.clear();
        }
        let all = |scene: &Scene, moving: Option<Token>| -> Vec<Token> {
            scene.tokens.iter().copied().chain(moving).collect()
        };
        let changes = changes(&all(&before, was_moving), &all(scene, moving));
        if changes.len() > MOST {
            return self.effects.clear();
        }
        // a unit that is taken off the board of a set-up has not fallen
        let is_set_up = [&before, scene].iter().any(|scene| is_set_up(scene));
        let changes = changes.into_iter();
        let changes = changes.filter(|(_, kind)| !is_set_up || *kind == Kind::Came);
        let begun = changes.map(|(token, kind)| Effect {
            token,
            kind,
            began: now,
        });
        self.effects.extend(begun);
    }

    /// Paints the movements, and asks for the next frame while any continues.
    pub(crate) fn paint(&self, ui: &Ui, painter: &Painter, frame: &Frame<'_>) {
        if self.effects.is_empty() {
            return;
        }
        pace::go_on(ui.ctx());
        let now = ui.input(|input| input.time);
        let colors = &frame.look.palette().board;
        for effect in &self.effects {
            let rect = frame.projection.sprite_rect(effect.token.cell);
            if !frame.projection.window.intersects(rect) {
                continue;
            }
            let done = ((now - effect.began) / LASTS).clamp(0.0, 1.0) as f32;
            // fast at first, and slow at the end
            let eased = 1.0 - (1.0 - done).powi(3);
            let (scale, ring, color) = match effect.kind {
                Kind::Fell => (1.0 - 0.5 * eased, 0.35 + 0.3 * eased, colors.threat),
                Kind::Came => (1.5 - 0.5 * eased, 0.65 - 0.2 * eased, colors.legal),
            };
            let left = 1.0 - eased;
            let place = Rect::from_center_size(rect.center(), rect.size() * scale);
            let uv = frame.atlas.uv(effect.token.sprite());
            let tint = Color32::WHITE.gamma_multiply(left);
            painter.image(frame.atlas.texture(), place, uv, tint);
            let stroke = Stroke::new(3.0 * left + 0.5, color.gamma_multiply(left));
            painter.circle_stroke(rect.center(), rect.width() * ring, stroke);
        }
    }
}

fn is_set_up(scene: &Scene) -> bool {
    let is_zone =
        |(_, mark): &(_, Mark)| matches!(mark, Mark::Zone(_) | Mark::ZoneDone | Mark::Outside);
    !scene.frames.is_empty() || scene.marks.iter().any(is_zone)
}

/// The tokens that are no longer there and those that are new; those that only moved or were promoted are neither.
fn changes(before: &[Token], after: &[Token]) -> Vec<(Token, Kind)> {
    let key = |token: &Token| (token.cell, token.side, token.figure.0);
    // mostly a scene is new because something else has changed
    if before.iter().map(key).eq(after.iter().map(key)) {
        return Vec::new();
    }
    // few tokens change, and all others are found in both lists at once
    let sorted = |tokens: &[Token]| {
        let mut tokens = tokens.to_vec();
        tokens.sort_by_key(key);
        tokens
    };
    let (before, after) = (sorted(before), sorted(after));
    let (mut gone, mut new) = (Vec::new(), Vec::new());
    let (mut one, mut other) = (before.iter().peekable(), after.iter().peekable());
    loop {
        match (one.peek(), other.peek()) {
            (Some(old), Some(now)) if key(old) == key(now) => {
                one.next();
                other.next();
            }
            (Some(old), Some(now)) if key(old) < key(now) => gone.extend(one.next()),
            (Some(_), None) => gone.extend(one.next()),
            (_, Some(_)) => new.extend(other.next()),
            (None, None) => break,
        }
    }
    // the same unit on another cell has moved; another figure on the same cell has been promoted
    new.retain(|now: &&Token| {
        let is_it = |old: &&Token| {
            let has_moved = old.side == now.side && old.figure == now.figure;
            let is_promoted = old.side == now.side && old.cell == now.cell;
            has_moved || is_promoted
        };
        let known = gone.iter().position(is_it);
        known.map(|place| gone.remove(place)).is_none()
    });
    let fell = gone.into_iter().map(|token| (*token, Kind::Fell));
    let came = new.into_iter().map(|token| (*token, Kind::Came));
    fell.chain(came).collect()
}

#[cfg(test)]
mod tests {
    use board::{Board, Grid};
    use egui::{Context, RawInput};
    use picture::{Badges, Figure, Ground};
    use rules::{Family, Side};

    use super::*;

    fn token(cell: &str, side: u8, figure: u8) -> Token {
        Token {
            cell: cell.parse().expect("a cell"),
            side: Side::new(side).expect("a side"),
            figure: Figure(figure),
            pips: None,
            dim: false,
            badges: Badges::NONE,
        }
    }

    #[test]
    fn a_capture_is_a_fall_and_a_move_is_nothing() {
        let before = [token("a1", 0, 4), token("b2", 1, 5), token("c3", 0, 4)];
        let moved = [token("b2", 1, 5), token("c3", 0, 4), token("a3", 0, 4)];
        assert_eq!(changes(&before, &moved), []);
        let captured = [token("b2", 0, 4), token("c3", 0, 4)];
        assert_eq!(
            changes(&before, &captured),
            [(token("b2", 1, 5), Kind::Fell)]
        );
        let promoted = [token("a1", 0, 6), token("b2", 1, 5), token("c3", 0, 4)];
        assert_eq!(changes(&before, &promoted), []);
        let came = [&before[..], &[token("d1", 1, 7)]].concat();
        assert_eq!(changes(&before, &came), [(token("d1", 1, 7), Kind::Came)]);
    }

    /// The number of effects at those times, after a unit fell at time 1; the time that egui would sleep at the end.
    fn run(context: &Context, times: &[f64]) -> Vec<usize> {
        let board = Board::new(8, 8).expect("a board");
        let ground = Arc::new(Grid::filled(board, Ground::Open));
        let scene = |tokens: &[Token]| {
            Arc::new(Scene {
                tokens: tokens.to_vec(),
                ..Scene::bare(Family::ALL[0], ground.clone())
            })
        };
        let (before, after) = (scene(&[token("a1", 0, 4)]), scene(&[]));
        let mut effects = Effects::default();
        let at = |effects: &mut Effects, time: f64, scene: &Arc<Scene>| {
            let input = RawInput {
                time: Some(time),
                ..RawInput::default()
            };
            let mut output =
                context.run_ui(input, |ui: &mut egui::Ui| effects.follow(ui, scene, None));
            // there is no screen to load textures onto
            output.textures_delta.clear();
            effects.effects.len()
        };
        at(&mut effects, 0.5, &before);
        times
            .iter()
            .map(|time| at(&mut effects, *time, &after))
            .collect()
    }

    #[test]
    fn what_was_seen_before_a_curtain_does_not_fall_after_it() {
        let context = Context::default();
        let board = Board::new(8, 8).expect("a board");
        let ground = Arc::new(Grid::filled(board, Ground::Open));
        let scene = |tokens: &[Token]| {
            Arc::new(Scene {
                tokens: tokens.to_vec(),
                ..Scene::bare(Family::ALL[0], ground.clone())
            })
        };
        let (before, after) = (scene(&[token("a1", 0, 4)]), scene(&[]));
        let mut effects = Effects::default();
        for shown in [Some(&before), None, Some(&after)] {
            let mut output = context.run_ui(RawInput::default(), |ui: &mut egui::Ui| {
                if let Some(scene) = shown {
                    effects.follow(ui, scene, None);
                }
            });
            output.textures_delta.clear();
        }
        assert_eq!(effects.effects, []);
    }

    #[test]
    fn an_effect_ends_and_without_motion_there_is_none() {
        let context = Context::default();
        assert_eq!(run(&context, &[1.0, 1.2, 1.5]), [1, 1, 0]);
        let still = Context::default();
        still.all_styles_mut(|style| style.animation_time = 0.0);
        assert_eq!(run(&still, &[1.0, 1.2]), [0, 0]);
    }
}
