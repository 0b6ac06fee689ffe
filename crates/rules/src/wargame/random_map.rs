//! Terrain laid by lot. Rules: wargame 1.13.

use super::Game;

impl Game {
    /// The game with its terrain laid by that lot, the same for the same lot on every machine.
    #[must_use]
    pub fn mapped(&self, lot: u64) -> Self {
        let mut game = self.clone();
        game.map_lot = Some(lot);
        game
    }
}
