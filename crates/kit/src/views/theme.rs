//! Colors and the look of the widgets, light and dark.

use egui::{
    Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Theme, Vec2,
};
use picture::{BoardColors, Rgb};
use rules::Side;

/// A color written as in a style sheet.
const fn hex(rgb: u32) -> Color32 {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color32::from_rgb(r, g, b)
}

pub const fn rgb(color: Rgb) -> Color32 {
    hex(color.0)
}

/// The color of controls on a light page. It is no side's: a blue button beside blue units would seem to be theirs.
const TEAL: Color32 = hex(0x0C_70_6C);

/// The colors of one theme that are not egui's own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Palette {
    /// The table around the board.
    pub table: Color32,
    /// Cards: panels on a page.
    pub card: Color32,
    pub line: Color32,
    /// The fill of a page's main button.
    pub accent: Color32,
    /// The text on that fill.
    pub on_accent: Color32,
    /// Things that are in order.
    pub good: Color32,
    /// Things to look at.
    pub warn: Color32,
    /// Things that are wrong.
    pub bad: Color32,
    pub board: BoardPalette,
    /// The line above a board of the past.
    pub past: Color32,
}

/// The colors on a board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoardPalette {
    /// Terrain pictures.
    pub ground_ink: Color32,
    pub coordinates: Color32,
    pub legal: Color32,
    pub selected: Color32,
    /// The last turn.
    pub last: Color32,
    pub threat: Color32,
    pub range: Color32,
    /// The color of the range of a leader with nothing left to give.
    pub range_spent: Color32,
    /// Zones that a side may set up in.
    pub zone: Color32,
    pub cursor: Color32,
    /// The frame around the board.
    pub frame: Color32,
    /// Where a board has a hole, the table is seen.
    pub hole: Color32,
}

impl BoardPalette {
    const fn of(colors: &BoardColors, cursor: Color32, frame: Color32) -> Self {
        Self {
            ground_ink: Color32::from_black_alpha(colors.ground_ink),
            coordinates: rgb(colors.coordinates),
            legal: rgb(colors.legal),
            selected: rgb(colors.legal),
            last: rgb(colors.last),
            threat: rgb(colors.threat),
            range: rgb(colors.range),
            range_spent: rgb(colors.range_spent),
            zone: rgb(colors.legal),
            cursor,
            frame,
            hole: rgb(colors.table),
        }
    }
}

/// The looks of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Look {
    Light,
    Dark,
    /// High contrast: dark, and nothing pale.
    Contrast,
}

impl Look {
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Contrast];

    /// The look the interface is shown in now.
    pub fn of(ui: &egui::Ui) -> Self {
        let visuals = ui.visuals();
        match (visuals.dark_mode, visuals.panel_fill == Color32::BLACK) {
            // no other theme has a ground of plain black
            (true, true) => Self::Contrast,
            (true, false) => Self::Dark,
            (false, _) => Self::Light,
        }
    }

    pub const fn palette(self) -> &'static Palette {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
            Self::Contrast => &CONTRAST,
        }
    }

    /// The colors of the board's ground.
    pub const fn colors(self) -> &'static BoardColors {
        match self {
            Self::Light => &BoardColors::LIGHT,
            Self::Dark => &BoardColors::DARK,
            Self::Contrast => &BoardColors::CONTRAST,
        }
    }
}

const LIGHT: Palette = Palette {
    table: rgb(BoardColors::LIGHT.table),
    card: hex(0xFF_FF_FF),
    line: hex(0xD8_D3_C6),
    accent: TEAL,
    on_accent: Color32::WHITE,
    // each has a contrast of 4.5 to 1 on page and card in both themes (WCAG AA), which a test measures
    good: hex(0x0B_6E_4F),
    warn: hex(0x9A_5B_00),
    bad: hex(0x9B_1B_30),
    board: BoardPalette::of(&BoardColors::LIGHT, hex(0x11_11_11), hex(0x7C_6C_50)),
    past: hex(0xEC_D9_AE),
};

