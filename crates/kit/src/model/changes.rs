//! A history of changes, for undo and redo.

/// Something that is changed step by step, with every step kept: undo goes back, redo forward again.
// whole states and not differences: a set-up is small, and undo cannot then miss a part of a change
#[derive(Debug, Clone)]
pub struct Changes<T> {
    now: T,
    past: Vec<T>,
    future: Vec<T>,
}

impl<T: PartialEq> Changes<T> {
    pub const fn new(now: T) -> Self {
        Self {
            now,
            past: Vec::new(),
            future: Vec::new(),
        }
    }

    pub const fn now(&self) -> &T {
        &self.now
    }

    /// Makes a step to the next state, and forgets the steps taken back. An equal state makes no step.
    pub fn change(&mut self, next: T) {
        if next != self.now {
            self.past.push(std::mem::replace(&mut self.now, next));
            // the steps taken back do not follow from the new state, and redo must not jump to them
            self.future.clear();
        }
    }

    pub fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.now, before));
        }
    }

    /// Repeats the step that was undone last.
    pub fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.now, after));
        }
    }

    /// True if a step can be undone.
    pub const fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// True if an undone step can be taken again.
    pub const fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}
