//! The computer that panics, and settings and set-ups written by several windows.

use kit::model::kept::KeptSetUp;
use rules::Rules as _;

use super::thinking::or_last;
use super::*;
use std::fs;

use crate::model::lessons::{Learned, LearnedChange};
use crate::model::settings::Theme;

#[test]
fn a_search_that_panics_ends_its_turn_instead_of_thinking_for_ever() {
    let scenario = scenario::load("clash-of-arms")
        .expect("built in")
        .expect("right");
    let mut position = scenario.start(&[]).expect("no options");
    let side = position.turn().side;
    let orders = or_last(&position, side, || panic!("on purpose"));
    for order in &orders {
        position.apply(side, order).expect("legal");
    }
    assert_ne!(position.turn().side, side, "{orders:?}");
}

fn keep(home: &Home, name: &str) -> Vec<Command> {
    let mut outside = Outside::new(home.clone(), Arc::new(|| ()));
    outside.perform(Effect::Keep(KeptSetUp {
        scenario: "test-of-wills".to_owned(),
        name: name.to_owned(),
        rows: "20/20/20/20".to_owned(),
    }));
    outside.poll()
}

#[test]
fn two_windows_keep_set_ups_in_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = Home::at(folder.path()).expect("a data folder");
    assert_eq!(kept(&home), Ok(KeptSetUps::default()));
    keep(&home, "Here");
    let told = keep(&home, "There");
    let all = kept(&home).expect("it was written");
    let names: Vec<&str> = all.list.iter().map(|kept| kept.name.as_str()).collect();
    assert_eq!(names, ["Here", "There"]);
    assert!(matches!(&told[..], [Command::News(News::Kept(told))] if *told == all));
}

fn learn(home: &Home, change: LearnedChange) -> Vec<Command> {
    let mut outside = Outside::new(home.clone(), Arc::new(|| ()));
    outside.perform(Effect::Learn(change));
    outside.poll()
}

#[test]
fn two_windows_keep_the_lessons_done_in_one_file_and_an_unread_one_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = Home::at(folder.path()).expect("a data folder");
    assert_eq!(learned(&home), Ok(Learned::default()));
    learn(&home, LearnedChange::Done("warlord/turn".to_owned()));
    let told = learn(&home, LearnedChange::Done("tourney/duel".to_owned()));
    let all = learned(&home).expect("it was written");
    assert!(all.has("warlord/turn") && all.has("tourney/duel"));
    assert!(matches!(&told[..], [Command::News(News::Learned(told))] if *told == all));
    let file = home.path().join(preferences::LEARNED);
    fs::write(&file, "done = 3").expect("written");
    let told = learn(&home, LearnedChange::PutAway(true));
    assert!(
        matches!(&told[..], [Command::News(News::Failed(_))]),
        "{told:?}"
    );
    assert_eq!(fs::read_to_string(&file).expect("there"), "done = 3");
}

#[test]
fn a_file_of_set_ups_that_cannot_be_read_is_told_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = Home::at(folder.path()).expect("a data folder");
    let file = home.path().join(preferences::KEPT);
    let text = "[[set-up]\nname = \"Mine\"\n";
    fs::write(&file, text).expect("written");
    let told = keep(&home, "Another");
    let [Command::News(News::Failed(trouble))] = &told[..] else {
        panic!("the window says so: {told:?}");
    };
    assert!(trouble.what.contains("cannot be read"), "{}", trouble.what);
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
}

fn window(folder: &tempfile::TempDir) -> (Outside, Settings) {
    let home = Home::at(folder.path()).expect("a data folder");
    let settings = load(&home).0;
    (Outside::new(home, Arc::new(|| ())), settings)
}

#[test]
fn two_windows_lose_no_setting_of_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut one, first) = window(&folder);
    let (mut other, second) = window(&folder);
    one.perform(Effect::Save(Settings {
        zoom: 150,
        ..first.clone()
    }));
    other.perform(Effect::Save(Settings {
        name: "Bo".to_owned(),
        ..second.clone()
    }));
    // as when a window is closed: only its size has changed
    one.perform(Effect::Save(Settings {
        zoom: 150,
        window: [900, 700],
        ..first
    }));
    let (settings, trouble) = load(&Home::at(folder.path()).expect("a data folder"));
    assert_eq!((settings.zoom, settings.name.as_str()), (150, "Bo"));
    assert_eq!((settings.window, trouble), ([900, 700], None));
    assert!(one.poll().is_empty() && other.poll().is_empty());
}

#[test]
fn a_wrong_setting_is_named_and_a_copy_of_the_file_stays_when_another_is_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("client.toml");
    let text = "name = \"Ann\"\ntheme = \"Light\"\nstill = true\nzoom = 110\n";
    fs::write(&file, text).expect("written");
    let home = Home::at(folder.path()).expect("a data folder");
    let (settings, trouble) = load(&home);
    let trouble = trouble.expect("an error message");
    assert!(
        trouble.what.contains("theme = \"Light\""),
        "{}",
        trouble.what
    );
    let copy = folder.path().join("client.toml.unread");
    assert!(
        trouble.advice.contains("client.toml.unread"),
        "{}",
        trouble.advice
    );
    assert_eq!(
        (settings.name.as_str(), settings.still, settings.zoom),
        ("Ann", true, 110)
    );
    let mut outside = Outside::new(home.clone(), Arc::new(|| ()));
    outside.perform(Effect::Save(Settings {
        theme: Theme::Dark,
        ..settings
    }));
    assert_eq!(fs::read_to_string(&copy).expect("a copy"), text);
    let (settings, trouble) = load(&home);
    assert_eq!((settings.theme, trouble), (Theme::Dark, None));
    assert_eq!(
        (settings.name.as_str(), settings.still, settings.zoom),
        ("Ann", true, 110)
    );
}

#[cfg(unix)]
#[test]
fn linked_settings_stay_a_link_and_a_file_without_end_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = tempfile::tempdir().expect("a folder");
    let real = place.path().join("mine.toml");
    fs::write(&real, "zoom = 110\n").expect("written");
    let link = folder.path().join("client.toml");
    std::os::unix::fs::symlink(&real, &link).expect("a link");
    let (mut outside, settings) = window(&folder);
    outside.perform(Effect::Save(Settings {
        zoom: 120,
        ..settings
    }));
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&real).expect("there"), "zoom = 120\n");
    fs::remove_file(&link).expect("removed");
    std::os::unix::fs::symlink("/dev/zero", &link).expect("a link");
    let (mut outside, settings) = window(&folder);
    assert_eq!(settings, Settings::default());
    outside.perform(Effect::Save(Settings {
        zoom: 120,
        ..settings
    }));
    assert!(matches!(
        &outside.poll()[..],
        [Command::News(News::Failed(_))]
    ));
}
