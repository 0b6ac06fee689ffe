//! The cost of a frame of a family's board, and of the scene of a duel: one egui pass and its tessellation, without a
//! window.
//!
//! `cargo bench -p families --bench frames`

use board::{Cell, Edge};
use divan::{Bencher, black_box};
use egui::{Context, Pos2, RawInput, Rect, Ui, vec2};
use families::{Hands, Secret};
use home::SeatInfo;
use kit::model::tabletop::{Around, LastTurn, Tabletop, TeamPlan};
use kit::views::board::Showing;
use kit::views::canvas::Canvas;
use kit::views::theme;
use protocol::{PublicKey, Seat};
use rules::{AnyEvent, AnyPosition, Draft, Lots, Rules, Side, ToAct};
use scenario::Scenario;

fn main() {
    divan::main();
}

/// A table at which nobody has chosen anything.
struct Table {
    position: AnyPosition,
    seats: Vec<SeatInfo>,
    events: Vec<AnyEvent>,
}

impl Table {
    /// The start of a scenario in play: set-ups as they come first, lots of 0.
    fn start(scenario: &str, options: &[(&str, &str)]) -> Self {
        let scenario = scenario::load(scenario).expect("built in");
        let scenario = scenario.expect("a sound one");
        let options: Vec<(String, String)> = options
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        let mut position = scenario.start(&options).expect("its own options");
        loop {
            match position.to_act() {
                ToAct::Secretly(sides) => {
                    let side = sides.iter().next().expect("somebody sets up");
                    let first = position.legal_orders(side).swap_remove(0);
                    position.apply(side, &first).expect("a listed order");
                }
                ToAct::Lots(_) => {
                    position.resolve(Lots(0)).expect("a lot is due");
                }
                ToAct::One(_) | ToAct::Nobody(_) => break,
            }
        }
        Self::of(position)
    }

    fn of(position: AnyPosition) -> Self {
        let seats = position
            .sides()
            .iter()
            .zip(0..)
            .map(|(side, seat)| SeatInfo {
                seat: Seat(seat),
                side,
                team: seat,
                name: format!("Player {seat}"),
                called: format!("Player {seat}"),
                key: PublicKey([seat; 32]),
                mine: true,
            });
        Self {
            seats: seats.collect(),
            events: Vec::new(),
            position,
        }
    }

    /// Two men against two, after a round in which nothing landed.
    fn duel() -> Self {
        const BEFORE: &str = "3w3/l6/7/7/3K(kf)F1/7/3W3 w 1 0";
        let start = Self::start("tourney-small", &[("several", "2")]);
        let position = start.position.with_text(BEFORE).expect("a sound position");
        let mut table = Self::of(position);
        for order in ["d3-e3", "f3-e3", "end"] {
            let side = table.position.turn().side;
            table.give(side, order);
        }
        let ToAct::Secretly(sides) = table.position.to_act() else {
            panic!("two against two write cards");
        };
        // the same first card for everybody: all blades meet
        for side in sides.iter() {
            let cards = table.position.legal_orders(side).swap_remove(0);
            let text = table.position.order_text(side, &cards);
            table.give(side, &text);
        }
        table
    }

    fn give(&mut self, side: Side, text: &str) {
        let order = self.position.parse_order(side, text).expect("an order");
        let events = self.position.apply(side, &order).expect("a legal order");
        self.events.extend(events);
    }
}

impl Tabletop for Table {
    fn position(&self) -> Option<&AnyPosition> {
        Some(&self.position)
    }

    fn open_draft(&self) -> Option<&Draft<AnyPosition>> {
        None
    }

    fn only_person(&self) -> Option<Side> {
        None
    }

    fn selected(&self) -> Option<Cell> {
        None
    }

    fn cursor(&self) -> Option<Cell> {
        None
    }

    fn bottom(&self) -> Edge {
        Edge::South
    }

    fn own_member(&self, _: Side) -> Option<u8> {
        None
    }

    fn member_name(&self, _: Side, _: u8) -> &str {
        ""
    }

    fn team_plan(&self) -> Option<TeamPlan> {
        None
    }

