//! Contrast, colors of sides, and what high contrast leaves behind.

use super::*;

/// The WCAG contrast of two opaque colors.
fn contrast(a: Color32, b: Color32) -> f32 {
    let luminance = |color: Color32| {
        let [r, g, b, _] = egui::Rgba::from(color).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn text_is_readable_on_every_ground_it_is_written_on() {
    let context = egui::Context::default();
    install(&context);
    for theme in [Theme::Light, Theme::Dark] {
        let style = context.style_of(theme);
        let visuals = &style.visuals;
        let palette = if theme == Theme::Dark { &DARK } else { &LIGHT };
        for ground in [
            visuals.panel_fill,
            palette.card,
            visuals.widgets.inactive.bg_fill,
        ] {
            assert!(contrast(visuals.text_color(), ground) > 7.0, "{theme:?}");
        }
        // grey text also stands in fields, on buttons and on what is chosen
        let grounds = [
            visuals.panel_fill,
            palette.card,
            visuals.faint_bg_color,
            visuals.extreme_bg_color,
            visuals.widgets.inactive.bg_fill,
            visuals.widgets.hovered.bg_fill,
            visuals.selection.bg_fill,
        ];
        for ground in grounds {
            let ink = visuals.weak_text_color();
            let readable = contrast(ink, ground);
            assert!(readable > 4.5, "{theme:?} grey on {ground:?}: {readable}");
        }
        for ground in [visuals.panel_fill, palette.card] {
            for ink in [palette.good, palette.warn, palette.bad] {
                assert!(
                    contrast(ink, ground) > 4.5,
                    "{theme:?} {ink:?} on {ground:?}"
                );
            }
        }
        assert!(contrast(palette.on_accent, palette.accent) > 4.0);
        assert!(contrast(palette.board.coordinates, palette.table) > 4.5);
    }
}

#[test]
fn high_contrast_is_high_and_goes_away_again() {
    let context = egui::Context::default();
    install(&context);
    let usual = context.style_of(Theme::Dark).visuals.clone();
    adapt(&context, true, true);
    let style = context.style_of(Theme::Dark);
    let visuals = &style.visuals;
    for ink in [
        visuals.text_color(),
        visuals.weak_text_color(),
        CONTRAST.accent,
        CONTRAST.good,
        CONTRAST.bad,
    ] {
        assert!(contrast(ink, visuals.panel_fill) > 9.0, "{ink:?}");
    }
    assert!(contrast(CONTRAST.on_accent, CONTRAST.accent) > 9.0);
    assert!(contrast(visuals.text_color(), visuals.selection.bg_fill) > 7.0);
    assert_eq!(style.animation_time, 0.0);
    adapt(&context, false, false);
    assert_eq!(context.style_of(Theme::Dark).visuals, usual);
    assert!(context.style_of(Theme::Dark).animation_time > 0.0);
}

#[test]
fn marks_stand_out_on_every_open_cell() {
    for look in Look::ALL {
        let palette = look.palette();
        for cell in look.colors().cells.map(rgb) {
            for mark in [
                palette.board.legal,
                palette.board.last,
                palette.board.threat,
                palette.board.range,
            ] {
                assert!(contrast(mark, cell) > 3.0, "{mark:?} on {cell:?}");
            }
        }
    }
}

#[test]
fn the_sides_differ_in_brightness_and_not_in_hue_alone() {
    let [first, second] = [0, 1].map(|place| Side::new(place).map(side_color));
    let (first, second) = first.zip(second).expect("two sides");
    assert!(contrast(first, second) > 3.5);
}

#[test]
fn no_control_has_the_color_of_a_side() {
    let context = egui::Context::default();
    for look in Look::ALL {
        adapt(&context, look == Look::Contrast, false);
        let theme = match look {
            Look::Light => Theme::Light,
            Look::Dark | Look::Contrast => Theme::Dark,
        };
        let visuals = context.style_of(theme).visuals.clone();
        let controls = [
            look.palette().accent,
            visuals.hyperlink_color,
            visuals.selection.bg_fill,
        ];
        for side in (0..rules::MAX_SIDES).filter_map(Side::new).map(side_color) {
            for control in controls {
                let parts = side.to_array().into_iter().zip(control.to_array());
                let apart: u32 = parts.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum();
                assert!(apart > 40 * 40, "{look:?}: {control:?} is like {side:?}");
            }
        }
    }
}

#[test]
fn the_shades_of_the_dark_board_are_apart_and_no_longer_beige() {
    let [pale, dark] = BoardColors::DARK.cells.map(rgb);
    // the light theme's are 1.16 to 1, and beside a dark table the eye tells less apart
    assert!(contrast(pale, dark) > 1.35);
    // blue is no longer the least of the three colors
    assert!(pale.b() >= pale.r() && dark.b() >= dark.r());
}

#[test]
fn light_is_the_look_where_the_system_does_not_say() {
    let context = egui::Context::default();
    install(&context);
    context.begin_pass(egui::RawInput::default());
    assert_eq!(context.theme(), Theme::Light);
    // there is no screen to load textures onto
    context.end_pass().textures_delta.clear();
}
