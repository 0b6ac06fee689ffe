//! The modules of a crate: what each declares, imports and names by a path. Modules of tests are left out.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::{Token, tokens};

/// A path that a module names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) segments: Vec<String>,
    pub(crate) line: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Module {
    pub(crate) file: String,
    /// What a `use` binds: a name to a path.
    pub(crate) bound: BTreeMap<String, Vec<String>>,
    /// Modules whose names are all imported.
    pub(crate) globs: Vec<Vec<String>>,
    pub(crate) defined: BTreeSet<String>,
    pub(crate) paths: Vec<Path>,
}

/// By the path from the crate's root, which is empty.
pub(crate) type Tree = BTreeMap<Vec<String>, Module>;

const DEFINING: [&str; 8] = [
    "fn", "struct", "enum", "trait", "type", "const", "static", "union",
];

/// The tree from a root file. `read` gives the text of a file named from the crate's source folder, if there is one.
pub(crate) fn tree(root: &str, read: &dyn Fn(&str) -> Option<String>) -> Tree {
    let mut tree = Tree::new();
    if let Some(text) = read(root) {
        let place = Place {
            module: Vec::new(),
            file: root.to_owned(),
        };
        Reading {
            tokens: &tokens(&text),
            tree: &mut tree,
            read,
        }
        .module(&place, 0);
    }
    tree
}

struct Place {
    module: Vec<String>,
    file: String,
}

struct Reading<'a> {
    tokens: &'a [Token],
    tree: &'a mut Tree,
    read: &'a dyn Fn(&str) -> Option<String>,
}

impl Reading<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &token.text)
    }

    /// Reads from a place in the tokens to the brace that closes the module, or to the end of the file.
    fn module(&mut self, place: &Place, from: usize) -> usize {
        let mut module = Module {
            file: place.file.clone(),
            ..Module::default()
        };
        let (mut at, mut depth) = (from, 0);
        while at < self.tokens.len() {
            match self.text(at) {
                "#" if self.is_of_tests(at) => at = self.after_item(self.after_attribute(at)),
                "{" => (depth, at) = (depth + 1, at + 1),
                "}" if depth == 0 => break,
                "}" => (depth, at) = (depth - 1, at + 1),
                "mod" if matches!(self.text(at + 2), ";" | "{") => at = self.child(place, at),
                "use" if is_name(self.text(at + 1)) || matches!(self.text(at + 1), "{" | "::") => {
                    at = self.imports(&mut module, at + 1, &[]) + 1;
                }
                // the path of `pub(in crate::x)` limits and does not use
                "in" if self.text(at.wrapping_sub(1)) == "(" => at = self.path(at + 1).1,
                word if DEFINING.contains(&word) && is_name(self.text(at + 1)) => {
                    module.defined.insert(self.text(at + 1).to_owned());
                    at += 2;
                }
                "macro_rules" => {
                    module.defined.insert(self.text(at + 2).to_owned());
                    at += 3;
                }
                word if is_name(word) && self.text(at + 1) == "::" && self.starts_path(at) => {
                    let line = self.tokens[at].line;
                    let (segments, after) = self.path(at);
                    module.paths.push(Path { segments, line });
                    at = after;
                }
                _ => at += 1,
            }
        }
        self.tree.insert(place.module.clone(), module);
        at + 1
    }

    fn child(&mut self, place: &Place, at: usize) -> usize {
        let name = self.text(at + 1).to_owned();
        let mut child = place.module.clone();
        child.push(name);
        if self.text(at + 2) == "{" {
            let place = Place {
                module: child,
                file: place.file.clone(),
            };
            // an inline module is read within its file, so its tokens go on from here
            return self.module(&place, at + 3);
        }
        let path = child.join("/");
        for file in [format!("{path}.rs"), format!("{path}/mod.rs")] {
            if let Some(text) = (self.read)(&file) {
                let place = Place {
                    module: child.clone(),
                    file,
                };
                let tokens = tokens(&text);
                Reading {
                    tokens: &tokens,
                    tree: self.tree,
                    read: self.read,
                }
                .module(&place, 0);
            }
        }
        at + 3
    }

    /// A `::` before the name makes it the middle of a path, and a generic argument list before the `::` its end.
    fn starts_path(&self, at: usize) -> bool {
        at == 0 || self.text(at - 1) != "::"
    }

    /// The names joined by `::` from here, and the place after them.
    fn path(&self, from: usize) -> (Vec<String>, usize) {
        let mut segments = vec![self.text(from).to_owned()];
        let mut at = from + 1;
        while self.text(at) == "::" && is_name(self.text(at + 1)) {
            segments.push(self.text(at + 1).to_owned());
            at += 2;
        }
        (segments, at)
    }

    /// One branch of the tree of a `use`; returns the place of the sign behind it.
    fn imports(&self, module: &mut Module, from: usize, before: &[String]) -> usize {
        let mut segments = before.to_vec();
        let mut at = from;
        let line = self.tokens.get(from).map_or(0, |token| token.line);
        loop {
            match self.text(at) {
                "{" => {
                    at += 1;
                    while !matches!(self.text(at), "}" | "") {
                        at = self.imports(module, at, &segments);
                        if self.text(at) == "," {
                            at += 1;
                        }
                    }
                    return at + 1;
                }
                "*" => {
                    module.paths.push(Path {
                        segments: segments.clone(),
                        line,
                    });
                    module.globs.push(segments);
                    return at + 1;
                }
                "::" => at += 1,
                "self" if !segments.is_empty() => at += 1,
                name if is_name(name) => {
                    segments.push(name.to_owned());
                    at += 1;
                }
                _ => at += 1,
            }
            if matches!(self.text(at), "," | ";" | "}" | "as" | "") {
                break;
            }
        }
        let mut name = segments.last().cloned().unwrap_or_default();
        if self.text(at) == "as" {
            name = self.text(at + 1).to_owned();
            at += 2;
        }
        module.paths.push(Path {
            segments: segments.clone(),
            line,
        });
        module.bound.insert(name, segments);
        at
    }

    /// True for `#[cfg(test)]`, also with the feature `testing` of the tests of other crates.
    fn is_of_tests(&self, at: usize) -> bool {
        let words = &self.tokens[at..self.after_attribute(at)];
        let has = |word: &str| words.iter().any(|token| token.text == word);
        has("cfg") && (has("test") || has("\"testing\"")) && !has("not")
    }

    fn after_attribute(&self, at: usize) -> usize {
        let open = if self.text(at + 1) == "!" {
            at + 2
        } else {
            at + 1
        };
        self.after_group(open, "[", "]")
    }

    fn after_group(&self, open: usize, opening: &str, closing: &str) -> usize {
        let (mut at, mut depth) = (open, 0);
        while at < self.tokens.len() {
            if self.text(at) == opening {
                depth += 1;
            } else if self.text(at) == closing {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            at += 1;
        }
        at
    }

    /// The end of the item after an attribute: an arm or field ends with a comma, others with a semicolon or a brace.
    fn after_item(&self, from: usize) -> usize {
        let mut at = from;
        loop {
            at = match self.text(at) {
                "#" => self.after_attribute(at),
                "(" => self.after_group(at, "(", ")"),
                "[" => self.after_group(at, "[", "]"),
                // the braces of a use tree end with a semicolon
                "{" if self.text(at.wrapping_sub(1)) == "::" => self.after_group(at, "{", "}"),
                "{" => return self.after_group(at, "{", "}"),
                ";" | "," => return at + 1,
                "}" | "" => return at,
                _ => at + 1,
            };
        }
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|sign: char| sign.is_alphabetic() || sign == '_')
}
