//! People who are met, blocked, named and confused with each other.

use super::*;
use crate::folder::Home;
use crate::limits::PEOPLE_BYTES;

const ANN: PublicKey = PublicKey([1; 32]);
const BOB: PublicKey = PublicKey([2; 32]);
const EVE: PublicKey = PublicKey([3; 32]);

fn home() -> (tempfile::TempDir, Home) {
    let folder = tempfile::tempdir().expect("a folder");
    let home = Home::at(folder.path()).expect("a data folder");
    (folder, home)
}

#[test]
fn who_was_met_is_found_again_with_everything_decided() {
    let (_folder, home) = home();
    assert_eq!(home.people().expect("none yet"), People::default());
    let changed = home.change_people(|people| {
        people.meet(ANN, "Ann", 10);
        people.meet(ANN, "Anna \u{202e}", 20);
        people.meet(BOB, "Bob", 15);
        people.rename(ANN, "Annie  from the club");
        people.verify(ANN, true);
        people.block(EVE, true);
    });
    changed.expect("kept");
    let people = home.people().expect("kept");
    let keys: Vec<PublicKey> = people.iter().map(|person| person.key).collect();
    assert_eq!(keys, [ANN, BOB, EVE]);
    let ann = people.get(ANN).expect("met");
    assert_eq!(ann.met, Some([10, 20]));
    assert_eq!(
        (ann.name.as_str(), ann.petname.as_str()),
        ("Anna", "Annie  from the club")
    );
    assert!(ann.is_verified && !ann.is_blocked);
    assert!(home.blocks(EVE) && !home.blocks(ANN));
    let changed = home.change_people(|people| {
        people.block(EVE, false);
        people.forget(BOB);
        people.rename(ANN, " ");
    });
    changed.expect("kept");
    let people = home.people().expect("kept");
    assert_eq!(people.get(BOB), None);
    assert!(!home.blocks(EVE));
    assert_eq!(people.get(ANN).map(Person::called).as_deref(), Some("Anna"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(home.people_file())
            .expect("there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn a_damaged_file_is_reported_and_left_alone() {
    let (_folder, home) = home();
    let kept = home.change_people(|people| people.meet(ANN, "Ann", 10));
    kept.expect("kept");
    let whole = std::fs::read_to_string(home.people_file()).expect("there");
    for broken in [
        "",
        "something else\n",
        &whole.replace("met 10", "met"),
        &whole.replace("key 01", "key 0g"),
        &whole[..60],
    ] {
        std::fs::write(home.people_file(), broken).expect("written");
        assert!(
            matches!(home.people(), Err(PeopleError::Broken { .. })),
            "{broken}"
        );
        let changed = home.change_people(|people| people.meet(BOB, "Bob", 11));
        assert!(changed.is_err(), "{broken}");
        let left = std::fs::read_to_string(home.people_file()).expect("there");
        assert_eq!(left, broken);
        assert!(!home.blocks(ANN));
    }
    let later = whole.replace(TITLE, "warlord people 12");
    std::fs::write(home.people_file(), &later).expect("written");
    let changed = home.change_people(|people| people.meet(BOB, "Bob", 11));
    assert!(
        matches!(changed, Err(PeopleError::OtherVersion { .. })),
        "{changed:?}"
    );
    let left = std::fs::read_to_string(home.people_file()).expect("there");
    assert_eq!(left, later);
}

#[test]
fn the_file_stays_small_and_what_was_decided_stays_longest() {
    let mut people = People::default();
    let key = |number: usize| {
        let mut bytes = [7; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        PublicKey(bytes)
    };
    people.block(EVE, true);
    for number in 0..PEOPLE + 500 {
        let day = u16::try_from(number).expect("few days");
        people.meet(key(number), &"n".repeat(40), day);
    }
    people.bound();
    assert_eq!(people.list.len(), PEOPLE);
    assert!(people.get(EVE).is_some_and(|eve| eve.is_blocked));
    assert!(people.get(key(500)).is_none() && people.get(key(501)).is_some());
    for person in &mut people.list {
        person.petname = "ü".repeat(16);
        person.is_verified = true;
        person.is_blocked = true;
    }
    let text = people.to_text();
    assert!(text.len() as u64 <= PEOPLE_BYTES, "{} bytes", text.len());
    assert_eq!(People::read(&text), Some(people));
}

#[test]
fn a_stranger_differs_from_an_acquaintance_by_the_name_too() {
    let mut people = People::default();
    let of = |people: &People, key, name| people.acquaintance(key, name).to_string();
    assert_eq!(of(&people, ANN, "Ann"), "stranger");
    people.meet(ANN, "Ann", 10);
    assert_eq!(of(&people, ANN, "Ann"), "known");
    people.list[0].games = 4;
    assert_eq!(of(&people, ANN, "Ann"), "known, 4 games");
    assert_eq!(of(&people, ANN, "Queen"), "known as Ann, 4 games");
    for name in ["Ann", "ann", " A.n n!"] {
        let eve = people.acquaintance(EVE, name);
        assert!(eve.is_doubtful());
        assert_eq!(
            eve.to_string(),
            format!("stranger: the name {name} is another key's here")
        );
    }
    assert_eq!(of(&people, EVE, "Eve"), "stranger");
    // the player met second under the name takes nothing from the player met first
    people.meet(EVE, "Ann", 11);
    assert_eq!(of(&people, ANN, "Ann"), "known, 4 games");
    people.verify(ANN, true);
    assert_eq!(of(&people, ANN, "Ann"), "verified, 4 games");
    assert_eq!(
        of(&people, EVE, "Ann"),
        "known: the name Ann is another key's here"
    );
    people.rename(ANN, "Annie");
    assert_eq!(of(&people, ANN, "Ann"), "verified as Annie, 4 games");
    assert!(people.acquaintance(BOB, "Annie").is_namesake);
    people.block(EVE, true);
    assert!(of(&people, EVE, "Eve").starts_with("blocked as Ann"));
    // the name of everybody who has chosen none says nothing
    people.meet(BOB, "Player", 12);
    assert_eq!(of(&people, PublicKey([5; 32]), "Player"), "stranger");
}

#[test]
fn a_player_is_named_by_name_or_by_the_start_of_the_key() {
    let mut people = People::default();
    for (key, name) in [(ANN, "Ann"), (BOB, "Bob"), (EVE, "Bob")] {
        people.meet(key, name, 1);
    }
    people.rename(EVE, "Eve");
    let find = |text: &str| people.find(text).map(|person| person.key);
    assert_eq!(find("Ann"), Ok(ANN));
    assert_eq!(find("Eve"), Ok(EVE));
    assert_eq!(find("0202"), Ok(BOB));
    assert_eq!(find("Bob"), Err(UnknownPerson::Several("Bob".to_owned())));
    assert_eq!(find("020"), Err(UnknownPerson::Nobody("020".to_owned())));
    assert!(find("Joe").is_err());
}

#[test]
fn both_players_read_the_same_words_and_nobody_else_does() {
    let words = comparison_words(ANN, BOB);
    assert_eq!(words, comparison_words(BOB, ANN));
    assert_eq!(words.split(' ').count(), 8, "{words}");
    assert_ne!(words, comparison_words(ANN, EVE));
    assert_ne!(words, comparison_words(EVE, BOB));
    let typed = format!(" {}\n", words.to_uppercase().replace(' ', " - "));
    assert_eq!(compare_words(&words, &typed), Ok(()));
    let pasted = words.replace(' ', "\u{200b}\u{a0}\u{2013} ");
    assert_eq!(compare_words(&words, &pasted), Ok(()));
}

#[test]
fn wrong_words_are_told_apart_from_words_of_another_key() {
    let words = comparison_words(ANN, BOB);
    let list: Vec<&str> = words.split(' ').collect();
    let wrong = |typed: &[&str]| compare_words(&words, &typed.join(" "));
    assert_eq!(wrong(&list[..7]), Err(WordsError::Count { found: 7 }));
    assert_eq!(wrong(&[]), Err(WordsError::Count { found: 0 }));
    let misspelt = format!("{}x", list[2]);
    let mut typed = list.clone();
    typed[2] = &misspelt;
    let error = wrong(&typed).expect_err("no such word");
    let WordsError::Unknown {
        place: 3,
        similar: Some(similar),
        ..
    } = error
    else {
        panic!("{error:?}");
    };
    assert_eq!(similar, list[2]);
    typed.clone_from(&list);
    typed.swap(0, 7);
    assert_eq!(wrong(&typed), Err(WordsError::Order));
    let others = comparison_words(ANN, EVE);
    let error = compare_words(&words, &others).expect_err("another key");
    assert!(
        matches!(error, WordsError::Others { .. }) && error.advice().contains("another key"),
        "{error:?}"
    );
}
