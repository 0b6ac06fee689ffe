//! Models know nothing of windows: kit, families and shell keep egui in their views.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_model_names_egui_or_a_view() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for name in ["kit", "families", "client"] {
        sources(&crates.join(name).join("src"), &mut files);
    }
    let is_model = |file: &&PathBuf| {
        let mut parts = file.components().map(|part| part.as_os_str());
        parts.any(|part| part == "model" || part == "model.rs")
    };
    let models: Vec<&PathBuf> = files.iter().filter(is_model).collect();
    assert!(models.len() > 50, "{} models", models.len());
    for file in models {
        let text = fs::read_to_string(file).expect("UTF-8");
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            let is_code = !line.trim_start().starts_with("//");
            let names = ["egui", "kit::views", "crate::views"];
            let wrong = is_code && names.iter().any(|name| line.contains(name));
            assert!(!wrong, "{}:{}: {line}", file.display(), number + 1);
        }
    }
}
