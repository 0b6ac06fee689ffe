//! The pages of the studies in `docs/balance` are made from the numbers kept there, and are not kept themselves.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

#[test]
fn the_pages_of_the_kept_studies_are_made_from_their_numbers() {
    let studies = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/balance");
    let place = tempfile::tempdir().expect("a folder");
    let mut made = 0;
    for entry in std::fs::read_dir(&studies).expect("the studies") {
        let file = entry.expect("an entry").path();
        if file.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let page = place.path().join(format!("{made}.html"));
        let output = Command::new(env!("CARGO_BIN_EXE_warlord"))
            .args(["balance", "page"])
            .args([&file, Path::new("--out"), &page])
            .output()
            .expect("the program starts");
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {why}", file.display());
        let page = std::fs::read_to_string(&page).expect("a page");
        let numbers = std::fs::read_to_string(&file).expect("numbers");
        let numbers: Value = serde_json::from_str(&numbers).expect("JSON");
        let title = numbers["study"]["title"].as_str().expect("a title");
        assert!(page.contains(&format!("<h1>{title}: a study of its balance</h1>")));
        for finding in numbers["findings"].as_array().expect("findings") {
            let player = finding["player"].as_str().expect("a player");
            // restricted play has one effect, all other games have the first turn
            let effects = ["first_turn", "worth"].map(|name| finding[name]["value"].as_f64());
            let effect = effects.into_iter().flatten().next().expect("an effect");
            // as the page writes points of a hundred games
            let points = format!("{:.1}", (effect * 100.0).abs());
            assert!(page.contains(player), "{title}: {player}");
            assert!(page.contains(&points), "{title}, {player}: {points}");
        }
        made += 1;
    }
    assert!(made >= 7, "{made} studies");
}

#[test]
fn numbers_of_nothing_make_no_page() {
    let place = tempfile::tempdir().expect("a folder");
    let file = place.path().join("report.json");
    std::fs::write(&file, "{}").expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_warlord"))
        .args(["balance", "page"])
        .arg(&file)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(
        why.contains("does not hold the numbers of a study"),
        "{why}"
    );
    assert!(!place.path().join("report.html").exists());
}
