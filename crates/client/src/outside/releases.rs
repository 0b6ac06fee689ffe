//! The settings and the kept set-ups that the windows of every release have left: this window reads all of them, and loses none.
//! The matches beside them are the tests' of the crate `warlord`.

use std::fs;
use std::path::{Path, PathBuf};

use families::Secret;
use protocol::testing::{Seeded, random_orders};
use rules::{Rules as _, ToAct};

use super::*;
use crate::model::settings::{Calls, Pieces, Theme};
use kit::model::kept::KeptSetUp;

/// The folders of the releases.
fn releases() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../warlord/tests/releases");
    let entries = fs::read_dir(all).expect("the fixtures");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let found: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    assert!(!found.is_empty(), "no release has fixtures");
    found
}

/// Settings of which none is the usual one.
fn changed() -> Settings {
    Settings {
        name: "Ann Müller".to_owned(),
        theme: Theme::Dark,
        still: true,
        pieces: Pieces::Nato,
        step_ms: 300,
        pace_ms: 2000,
        figurines: true,
        scenarios: vec![PathBuf::from("/home/ann/hill.toml")],
        calls: Calls {
            sound: false,
            desktop_notice: false,
            attention: false,
            title: false,
        },
        confirm_end: false,
        zoom: 120,
        stun: "stun.example.org:3478".to_owned(),
        window: [1000, 700],
        panel: false,
        panel_width: 400,
        // what the first release does not have yet
        ..Settings::default()
    }
}

/// Whole set-ups, one for each built-in scenario that has a hidden one.
fn set_ups() -> Vec<KeptSetUp> {
    let all = scenario::built_in().iter().filter_map(|built_in| {
        let scenario = scenario::load(built_in.key)?.expect("right");
        let position = scenario.start(&[]).expect("the usual options");
        let ToAct::Secretly(sides) = position.to_act() else {
            return None;
        };
        let side = sides.iter().next()?;
        let orders = random_orders(&position, side, &mut Seeded(7));
        let rows = Secret::sealed(&position, side, orders.first()?)?.rows()?;
        Some(KeptSetUp {
            scenario: built_in.key.to_owned(),
            name: format!("Mine for {}", built_in.key),
            rows,
        })
    });
    all.collect()
}

/// For a release: `WARLORD_RELEASE=FOLDER cargo test --workspace --lib a_release_is_written`, after
/// `crates/warlord/tests/releases/make.py`. The window's own code writes both files.
#[test]
fn a_release_is_written() {
    let Some(folder) = std::env::var_os("WARLORD_RELEASE") else {
        return;
    };
    let home = Home::at(PathBuf::from(folder).join("ann")).expect("a data folder");
    let mut outside = Outside::new(home.clone(), Arc::new(|| ()));
    outside.perform(Effect::Save(changed()));
    for kept in set_ups() {
        outside.perform(Effect::Keep(kept));
    }
    assert_eq!(load(&home), (changed(), None));
    assert!(kept(&home).expect("written").list.len() >= 2);
}

#[test]
fn settings_and_set_ups_of_every_release_are_read_and_none_is_lost() {
    for release in releases() {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let texts = ["client.toml", preferences::KEPT].map(|name| {
            let text = fs::read_to_string(release.join("ann").join(name)).expect("a fixture");
            fs::write(home.path().join(name), &text).expect("written");
            text.parse::<toml::Table>().expect("TOML")
        });
        let [settings_then, set_ups_then] = &texts;
        let (settings, trouble) = load(&home);
        assert_eq!(trouble, None, "{}", release.display());
        // written anew, every value of then is still there
        let written = settings.merged("", &Settings::default());
        let written: toml::Table = written.parse().expect("TOML");
        for (key, value) in settings_then {
            assert_eq!(written.get(key), Some(value), "{key}");
        }

        let all = kept(&home).expect("read");
        assert_eq!(wrong_set_ups(&all), None);
        let then = set_ups_then["set-up"].as_array().map(Vec::len);
        assert_eq!(Some(all.list.len()), then);
        for set_up in &all.list {
            let scenario = scenario::load(&set_up.scenario).expect("built in");
            let position = scenario.expect("right").start(&[]).expect("no options");
            let ToAct::Secretly(sides) = position.to_act() else {
                panic!("{} has no hidden set-up any more", set_up.scenario);
            };
            let side = sides.iter().next().expect("a side");
            let mut secret = Secret::new(&position, side).expect("an editor");
            secret.take_rows(&set_up.rows);
            assert!(secret.order().is_some(), "{}", set_up.scenario);
        }
        // another change of this window costs nothing of it
        let mut outside = Outside::new(home.clone(), Arc::new(|| ()));
        let mut zoomed = settings.clone();
        zoomed.zoom = 90;
        outside.perform(Effect::Save(zoomed));
        let another = KeptSetUp {
            name: "Another".to_owned(),
            ..all.list[0].clone()
        };
        outside.perform(Effect::Keep(another));
        assert_eq!(
            load(&home).0,
            Settings {
                zoom: 90,
                ..settings
            }
        );
        assert_eq!(kept(&home).expect("read").list[..all.list.len()], all.list);
    }
}
