//! The fenced blocks of a page.

/// A fenced block.
pub(crate) struct Block {
    /// The first word behind the fence.
    pub(crate) info: String,
    /// The line of the fence.
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// The fenced blocks in their order; blocks in lists lose their indentation.
pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<(&str, usize, Block)> = None;
    for (place, line) in page.lines().enumerate() {
        let bare = line.trim_start();
        let fence = ["```", "~~~"]
            .into_iter()
            .find(|fence| bare.starts_with(fence));
        match (&mut open, fence) {
            (None, Some(fence)) => {
                let info = bare
                    .trim_start_matches(['`', '~'])
                    .split_whitespace()
                    .next();
                let block = Block {
                    info: info.unwrap_or_default().to_owned(),
                    line: place + 1,
                    text: String::new(),
                };
                open = Some((fence, line.len() - bare.len(), block));
            }
            (Some((opened, _, _)), Some(fence)) if *opened == fence => {
                found.extend(open.take().map(|(_, _, block)| block));
            }
            (Some((_, indent, block)), _) => {
                let indent = (*indent).min(line.len() - bare.len());
                block.text.push_str(&line[indent..]);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}
