//! Matrix games: an optimum by the simplex method, and the optimal mix of greatest entropy.

/// A pivot or a cost smaller than this counts as zero.
const TINY: f64 = 1e-10;

/// The pivots after which the cautious rule begins, which is slow but never turns in a circle.
const PATIENCE: usize = 500;

/// The widest mix may fall short of the value by this much: room for the interior method.
const SLACK: f64 = 1e-8;

/// The value of a game to the side that chooses the row, and an optimal mix of each side.
pub(crate) struct Optimum {
    pub(crate) value: f64,
    pub(crate) rows: Vec<f64>,
    pub(crate) columns: Vec<f64>,
}

/// Solves a matrix game of gains of the row's side.
pub(crate) fn solve(game: &[Vec<f64>]) -> Optimum {
    let (rows, columns) = (game.len(), game[0].len());
    let least = game.iter().flatten().copied().fold(f64::MAX, f64::min);
    // the program below needs a positive value
    let shift = 1.0 - least;
    // maximize the sum of y with game * y <= 1, y >= 0, as a condensed tableau: constraints, then costs
    let mut table = vec![vec![0.0; columns + 1]; rows + 1];
    for (line, gains) in table.iter_mut().zip(game) {
        for (cell, gain) in line.iter_mut().zip(gains) {
            *cell = gain + shift;
        }
        line[columns] = 1.0;
    }
    table[rows][..columns].fill(-1.0);
    let mut basis: Vec<usize> = (columns..columns + rows).collect();
    let mut free: Vec<usize> = (0..columns).collect();
    let mut pivots = 0;
    loop {
        let costs = &table[rows][..columns];
        let enters = if pivots < PATIENCE {
            cheapest(costs)
        } else {
            first(costs, &free)
        };
        let Some(enters) = enters else { break };
        pivots += 1;
        let leaves = tightest(&table[..rows], enters, &basis);
        pivot(&mut table, leaves, enters);
        std::mem::swap(&mut basis[leaves], &mut free[enters]);
    }
    let sum = table[rows][columns];
    let mut optimum = Optimum {
        value: 1.0 / sum - shift,
        rows: vec![0.0; rows],
        columns: vec![0.0; columns],
    };
    for (row, variable) in basis.iter().enumerate() {
        if *variable < columns {
            optimum.columns[*variable] = (table[row][columns] / sum).max(0.0);
        }
    }
    for (column, variable) in free.iter().enumerate() {
        if *variable >= columns {
            optimum.rows[variable - columns] = (table[rows][column] / sum).max(0.0);
        }
    }
    optimum
}

/// The column with the most negative cost.
fn cheapest(costs: &[f64]) -> Option<usize> {
    let column = (0..costs.len()).min_by(|a, b| costs[*a].total_cmp(&costs[*b]))?;
    (costs[column] < -TINY).then_some(column)
}

/// The column of the smallest variable with a negative cost: Bland's rule.
fn first(costs: &[f64], free: &[usize]) -> Option<usize> {
    let gainful = (0..costs.len()).filter(|column| costs[*column] < -TINY);
    gainful.min_by_key(|column| free[*column])
}

/// The row that limits the entering column; of equal ones that of the smallest variable.
fn tightest(lines: &[Vec<f64>], enters: usize, basis: &[usize]) -> usize {
    let last = lines[0].len() - 1;
    let limits = (0..lines.len()).filter(|row| lines[*row][enters] > TINY);
    let ratio = |row: usize| lines[row][last] / lines[row][enters];
    limits
        .min_by(|a, b| {
            ratio(*a)
                .total_cmp(&ratio(*b))
                .then(basis[*a].cmp(&basis[*b]))
        })
        .expect("a positive game is bounded")
}

fn pivot(table: &mut [Vec<f64>], row: usize, column: usize) {
    let center = table[row][column];
    let line = table[row].clone();
    for (place, other) in table.iter_mut().enumerate() {
        let factor = other[column] / center;
        if place == row || factor == 0.0 {
            continue;
        }
        for (cell, entry) in other.iter_mut().zip(&line) {
            *cell -= factor * entry;
        }
        other[column] = -factor;
    }
    for cell in &mut table[row] {
        *cell /= center;
    }
    table[row][column] = 1.0 / center;
}