const DARK: Palette = Palette {
    table: rgb(BoardColors::DARK.table),
    card: hex(0x25_29_30),
    line: hex(0x3A_40_4A),
    accent: hex(0x1B_80_88),
    on_accent: Color32::WHITE,
    good: hex(0x5C_C9_9B),
    warn: hex(0xF2_B1_4A),
    bad: hex(0xF0_7C_8C),
    board: BoardPalette::of(&BoardColors::DARK, hex(0x00_00_00), hex(0x3B_43_4E)),
    past: hex(0x54_46_2B),
};

/// Black ground, white text, nothing pale between them.
const CONTRAST: Palette = Palette {
    table: Color32::BLACK,
    card: Color32::BLACK,
    line: Color32::WHITE,
    // 9 to 1 on black and more, which a test measures
    accent: hex(0x5C_E1_E6),
    on_accent: Color32::BLACK,
    good: hex(0x7C_F5_C0),
    warn: hex(0xFF_D4_1A),
    bad: hex(0xFF_A0_AC),
    board: BoardPalette::of(&BoardColors::CONTRAST, Color32::BLACK, Color32::WHITE),
    ..DARK
};

/// The palette the interface is shown in now.
pub fn palette(ui: &egui::Ui) -> &'static Palette {
    Look::of(ui).palette()
}

/// The sizes of text, in points. Boards alone have text of other sizes, that of their cells.
pub mod size {
    /// Notes, numbers beside things, lines under titles.
    pub const SMALL: f32 = 13.0;
    /// All running text and all controls.
    pub const BODY: f32 = 15.0;
    /// The names of groups and cards.
    pub const TITLE: f32 = 18.0;
    /// The name of a page, a result.
    pub const HEADING: f32 = 26.0;
}

/// Puts the looks of high contrast in place of those of the dark theme, or takes them away again; without motion
/// nothing fades, slides or scrolls by itself.
pub fn adapt(context: &egui::Context, has_contrast: bool, is_still: bool) {
    for theme in [Theme::Light, Theme::Dark] {
        context.style_mut_of(theme, |style| {
            let usual = egui::Style::default();
            // built from the defaults each time: otherwise parts of the high contrast would stay when it is turned off
            style.visuals = theme.default_visuals();
            dress(style, theme == Theme::Dark);
            if has_contrast && theme == Theme::Dark {
                heighten(&mut style.visuals);
            }
            // for people whom motion makes unwell
            style.animation_time = if is_still { 0.0 } else { usual.animation_time };
            style.scroll_animation = match is_still {
                true => egui::style::ScrollAnimation::none(),
                false => usual.scroll_animation,
            };
        });
    }
}

/// The looks of high contrast.
fn heighten(visuals: &mut egui::Visuals) {
    let (black, white) = (Color32::BLACK, Color32::WHITE);
    visuals.panel_fill = black;
    visuals.window_fill = black;
    visuals.extreme_bg_color = black;
    visuals.faint_bg_color = hex(0x1A_1A_1A);
    visuals.window_stroke = Stroke::new(2.0, white);
    visuals.weak_text_color = Some(hex(0xE8_E8_E8));
    visuals.hyperlink_color = CONTRAST.accent;
    visuals.warn_fg_color = CONTRAST.warn;
    visuals.error_fg_color = CONTRAST.bad;
    visuals.selection.bg_fill = hex(0x00_5A_60);
    visuals.selection.stroke = Stroke::new(2.0, white);
    visuals.disabled_alpha = 0.6;
    let widgets = &mut visuals.widgets;
    for (widget, line) in [
        (&mut widgets.noninteractive, white),
        (&mut widgets.inactive, white),
        (&mut widgets.hovered, CONTRAST.accent),
        (&mut widgets.active, CONTRAST.accent),
        (&mut widgets.open, CONTRAST.accent),
    ] {
        widget.bg_fill = hex(0x1A_1A_1A);
        widget.weak_bg_fill = hex(0x1A_1A_1A);
        // as wide as in the other looks: egui adds lines to the size of a button, which would move its neighbors
        widget.bg_stroke = Stroke::new(1.0, line);
        widget.fg_stroke = Stroke::new(1.5, white);
    }
}

pub const fn side_color(side: Side) -> Color32 {
    rgb(picture::side_color(side))
}

