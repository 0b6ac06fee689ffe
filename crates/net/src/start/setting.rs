//! The parts a match over a line begins with, and its beginning.

use home::address_book::AddressBook;
use home::{Home, Origin, Player};
use protocol::{ContinueWish, Offer};

use super::housing::{Housed, Housing, Inviting};
use super::{Resources, drive};
use crate::chair::Chair;
use crate::door::Door;
use crate::driver::{Brief, Remote, View, Wire};
use crate::handle::MatchHandle;
use crate::limits::Limits;
use crate::start_error::StartError;
use crate::way::{TwoCodes, Way};

/// The parts a match over a line begins with.
pub(super) struct Setting {
    pub(super) home: Home,
    pub(super) player: Player,
    /// The further players of this machine, whose chairs follow the first one.
    pub(super) others: Vec<Player>,
    /// Set if the user has named the addresses to listen on; otherwise they are those of an earlier run.
    pub(super) has_named: bool,
    /// A host's wishes about the invitation, and the offer, which is known before there is a guest.
    pub(super) inviting: Option<(Inviting, Offer)>,
    pub(super) book: AddressBook,
    pub(super) door: Door,
    pub(super) chairs: Vec<Chair>,
    pub(super) limits: Limits,
    pub(super) accepts_any_offer: bool,
    pub(super) is_agreed: bool,
    /// The wish with which the player of an agreed match asks to continue in a new one.
    pub(super) asks: Option<ContinueWish>,
    pub(super) notes: Vec<String>,
    pub(super) two_codes: TwoCodes,
}

impl Setting {
    /// Opens the sockets, and begins the match.
    pub(super) fn begin(self, resources: &Resources) -> Result<MatchHandle, StartError> {
        let brief = self.open(resources)?;
        let _inside = resources.runtime.enter();
        Ok(drive(brief, &resources.runtime))
    }

    /// Opens the sockets.
    pub(super) fn open(self, resources: &Resources) -> Result<Brief, StartError> {
        let _inside = resources.runtime.enter();
        let Self {
            home,
            player,
            others,
            has_named,
            inviting,
            mut book,
            door,
            chairs,
            limits,
            accepts_any_offer,
            is_agreed,
            asks,
            notes,
            two_codes,
        } = self;
        let keys = std::iter::once(&player).chain(&others).map(Player::key);
        let file = chairs[0].files.public_path().to_owned();
        let mut view = View::new(file, keys.collect());
        let (inviting, offer) = inviting.unzip();
        if let Some(offer) = offer {
            let (scenario, options) = (&offer.scenario, &offer.options);
            view.shown.contract.origin = Origin::of(offer.start.as_ref(), scenario, options, &home);
            view.shown.contract.scenario = Some(offer.scenario);
            view.shown.contract.options = offer.options;
            view.shown.contract.terms = offer.terms;
        }
        view.shown.meeting.game = Some(book.game);
        let contacts = std::mem::take(&mut book.contacts);
        let housing = Housing {
            home: home.clone(),
            player,
            has_named,
            book,
            door,
            limits,
            inviting,
        };
        let Housed {
            house,
            invitation,
            reachability,
            notes: further,
            ..
        } = housing.open(resources)?;
        view.shown.meeting.invitation = invitation;
        view.shown.meeting.reachability = reachability;
        let notes = notes.into_iter().chain(further);
        notes.for_each(|note| view.note(note));
        let mut ways: Vec<Way> = (0..)
            .zip(contacts)
            .map(|(at, contact)| {
                // at a table some have never met
                let is_known = !house.book.is_table || !contact.targets().is_empty();
                let has_met = is_agreed && is_known;
                Way::new(&house, at, contact, TwoCodes::default(), has_met)
            })
            .collect();
        // a code names the one player of whom it is
        let of_code = two_codes.owner();
        let mut owners = ways.iter_mut();
        if let Some(way) = owners.find(|way| of_code.is_none() || way.contact.peer == of_code) {
            way.two_codes = two_codes;
        }
        Ok(Brief {
            home: Some(home),
            chairs,
            wire: Wire::Remote(Box::new(Remote {
                house,
                ways,
                resources: resources.clone(),
            })),
            view,
            limits,
            accepts_any_offer,
            asks,
        })
    }
}