/// The mix of greatest entropy among the rows' optimal ones: it is unique, and the hardest to guess. Newton's method
/// with a barrier before each column's constraint, from `start`, an optimal mix.
pub(crate) fn widest(game: &[Vec<f64>], value: f64, start: &[f64]) -> Vec<f64> {
    let rows = game.len();
    let mut mix: Vec<f64> = start
        .iter()
        // inside the slack, so that no probability is zero at first
        .map(|share| share * (1.0 - SLACK / 8.0) + SLACK / 8.0 / rows as f64)
        .collect();
    let mut barrier = 1e-2;
    while barrier > 1e-11 {
        for _ in 0..60 {
            let (step, rise) = newton_step(game, value, &mix, barrier);
            // as high as this barrier lets the mix go
            if rise < 1e-12 {
                break;
            }
            let before = height(game, value, &mix, barrier);
            let mut length = 1.0;
            let next = loop {
                let next: Vec<f64> = mix
                    .iter()
                    .zip(&step)
                    .map(|(share, change)| share + length * change)
                    .collect();
                if height(game, value, &next, barrier) > before + length * rise / 10.0 {
                    break Some(next);
                }
                length /= 2.0;
                // the rise drowns in the rounding
                if length < 1e-6 {
                    break None;
                }
            };
            let Some(next) = next else { break };
            mix = next;
        }
        barrier /= 8.0;
    }
    let sum: f64 = mix.iter().sum();
    mix.iter().map(|share| share / sum).collect()
}

/// By how much the mix does better against each column than the value less the slack.
fn margins(game: &[Vec<f64>], value: f64, mix: &[f64]) -> Vec<f64> {
    let gain = |column: usize| {
        mix.iter()
            .zip(game)
            .map(|(share, row)| share * row[column])
            .sum::<f64>()
    };
    (0..game[0].len())
        .map(|column| gain(column) - value + SLACK)
        .collect()
}

/// The entropy with the barrier; minus infinity outside.
fn height(game: &[Vec<f64>], value: f64, mix: &[f64], barrier: f64) -> f64 {
    let margins = margins(game, value, mix);
    if mix.iter().chain(&margins).any(|number| *number <= 0.0) {
        return f64::NEG_INFINITY;
    }
    let entropy: f64 = mix.iter().map(|share| -share * share.ln()).sum();
    entropy + barrier * margins.iter().map(|margin| margin.ln()).sum::<f64>()
}

/// The Newton step on the mixes that sum up to 1, and the rise along it to first order.
fn newton_step(game: &[Vec<f64>], value: f64, mix: &[f64], barrier: f64) -> (Vec<f64>, f64) {
    let rows = mix.len();
    let margins = margins(game, value, mix);
    let mut slope: Vec<f64> = mix.iter().map(|share| -share.ln() - 1.0).collect();
    let mut matrix = vec![vec![0.0; rows + 1]; rows + 1];
    for (column, margin) in margins.iter().enumerate() {
        let pull = barrier / margin;
        for row in 0..rows {
            slope[row] += pull * game[row][column];
            let bend = pull / margin * game[row][column];
            for other in 0..rows {
                matrix[row][other] -= bend * game[other][column];
            }
        }
    }
    for row in 0..rows {
        matrix[row][row] -= 1.0 / mix[row];
        // the multiplier of the sum
        matrix[row][rows] = 1.0;
        matrix[rows][row] = 1.0;
    }
    let mut wanted: Vec<f64> = slope.iter().map(|slope| -slope).collect();
    wanted.push(0.0);
    let mut step = equations(matrix, wanted);
    step.pop();
    let rise = step
        .iter()
        .zip(&slope)
        .map(|(step, slope)| step * slope)
        .sum();
    (step, rise)
}

/// Solves linear equations by elimination, the largest pivot of each column first.
fn equations(mut matrix: Vec<Vec<f64>>, mut wanted: Vec<f64>) -> Vec<f64> {
    let count = wanted.len();
    for column in 0..count {
        let largest = (column..count)
            .max_by(|a, b| {
                matrix[*a][column]
                    .abs()
                    .total_cmp(&matrix[*b][column].abs())
            })
            .unwrap_or(column);
        matrix.swap(column, largest);
        wanted.swap(column, largest);
        let (above, below) = matrix.split_at_mut(column + 1);
        let line = &above[column];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[column] / line[column];
            if factor != 0.0 {
                for place in column..count {
                    row[place] -= factor * line[place];
                }
                wanted[column + 1 + offset] -= factor * wanted[column];
            }
        }
    }
    for column in (0..count).rev() {
        let known: f64 = (column + 1..count)
            .map(|place| matrix[column][place] * wanted[place])
            .sum();
        wanted[column] = (wanted[column] - known) / matrix[column][column];
    }
    wanted
}
