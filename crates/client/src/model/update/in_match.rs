//! A player's words in a match beside its turns: agreeing, draws, turns taken back, time, letters, talk.

use kit::model::meaning::trouble;
use protocol::ContinueWish;

use super::super::{Dialog, DraftCommand, Effect, MatchCommand, Model};

impl Model {
    /// Asks the two well-known services for the outside address: now for the waiting match, and in future for every
    /// match.
    fn ask_services(&mut self) -> Vec<Effect> {
        self.settings.name_well_known_services();
        vec![
            Effect::Save(self.settings.clone()),
            Effect::Send(net::Command::AskServices(reach::well_known_services())),
        ]
    }

    pub(super) fn update_match(&mut self, command: MatchCommand) -> Vec<Effect> {
        if let MatchCommand::AskServices = command {
            return self.ask_services();
        }
        let Some(table) = self.table.as_mut() else {
            return Vec::new();
        };
        let seat = table.speaker();
        let sent = match command {
            // pressed twice before the session has answered
            MatchCommand::Accept if table.accepted => None,
            MatchCommand::Accept => {
                // by its id, so that the guest agrees to the offer that was read and to no other
                let shown = table.seen.contract.offer.as_ref().map(|offer| offer.sid);
                // without an offer there is nothing to agree to yet, and the button must work once the offer comes
                table.accepted = shown.is_some();
                shown.map(net::Command::Accept)
            }
            MatchCommand::LetIn(key) => Some(net::Command::LetIn(key)),
            MatchCommand::TurnAway(key) => Some(net::Command::TurnAway(key)),
            MatchCommand::AnswerLine(line) => {
                table.writing.answer = line;
                self.opening.trouble = None;
                None
            }
            MatchCommand::EnterAnswer => match table.writing.answer.parse::<home::Invitation>() {
                Ok(code) => {
                    table.writing.answer.clear();
                    Some(net::Command::Reach(code.into()))
                }
                Err(error) => {
                    self.opening.trouble = Some(trouble(&error, error.advice()));
                    None
                }
            },
            MatchCommand::Dial => Some(net::Command::Dial),
            // handled above: it changes the settings too
            MatchCommand::AskServices => None,
            MatchCommand::Resign => {
                // no signature before the question: a resignation cannot be taken back
                self.over.dialog = Some(Dialog::Resign);
                None
            }
            MatchCommand::OfferDraw => {
                self.over.dialog = Some(Dialog::OfferDraw);
                None
            }
            MatchCommand::ResignNow => {
                self.over.dialog = None;
                let file = table.seen.file.clone();
                table.resigned.extend(seat.map(|seat| (seat, file)));
                seat.map(|seat| net::Command::Resign { seat })
            }
            MatchCommand::OfferDrawNow => {
                self.over.dialog = None;
                table.answered = None;
                seat.map(|seat| net::Command::OfferDraw { seat })
            }
            MatchCommand::AgreeToDraw => {
                self.over.dialog = Some(Dialog::AgreeToDraw);
                None
            }
            MatchCommand::Decline => {
                self.over.dialog = Some(Dialog::Decline);
                None
            }
            MatchCommand::DeclineNow => return self.decline(),
            MatchCommand::CounterOffer => return self.counter_offer(),
            // kept at once: a crash would otherwise show lines as new that were read
            MatchCommand::ReadChat => {
                table.talk.read = table.talk.lines.len();
                let (file, talk) = (table.seen.file.clone(), table.talk.clone());
                return vec![Effect::KeepTalk(file, talk)];
            }
            MatchCommand::AnswerDraw(accept) => {
                self.over.dialog = None;
                // a lapsed offer has no seat to answer for: the dialog may be older than the session's news
                let by = table.seen.proposals.draw_offer;
                let seats = by.map_or_else(Vec::new, |by| table.people_against(by));
                let answer = |seat| Effect::Send(net::Command::AnswerDraw { seat, accept });
                return seats.into_iter().map(answer).collect();
            }
            // a computer grants it in any case: there is nobody to be asked for it
            MatchCommand::AskTakeback if !table.is_against_computer() => {
                self.over.dialog = Some(Dialog::AskTakeback);
                None
            }
            MatchCommand::AskTakeback | MatchCommand::AskTakebackNow => {
                self.over.dialog = None;
                table.answered = None;
                let seat = table.asks_back();
                seat.map(|seat| net::Command::AskTakeback { seat })
            }
            MatchCommand::GrantTakeback => {
                self.over.dialog = Some(Dialog::GrantTakeback);
                None
            }
            MatchCommand::AnswerTakeback(accept) => {
                self.over.dialog = None;
                let Some(asked) = table.seen.proposals.takeback_asked else {
                    return Vec::new();
                };
                let answer = |seat| {
                    Effect::Send(net::Command::AnswerTakeback {
                        seat,
                        note: asked.note,
                        accept,
                    })
                };
                let seats = table.people_against(asked.seat);
                return seats.into_iter().map(answer).collect();
            }
            MatchCommand::GoOnAhead(answer) => Some(net::Command::GoOnAhead(answer)),
            MatchCommand::GoOnWithout(seat, agrees) => {
                Some(net::Command::GoOnWithout { seat, agrees })
            }
            MatchCommand::Continue => {
                self.over.dialog = Some(Dialog::Continue);
                Some(net::Command::WeighContinue(ContinueWish::default()))
            }
            MatchCommand::ContinueNow => {
                self.over.dialog = None;
                table.answered = None;
                Some(net::Command::AskToContinue(ContinueWish::default()))
            }
            MatchCommand::ConsiderContinue => {
                self.over.dialog = Some(Dialog::AnswerContinue);
                None
            }
            MatchCommand::AnswerContinue(accept) => {
                self.over.dialog = None;
                // the question may have lapsed while the dialog was open
                let asked = table.seen.next.asked.is_some();
                asked.then_some(net::Command::AnswerContinue(accept))
            }
            MatchCommand::ChatLine(line) => {
                table.writing.chat = line;
                None
            }
            MatchCommand::ChatToTeam(to_team) => {
                table.writing.to_team = to_team;
                None
            }
            MatchCommand::AskToClaim => {
                self.over.dialog = Some(Dialog::Claim);
                None
            }
            MatchCommand::Claim => {
                self.over.dialog = None;
                let seat = table.seen.time.may_claim;
                // the session names the seat that may claim, and names none if the claim has lapsed while the dialog
                // was open
                seat.map(|seat| net::Command::Claim { seat })
            }
            MatchCommand::WriteLetter => return vec![Effect::WriteLetter],
            MatchCommand::ReadLetter => return vec![Effect::ReadLetter],
            MatchCommand::AnswerText(text) => {
                table.writing.mailed = text;
                None
            }
            // read here and not in the session: what is wrong with a pasted letter belongs beside the field it was
            // pasted into
            MatchCommand::TakeAnswer => match home::letter_from(table.writing.mailed.as_bytes()) {
                Ok(letter) => {
                    table.writing.mailed.clear();
                    self.over.notice = None;
                    Some(net::Command::Import(letter))
                }
                Err(error) => {
                    self.over.notice = Some(trouble(&error, error.advice()));
                    None
                }
            },
            MatchCommand::DeclineRematch => return self.decline_rematch().into_iter().collect(),
            MatchCommand::Say if table.reads_as_orders(&table.writing.chat) => {
                self.over.dialog = Some(Dialog::SayOrders);
                None
            }
            MatchCommand::GiveSaid => {
                self.over.dialog = None;
                let line = std::mem::take(&mut table.writing.chat);
                return self.update(DraftCommand::Typed(line));
            }
            MatchCommand::Say | MatchCommand::SayNow => {
                self.over.dialog = None;
                let line = std::mem::take(&mut table.writing.chat).trim().to_owned();
                let to_team = table.speaks_to_team().filter(|_| table.writing.to_team);
                (!line.is_empty()).then_some(match to_team {
                    Some(seat) => net::Command::TeamChat { seat, text: line },
                    None => net::Command::Chat(line),
                })
            }
        };
        sent.map(Effect::Send).into_iter().collect()
    }
}