    fn last_turn(&self) -> Option<LastTurn<'_>> {
        None
    }

    fn events_shown(&self) -> Box<dyn Iterator<Item = &AnyEvent> + '_> {
        Box::new(self.events.iter())
    }

    fn scenario(&self) -> Option<&Scenario> {
        None
    }

    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn locked_seats(&self) -> &[Seat] {
        &[]
    }
}

/// A window of 1280 by 800 points that nobody sees.
struct Window {
    context: Context,
    canvas: Canvas,
}

impl Window {
    fn new() -> Self {
        let context = Context::default();
        theme::install(&context);
        Self {
            context,
            canvas: Canvas::default(),
        }
    }

    /// A frame; the number of its triangles.
    fn frame(&mut self, mut show: impl FnMut(&mut Canvas, &mut Ui)) -> usize {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0))),
            ..RawInput::default()
        };
        let canvas = &mut self.canvas;
        let mut output = self.context.run_ui(input, |ui| show(canvas, ui));
        // there is no screen to load textures onto
        output.textures_delta.clear();
        let shapes = self
            .context
            .tessellate(output.shapes, output.pixels_per_point);
        let triangles = shapes.iter().map(|shape| match &shape.primitive {
            egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
            egui::epaint::Primitive::Callback(_) => 0,
        });
        triangles.sum()
    }
}

const BOARDS: [&str; 5] = [
    "clash-of-arms",
    "wargame-1",
    "wargame-2",
    "tourney",
    "tourney-small",
];

/// A frame of the board at a start, in which nothing has changed.
#[divan::bench(args = BOARDS)]
fn board_kept(bencher: Bencher<'_, '_>, scenario: &str) {
    board(bencher, scenario, false);
}

/// The same after a command: the scene is made again.
#[divan::bench(args = BOARDS)]
fn board_made_again(bencher: Bencher<'_, '_>, scenario: &str) {
    board(bencher, scenario, true);
}

fn board(bencher: Bencher<'_, '_>, scenario: &str, is_new: bool) {
    let table = Table::start(scenario, &[]);
    let (mut window, hands) = (Window::new(), Hands::default());
    let position = &table.position;
    let names = table.side_names();
    let mut revision = 0;
    let mut frame = || {
        revision += u64::from(is_new);
        window.frame(|canvas, ui| {
            let scene = canvas.scene(revision, || {
                families::views::scene(&table, &hands, position)
            });
            let showing = Showing {
                board: position.board(),
                scene: &scene,
                moving: None,
                cursor: None,
                bottom: Edge::South,
                set: canvas.set,
                movable: &|_| false,
                name: &|cell| families::views::cell_name(position, names, None, cell),
                selected: None,
                sketch: None,
                pointers: None,
            };
            canvas.board.show(ui, &mut canvas.atlases, &showing);
        })
    };
    // the sheets of drawings are made in the first frames
    frame();
    let triangles = frame();
    assert!(triangles > 2 * position.board().len() / 3, "{triangles}");
    bencher.bench_local(|| assert_eq!(black_box(frame()), triangles));
}

/// A frame of a duel of two against two: the page on which the cards are chosen, and the scene for onlookers, without and
/// with the odds.
#[divan::bench(args = ["cards", "cards with odds", "scene", "scene with odds"])]
fn duel(bencher: Bencher<'_, '_>, page: &str) {
    let table = Table::duel();
    let (mut window, hands) = (Window::new(), Hands::default());
    window.canvas.advice = page.ends_with("odds");
    let around = Around {
        revision: 0,
        notice: None,
        is_asking: false,
        kept: &[],
        seconds: 0.0,
    };
    let position = &table.position;
    let side = position.turn().side;
    let choice = Secret::new(position, side).expect("cards to be chosen");
    let mut frame = || {
        window.frame(|canvas, ui| {
            let mut asked = Vec::new();
            match page.starts_with("cards") {
                true => families::views::secret(around, &choice, &table, canvas, ui, &mut asked),
                false => {
                    let is_shown = families::views::stage(
                        around, &table, &hands, position, canvas, ui, &mut asked,
                    );
                    assert!(is_shown, "a duel has a scene");
                }
            }
            assert!(asked.is_empty(), "nobody clicks");
        })
    };
    for _ in 0..4 {
        frame();
    }
    let triangles = frame();
    bencher.bench_local(|| assert_eq!(black_box(frame()), triangles));
}