/// Sets font sizes, spacing and colors of both themes.
pub fn install(context: &egui::Context) {
    // where the system does not say what it likes
    context.options_mut(|options| options.fallback_theme = Theme::Light);
    for theme in [Theme::Light, Theme::Dark] {
        context.style_mut_of(theme, |style| dress(style, theme == Theme::Dark));
    }
}

fn dress(style: &mut egui::Style, dark: bool) {
    let palette = if dark { &DARK } else { &LIGHT };
    let font = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Small, font(size::SMALL)),
        (TextStyle::Body, font(size::BODY)),
        (TextStyle::Button, font(size::BODY)),
        (TextStyle::Heading, font(size::HEADING)),
        (
            TextStyle::Monospace,
            // its letters are as high as those of the other font at the size of running text
            FontId::new(14.0, FontFamily::Monospace),
        ),
    ]
    .into();
    style.spacing.item_spacing = Vec2::new(8.0, 7.0);
    style.spacing.button_padding = Vec2::new(12.0, 6.0);
    style.spacing.interact_size.y = 28.0;
    style.spacing.window_margin = Margin::same(16);
    style.spacing.menu_margin = Margin::same(8);
    style.spacing.combo_width = 160.0;
    // a drag that begins on a label would otherwise select text
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.35;

    let visuals = &mut style.visuals;
    visuals.panel_fill = if dark {
        hex(0x1C_1F_25)
    } else {
        hex(0xF4_F1_E9)
    };
    visuals.window_fill = palette.card;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.extreme_bg_color = if dark {
        hex(0x12_14_18)
    } else {
        hex(0xFF_FF_FF)
    };
    visuals.faint_bg_color = if dark {
        hex(0x22_26_2D)
    } else {
        hex(0xEC_E8_DD)
    };
    visuals.warn_fg_color = palette.warn;
    visuals.error_fg_color = palette.bad;
    visuals.hyperlink_color = if dark { hex(0x74_D0_D8) } else { TEAL };
    visuals.selection.bg_fill = if dark {
        hex(0x18_4A_50)
    } else {
        hex(0xC8_EA_D0)
    };
    visuals.selection.stroke = Stroke::new(
        1.0,
        if dark {
            Color32::WHITE
        } else {
            hex(0x0A_3F_44)
        },
    );
    // 4.5 to 1 on every ground that pale text stands on (WCAG AA), which a test measures
    visuals.weak_text_color = Some(if dark {
        hex(0xB2_B8_C2)
    } else {
        hex(0x55_50_46)
    });
    visuals.disabled_alpha = 0.45;
    visuals.window_corner_radius = CornerRadius::same(10);
    visuals.menu_corner_radius = CornerRadius::same(8);
    let shadow = Shadow {
        offset: [0, 4],
        blur: 18,
        spread: 0,
        color: Color32::from_black_alpha(if dark { 120 } else { 45 }),
    };
    visuals.window_shadow = shadow;
    visuals.popup_shadow = shadow;

    let text = if dark {
        hex(0xE4_E6_EA)
    } else {
        hex(0x22_20_1B)
    };
    let strong = if dark { Color32::WHITE } else { Color32::BLACK };
    let (rest, over, down) = if dark {
        (hex(0x31_36_3F), hex(0x3C_43_4E), hex(0x28_2C_33))
    } else {
        (hex(0xE6_E1_D4), hex(0xDA_D4_C4), hex(0xCF_C8_B6))
    };
    let widgets = &mut visuals.widgets;
    for widget in [
        &mut widgets.noninteractive,
        &mut widgets.inactive,
        &mut widgets.hovered,
        &mut widgets.active,
        &mut widgets.open,
    ] {
        widget.corner_radius = CornerRadius::same(7);
        // under the pointer a button would otherwise grow over its neighbors
        widget.expansion = 0.0;
    }
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, palette.line);
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, text);
    for (widget, fill, line) in [
        (&mut widgets.inactive, rest, palette.line),
        (&mut widgets.hovered, over, palette.line),
        (&mut widgets.active, down, palette.accent),
        (&mut widgets.open, over, palette.line),
    ] {
        widget.weak_bg_fill = fill;
        widget.bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, line);
        widget.fg_stroke = Stroke::new(1.5, text);
    }
    widgets.hovered.fg_stroke.color = strong;
    widgets.active.fg_stroke.color = strong;
}

#[cfg(test)]
mod tests;
