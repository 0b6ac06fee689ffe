//! The words and signs of a Rust source with their lines; comments are dropped, and a literal is one token.

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

/// A file is read by hand and not with a parser crate: a module graph needs only paths and braces, and one test does
/// not justify a dependency.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut line = 1;
    let mut at = 0;
    while at < chars.len() {
        let start = at;
        let next = chars.get(at + 1).copied().unwrap_or(' ');
        at = match chars[at] {
            '/' if next == '/' => find(&chars, at, &['\n']),
            '/' if next == '*' => block_comment(&chars, at),
            '"' => string(&chars, at + 1),
            // before words: `r` and `b` begin words as well
            'r' | 'b' if raw_hashes(&chars, at).is_some() => raw_string(&chars, at),
            'b' if next == '"' => string(&chars, at + 2),
            '\'' => quote(&chars, at),
            sign if sign.is_alphanumeric() || sign == '_' => {
                let is_word = |sign: &&char| sign.is_alphanumeric() || **sign == '_';
                at + chars[at..].iter().take_while(is_word).count()
            }
            ':' if next == ':' => at + 2,
            _ => at + 1,
        };
        let text: String = chars[start..at].iter().collect();
        let is_comment = text.starts_with("//") || text.starts_with("/*");
        let lines = text.matches('\n').count();
        if !is_comment && !text.trim().is_empty() {
            found.push(Token { text, line });
        }
        line += lines;
    }
    found
}

fn find(chars: &[char], from: usize, ends: &[char]) -> usize {
    let rest = chars[from..].iter();
    from + rest.take_while(|sign| !ends.contains(sign)).count()
}

/// Block comments nest in Rust.
fn block_comment(chars: &[char], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0);
    while at + 1 < chars.len() {
        match [chars[at], chars[at + 1]] {
            ['/', '*'] => (depth, at) = (depth + 1, at + 2),
            ['*', '/'] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    chars.len()
}

fn string(chars: &[char], from: usize) -> usize {
    let mut at = from;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

/// The place after the hashes of a raw string that begins here, and their number.
fn raw_hashes(chars: &[char], from: usize) -> Option<(usize, usize)> {
    let from = if chars[from] == 'b' { from + 1 } else { from };
    if chars.get(from) != Some(&'r') {
        return None;
    }
    let rest = chars[from + 1..].iter();
    let hashes = rest.take_while(|sign| **sign == '#').count();
    let after = from + 1 + hashes;
    (chars.get(after) == Some(&'"')).then_some((after, hashes))
}

fn raw_string(chars: &[char], from: usize) -> usize {
    let Some((open, hashes)) = raw_hashes(chars, from) else {
        return from + 1;
    };
    let mut at = open + 1;
    while at < chars.len() {
        let closes = chars[at] == '"'
            && chars[at + 1..]
                .iter()
                .take(hashes)
                .filter(|sign| **sign == '#')
                .count()
                == hashes;
        if closes {
            return at + 1 + hashes;
        }
        at += 1;
    }
    chars.len()
}

/// A character literal whole, or the quote of a lifetime alone.
fn quote(chars: &[char], from: usize) -> usize {
    match (chars.get(from + 1), chars.get(from + 2)) {
        (Some('\\'), Some(_)) => (find(chars, from + 3, &['\'']) + 1).min(chars.len()),
        // a lifetime has no quote after its first letter
        (Some(_), Some('\'')) => from + 3,
        _ => from + 1,
    }
}
