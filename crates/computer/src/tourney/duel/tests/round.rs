//! One round of a duel by the matrix of the rulebook.

use super::{MATRIX, Men, Stance, standing};

/// What a pair takes from each other, given first, with the chances, for each two stances.
pub(super) fn exchanges() -> Vec<Vec<([u8; 2], f64)>> {
    let stances = Stance::ALL.into_iter();
    let pairs = stances.flat_map(|own| Stance::ALL.into_iter().map(move |other| (own, other)));
    let exchange = |(own, other): (Stance, Stance)| {
        let mut exchange: Vec<([u8; 2], f64)> = Vec::new();
        for card in own.cards() {
            for against in other.cards() {
                let wounds = MATRIX[usize::from(card.number())][usize::from(against.number())];
                match exchange.iter_mut().find(|(known, _)| *known == wounds) {
                    Some((_, chance)) => *chance += 0.25,
                    None => exchange.push((wounds, 0.25)),
                }
            }
        }
        exchange
    };
    pairs.map(exchange).collect()
}

/// A round from one state with one choice of stances a side.
pub(super) struct Round<'a> {
    pub(super) state: [Men; 2],
    pub(super) choices: [usize; 2],
    pub(super) exchanges: &'a [Vec<([u8; 2], f64)>],
}

impl Round<'_> {
    /// Calls `then` with the men left after the round and the chance, possibly several times for the same men.
    pub(super) fn outcomes(&self, then: &mut dyn FnMut(Men, Men, f64)) {
        self.pair(0, [[0; 2]; 2], 1.0, then);
    }

    fn pair(
        &self,
        pair: usize,
        losses: [Men; 2],
        chance: f64,
        then: &mut dyn FnMut(Men, Men, f64),
    ) {
        let others = standing(&self.state[1]).len();
        let pairs = standing(&self.state[0]).len() * others;
        if pair == pairs {
            let [own, other] = [0, 1].map(|side| left(self.state[side], losses[side]));
            return then(own, other, chance);
        }
        let place = 3_usize.pow((pairs - 1 - pair) as u32);
        let [own, other] = self.choices.map(|choice| choice / place % 3);
        for ([given, taken], share) in &self.exchanges[own * 3 + other] {
            let mut losses = losses;
            losses[0][pair / others] += taken;
            losses[1][pair % others] += given;
            self.pair(pair + 1, losses, chance * share, then);
        }
    }
}

fn left(men: Men, losses: Men) -> Men {
    let [one, other] = [0, 1].map(|man: usize| men[man].saturating_sub(losses[man]));
    [one.max(other), one.min(other)]
}
