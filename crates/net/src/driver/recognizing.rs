//! Who the other players are to this machine's player.

use std::sync::Arc;

use home::{Home, People};
use protocol::{PublicKey, Stage};

use super::Driver;
use crate::disk::on_disk;

impl Driver {
    /// Finds out who the other players are to this machine's player, and keeps the meetings once the match is agreed.
    pub(super) fn recognize(&mut self, index: usize) {
        let session = &self.chairs[index].session;
        let Some(home) = self.home.clone() else {
            return;
        };
        let own = self.view.keys();
        let seats = session.manifest().map_or(&[][..], |it| &it.seats);
        let others = seats
            .iter()
            .filter(|entry| !own.contains(&entry.identity.0));
        let others: Vec<(PublicKey, String)> = others
            .map(|entry| (entry.identity, entry.name.clone()))
            .collect();
        // only an agreed match makes an acquaintance; a stranger who only called leaves no trace
        let is_agreed = matches!(session.stage(), Stage::Playing | Stage::Over);
        self.look_up(&home, &others);
        for (key, name) in others.iter().filter(|_| is_agreed) {
            if let Err(error) = on_disk(|| home.keep_meeting(*key, name)) {
                self.note(format!(
                    "{name} is not kept among the players you know: {error}."
                ));
            }
        }
    }

    /// Shows how the other players stand with this machine's player.
    fn look_up(&mut self, home: &Home, others: &[(PublicKey, String)]) {
        let meeting = &self.view.shown.meeting;
        let is_known = |(key, name): &(PublicKey, String)| {
            let known = meeting.standing.get(key);
            known.is_some_and(|known| known.name == *name)
        };
        // looked up only if the players changed: the files of every match with them are counted
        if others.iter().all(is_known) && others.len() == meeting.standing.len() {
            return;
        }
        let file = self.view.shown.file.clone();
        let people = on_disk(|| home.people_beside(Some(&file))).unwrap_or_else(|error| {
            // people that cannot be read block nobody and stop no match
            tracing::warn!(%error, "everybody is a stranger");
            People::default()
        });
        let standing = others.iter().map(|(key, name)| {
            let acquaintance = people.acquaintance(*key, name);
            (*key, Arc::new(acquaintance))
        });
        let meeting = &mut self.view.shown.meeting;
        meeting.standing = standing.collect();
        meeting.acquaintance = match others {
            [(key, _)] => meeting.standing.get(key).cloned(),
            _ => None,
        };
    }
}
