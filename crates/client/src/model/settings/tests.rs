//! Settings are read and written, alone and beside other windows.

use super::*;

#[test]
fn settings_read_back_as_written() {
    let settings = Settings {
        name: "Ada \"the\" Tester ÄÖ".to_owned(),
        theme: Theme::Dark,
        still: true,
        pieces: Pieces::Nato,
        step_ms: 0,
        pace_ms: 250,
        figurines: true,
        scenarios: vec![PathBuf::from("/home/ada/hill.toml")],
        calls: Calls {
            sound: false,
            desktop_notice: false,
            attention: false,
            title: false,
        },
        confirm_end: false,
        zoom: 150,
        volume: 40,
        drag: 12,
        keys: Keys::try_from(vec![
            "Flip board:".to_owned(),
            "Next unit: Ctrl+M".to_owned(),
        ])
        .expect("keys"),
        stun: "stun.example.org:3478\n192.0.2.9:3478".to_owned(),
        window: [1000, 700],
        panel: false,
        panel_width: 410,
    };
    let text = settings.merged("", &Settings::default());
    assert_eq!(Settings::read(&text), (settings, Vec::new()));
}

#[test]
fn missing_and_unknown_lines_are_no_harm() {
    let (settings, wrong) = Settings::read("name = \"Bo\"\nlater = 3\n");
    assert_eq!(settings.name, "Bo");
    assert_eq!(settings.step_ms, Settings::default().step_ms);
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn one_wrong_value_costs_no_other_and_is_named() {
    let right = "name = \"Ann\"\nstill = true\nzoom = 110\nscenarios = [\"own.toml\"]\n";
    for (wrong, told) in [
        ("theme = \"Light\"", "theme = \"Light\""),
        ("step_ms = -1", "step_ms = -1"),
        ("pieces = \"later\"", "pieces = \"later\""),
        ("window = [1]", "window = [1]"),
        ("attention = 1", "attention = 1"),
        ("stun = 3", "stun = 3"),
        // no TOML at all
        ("theme = Light", "theme = Light"),
        ("stun = \"x", "stun = \"x"),
        ("nonsense", "nonsense"),
        ("stun = [\"x\"", "stun = [\"x\""),
        ("pace_ms = 500 500", "pace_ms = 500 500"),
    ] {
        for text in [format!("{wrong}\n{right}"), format!("{right}{wrong}\n")] {
            let (settings, named) = Settings::read(&text);
            assert_eq!(settings.name, "Ann", "{text}");
            assert!(settings.still && settings.zoom == 110, "{text}");
            assert_eq!(settings.scenarios, [PathBuf::from("own.toml")], "{text}");
            assert_eq!(settings.theme, Theme::System, "{text}");
            assert!(named.iter().any(|line| line == told), "{text}: {named:?}");
        }
    }
    let (settings, named) = Settings::read("name = \"J\u{fffd}rg\"\nzoom = 120\n");
    assert_eq!((settings.name.as_str(), settings.zoom), ("", 120));
    assert_eq!(named.len(), 1);
}

#[test]
fn what_another_window_or_a_later_version_has_written_stays() {
    let before = Settings::default();
    let here = Settings {
        zoom: 150,
        ..before.clone()
    };
    let there = "# mine\nname = \"Bo\" # me\nlater = 3\ntheme = \"Light\"\n\n[colors]\nred = 1\n";
    let text = here.merged(there, &before);
    for kept in [
        "# mine\n",
        "name = \"Bo\" # me\n",
        "later = 3\n",
        "theme = \"Light\"\n",
        "[colors]\nred = 1",
    ] {
        assert!(text.contains(kept), "{text}");
    }
    let (read, _) = Settings::read(&text);
    assert_eq!((read.name.as_str(), read.zoom), ("Bo", 150));
    // each window's changes stay with all comments, whichever of them writes first
    let file = "# mine\nname = \"Bo\" # me\n# the maps\nscenarios = [\n  # the first\n  \"a.toml\", # kept\n]\nzoom = 100 # fits\n";
    let known = Settings::read(file).0;
    let one = Settings {
        name: "Ann".to_owned(),
        zoom: 150,
        ..known.clone()
    };
    let mut two = known.clone();
    two.scenarios.push("b.toml".into());
    two.calls.sound = false;
    for (first, second) in [(&one, &two), (&two, &one)] {
        let text = second.merged(&first.merged(file, &known), &known);
        for comment in [
            "# mine\n",
            "\"Ann\" # me\n",
            "# the maps\n",
            "# the first\n",
            "150 # fits\n",
        ] {
            assert!(text.contains(comment), "{comment}: {text}");
        }
        let (read, wrong) = Settings::read(&text);
        assert_eq!(wrong, Vec::<String>::new());
        let names = (read.name.as_str(), read.zoom, read.calls.sound);
        assert_eq!(names, ("Ann", 150, false));
        assert_eq!(read.scenarios, ["a.toml", "b.toml"].map(PathBuf::from));
    }
    // what is no TOML stays as a comment
    let broken =
        "# mine\nname = \"Bo\" # me\ntheme = Light\nlater = 3 # what\n[colors]\nred = 1 # bright\n";
    let text = here.merged(broken, &before);
    for kept in [
        "# mine\n",
        "\"Bo\" # me\n",
        "# unread: theme = Light\n",
        "3 # what\n",
        "[colors]\nred = 1 # bright",
    ] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    assert_eq!(Settings::read(&text).0.zoom, 150);
    // lists grow by what each window adds
    let with = |files: &[&str]| Settings {
        scenarios: files.iter().map(PathBuf::from).collect(),
        ..Settings::default()
    };
    let text = with(&["a", "b"]).merged("", &with(&[]));
    let text = with(&["a", "c"]).merged(&text, &with(&["a"]));
    let text = with(&["c"]).merged(&text, &with(&["a", "c"]));
    assert_eq!(
        Settings::read(&text).0.scenarios,
        with(&["b", "c"]).scenarios
    );
    // a file that is no TOML keeps what reads
    let text = here.merged("name = \"Bo\"\nnonsense\n", &before);
    let (read, wrong) = Settings::read(&text);
    assert_eq!((read.name.as_str(), read.zoom, wrong.len()), ("Bo", 150, 0));
}

#[test]
fn services_are_read_from_the_list_and_a_wrong_one_is_told() {
    let with = |stun: &str| Settings {
        stun: stun.to_owned(),
        ..Settings::default()
    };
    assert_eq!(Settings::default().services(), Ok(Vec::new()));
    let mut chosen = Settings::default();
    chosen.name_well_known_services();
    assert_eq!(chosen.services(), Ok(reach::well_known_services()));
    assert_eq!(
        Settings::read(&chosen.merged("", &Settings::default())).0,
        chosen,
        "the choice is kept"
    );
    let two = with(" stun.example.org:3478,\n192.0.2.9:3478 ").services();
    assert_eq!(two.expect("two services").len(), 2);
    let wrong = with("stun.example.org").services().expect_err("no port");
    assert!(
        wrong.what.contains("`stun.example.org` has no port"),
        "{wrong:?}"
    );
}

#[test]
fn exported_settings_are_taken_as_a_whole_or_not_at_all() {
    let mut there = Settings {
        name: "Ada".to_owned(),
        volume: 30,
        ..Settings::default()
    };
    there
        .keys
        .0
        .insert("Next unit".to_owned(), "M".parse().ok());
    there.scenarios.push("there.toml".into());
    let mut here = Settings::default();
    here.scenarios.push("here.toml".into());
    let text = there.exported();
    let taken = here.imported(&text).expect("right");
    assert_eq!((taken.name.as_str(), taken.volume), ("Ada", 30));
    assert_eq!(
        (&taken.keys, &taken.scenarios),
        (&there.keys, &here.scenarios)
    );
    for (wrong, told) in [
        ("zoom = 110\nthis is none", "no file of settings"),
        ("later = 3\n", "no setting in this file"),
        ("", "no setting in this file"),
        ("zoom = 110\ntheme = \"pink\"\n", "`theme = \"pink\"`"),
        (
            "zoom = 110\nkeys = [\"Next unit: Tab\"]\n",
            "`Tab` is no key",
        ),
        ("zoom = 9000\n", "beyond its limits"),
    ] {
        let error = here.imported(wrong).expect_err(wrong);
        assert!(error.what.contains(told), "{error:?}");
        assert!(error.advice.starts_with("nothing is changed"), "{error:?}");
    }
}

#[test]
fn wild_values_are_brought_within_their_limits() {
    let (settings, _) = Settings::read("zoom = 9000\nstep_ms = 60000\nwindow = [1, 1]\n");
    assert_eq!((settings.zoom, settings.step_ms), (200, SLOWEST_STEP));
    assert_eq!(settings.window, SMALLEST);
    // a window that was made as small as it can be opens as it was
    let (settings, _) = Settings::read("window = [640, 400]\n");
    assert_eq!(settings.window, SMALLEST);
}
