//! The preimages of fairplay/1: little-endian, fixed width, never a serializer's output. Format: docs/protocol.md.
//!
//! Every function here is pinned by a known answer below; changing one is a new protocol.

use crate::Seat;

/// 32 bytes of BLAKE3 in its mode with a context, so that no digest of one kind passes for another.
pub type Digest = [u8; 32];

/// `H(context, parts…)`: BLAKE3 in key derivation mode over the concatenation.
pub fn derive(context: &str, parts: &[&[u8]]) -> Digest {
    let mut hasher = blake3::Hasher::new_derive_key(context);
    for part in parts {
        hasher.update(part);
    }
    *hasher.finalize().as_bytes()
}

/// The nonce of one commitment: never used for two payloads, since a step number never comes twice.
pub fn nonce(match_secret: &[u8; 32], sid: &Digest, step: u64, slot: u16, index: u32) -> Digest {
    derive(
        "fairplay/1 nonce",
        &[
            match_secret,
            sid,
            &step.to_le_bytes(),
            &slot.to_le_bytes(),
            &index.to_le_bytes(),
        ],
    )
}

/// A seat's contribution to the draw of that step. From the match secret, so that restarting never draws again.
pub fn coin(match_secret: &[u8; 32], sid: &Digest, step: u64) -> Digest {
    derive("fairplay/1 coin", &[match_secret, sid, &step.to_le_bytes()])
}

/// A commitment to `payload` in a step, seat and slot. The seat is part of the preimage, so that another seat can never
/// open a copy.
pub fn commit(
    nonce: &Digest,
    sid: &Digest,
    (step, seat, slot): (u64, Seat, u16),
    prev: &Digest,
    payload: &[u8],
) -> Digest {
    derive(
        "fairplay/1 commit",
        &[
            nonce,
            sid,
            &step.to_le_bytes(),
            &[seat.0],
            &slot.to_le_bytes(),
            prev,
            &length(payload),
            payload,
        ],
    )
}

/// The digest of a record's or note's body, as ids contain it.
pub fn body(kind: u8, body: &[u8]) -> Digest {
    derive("fairplay/1 body", &[&[kind], body])
}

/// The fields of a record's id.
#[derive(Debug, Clone, Copy)]
pub struct RecordParts<'a> {
    /// The match, so that a record fits no other one (threat 4).
    pub sid: &'a Digest,
    /// The step.
    pub step: u64,
    /// The seat, so that nobody can pass the record off as its own.
    pub seat: Seat,
    /// The byte of the kind, which 6 and 7 never are.
    pub kind: u8,
    /// Root of the step before.
    pub prev: &'a Digest,
    /// The kind's own content.
    pub body: &'a [u8],
    /// The signer's clock.
    pub sent_ms: u64,
    /// The time the signer took: its own word, in milliseconds.
    pub think_ms: u32,
}

/// The id of a record: what its signature covers.
pub fn record_id(record: &RecordParts<'_>) -> Digest {
    derive(
        "fairplay/1 record",
        &[
            record.sid,
            &record.step.to_le_bytes(),
            &[record.seat.0],
            &[record.kind],
            record.prev,
            &body(record.kind, record.body),
            &record.sent_ms.to_le_bytes(),
            &record.think_ms.to_le_bytes(),
        ],
    )
}

/// The root before the first step.
pub fn genesis_root(sid: &Digest) -> Digest {
    derive("fairplay/1 genesis-root", &[sid])
}

/// The root after a step: covers each contributor's record, in the order of the seats.
pub fn step_root<'a>(
    sid: &Digest,
    step: u64,
    prev: &Digest,
    records: impl ExactSizeIterator<Item = (Seat, &'a Digest)>,
) -> Digest {
    let mut hasher = blake3::Hasher::new_derive_key("fairplay/1 step-root");
    hasher.update(sid).update(&step.to_le_bytes()).update(prev);
    // the count first: without it two lists of different lengths could run together into the same bytes
    hasher.update(&[count(records.len())]);
    for (seat, id) in records {
        hasher.update(&[seat.0]).update(id);
    }
    *hasher.finalize().as_bytes()
}

/// The fields of a note's id.
#[derive(Debug, Clone, Copy)]
pub struct NoteParts<'a> {
    /// The match, so that a note fits no other one.
    pub sid: &'a Digest,
    /// The seat.
    pub seat: Seat,
    /// Its number, from 1: a note that was left out shows (threat 33).
    pub seq: u32,
    /// Id of the seat's note before, or zeros.
    pub prev: &'a Digest,
    /// Root of the last step its signer held.
    pub at_root: &'a Digest,
    /// The byte of the kind.
    pub kind: u8,
    /// The kind's own content.
    pub body: &'a [u8],
    /// The signer's clock.
    pub sent_ms: u64,
}

/// The id of a note: what its signature covers.
pub fn note_id(note: &NoteParts<'_>) -> Digest {
    derive(
        "fairplay/1 note",
        &[
            note.sid,
            &[note.seat.0],
            &note.seq.to_le_bytes(),
            note.prev,
            note.at_root,
            &[note.kind],
            &body(note.kind, note.body),
            &note.sent_ms.to_le_bytes(),
        ],
    )
}

/// The digest of a HEAD: what its signature covers. For each seat the number and id of its last note, and the step and
/// id of its last record.
pub fn head(
    sid: &Digest,
    nonce: &[u8; 32],
    (step, root): (u64, &Digest),
    notes: impl ExactSizeIterator<Item = (u32, Digest)>,
    records: impl Iterator<Item = (u64, Digest)>,
) -> Digest {
    let mut hasher = blake3::Hasher::new_derive_key("fairplay/1 head");
    hasher.update(sid).update(nonce);
    hasher.update(&step.to_le_bytes()).update(root);
    // as in a root: the lists that follow have no length of their own
    hasher.update(&[count(notes.len())]);
    for (number, id) in notes {
        hasher.update(&number.to_le_bytes()).update(&id);
    }
    for (step, id) in records {
        hasher.update(&step.to_le_bytes()).update(&id);
    }
    *hasher.finalize().as_bytes()
}

/// The fields of a question to continue in a new match.
#[derive(Debug, Clone, Copy)]
pub struct AskParts<'a> {
    /// The old match.
    pub sid: &'a Digest,
    /// The seat of the player who asks.
    pub seat: Seat,
    /// The player's name in the new match, in UTF-8.
    pub name: &'a [u8],
    /// The player's key for the new match.
    pub key: &'a [u8; 32],
    /// The player's nonce for the new match.
    pub session_nonce: &'a [u8; 32],
    /// The digest of the HEAD that says what the player holds.
    pub head: &'a Digest,
    /// The files may be older than what the seat has signed.
    pub is_strange: bool,
    /// The step after which the new match begins.
    pub after: Option<u64>,
    /// The players change sides.
    pub swaps: bool,
}

/// The digest of a question to continue: what the player's identity signs.
pub fn ask(ask: &AskParts<'_>) -> Digest {
    derive(
        "fairplay/1 ask",
        &[
            ask.sid,
            &[ask.seat.0],
            // the name is the only part without a fixed width, so its length goes before it
            &length(ask.name),
            ask.name,
            ask.key,
            ask.session_nonce,
            ask.head,
            &[u8::from(ask.is_strange)],
            &[u8::from(ask.after.is_some())],
            // zero for none, which the flag before it distinguishes from step 0
            &ask.after.unwrap_or(0).to_le_bytes(),
            &[u8::from(ask.swaps)],
        ],
    )
}

/// The digest of a wish to sit down at a table: what the identity of the player signs who wants to sit. It binds the
/// identity to this line and to the key of the machine behind it, so that nobody can bring another player's key to a table.
pub fn sit(
    exporter: &[u8; 32],
    machine: &[u8; 32],
    key: &[u8; 32],
    session_nonce: &[u8; 32],
    tries: u32,
) -> Digest {
    let tries = tries.to_le_bytes();
    derive(
        "fairplay/1 sit",
        &[exporter, machine, key, session_nonce, &tries],
    )
}

/// A line's nonce, which the peer's HEAD must answer: nobody knows the nonce before this seat sends it, and no line has
/// that of another.
pub fn line_nonce(match_secret: &[u8; 32], exporter: &[u8; 32]) -> [u8; 32] {
    derive("fairplay/1 line nonce", &[match_secret, exporter])
}

/// The digest that the question of a seat is signed over.
pub fn hear(sid: &Digest, seat: Seat, nonce: &[u8; 32]) -> Digest {
    derive("fairplay/1 hear", &[sid, &[seat.0], nonce])
}

/// The digest of a seat's sign of life.
pub fn alive(sid: &Digest, seat: Seat, beat: u64) -> Digest {
    derive("fairplay/1 alive", &[sid, &[seat.0], &beat.to_le_bytes()])
}

/// The digest of a seat's word that it would sign a new match in place of an old one.
pub fn pledge(old: &Digest, sid: &Digest, seat: Seat) -> Digest {
    derive("fairplay/1 pledge", &[old, sid, &[seat.0]])
}

/// What a player consents to by going on without some seats.
pub struct ConsentParts<'a> {
    /// The match that a new one would continue.
    pub sid: &'a Digest,
    /// The player's seat.
    pub seat: Seat,
    /// Higher each time.
    pub turn: u64,
    /// A bit for each seat left out.
    pub without: u8,
    /// The step to begin after.
    pub after: Option<u64>,
    /// False takes it back.
    pub agrees: bool,
    /// The key for the new match.
    pub key: &'a [u8; 32],
    /// The nonce for the new manifest.
    pub session_nonce: &'a [u8; 32],
    /// The last complete step.
    pub step: u64,
    /// The root after it.
    pub root: &'a Digest,
    /// The highest try that was signed.
    pub number: u8,
    /// When that one was written.
    pub written_ms: u64,
    /// Whether the files may be older.
    pub is_strange: bool,
}

/// The digest of a player's consent to continue in a new match: what the identity signs.
pub fn consent(consent: &ConsentParts<'_>) -> Digest {
    derive(
        "fairplay/1 consent",
        &[
            consent.sid,
            &[consent.seat.0],
            &consent.turn.to_le_bytes(),
            &[consent.without],
            &[u8::from(consent.after.is_some())],
            &consent.after.unwrap_or(0).to_le_bytes(),
            &[u8::from(consent.agrees)],
            consent.key,
            consent.session_nonce,
            &consent.step.to_le_bytes(),
            consent.root,
            &[consent.number],
            &consent.written_ms.to_le_bytes(),
            &[u8::from(consent.is_strange)],
        ],
    )
}

/// The secret of a seat's box: what its team seals to it opens with it.
pub fn box_secret(match_secret: &[u8; 32], sid: &Digest) -> Digest {
    derive("fairplay/1 box", &[match_secret, sid])
}

/// The digest that a seat's box key is signed over.
pub fn box_key(sid: &Digest, seat: Seat, key: &[u8; 32]) -> Digest {
    derive("fairplay/1 box key", &[sid, &[seat.0], key])
}

/// The key of the messages from one seat to another, from what the two share.
pub fn box_pair(shared: &[u8; 32], sid: &Digest, (from, to): (Seat, Seat)) -> Digest {
    derive("fairplay/1 box pair", &[shared, sid, &[from.0, to.0]])
}

/// The nonce of a sealed message.
pub fn box_nonce(key: &Digest, number: u64, content: &[u8]) -> [u8; 12] {
    let digest = derive(
        "fairplay/1 box nonce",
        &[key, &number.to_le_bytes(), content],
    );
    *digest.first_chunk().expect("a digest has 32 bytes")
}

/// The digest that a sealed message is signed over.
pub fn sealed(
    sid: &Digest,
    (from, to): (Seat, Seat),
    number: u64,
    nonce: &[u8; 12],
    sealed: &[u8],
) -> Digest {
    let number = number.to_le_bytes();
    derive(
        "fairplay/1 sealed",
        &[sid, &[from.0, to.0], &number, nonce, sealed],
    )
}

/// The digest that a message to a table is signed over.
pub fn talk(sid: &Digest, seat: Seat, number: u64, text: &str) -> Digest {
    derive(
        "fairplay/1 talk",
        &[sid, &[seat.0], &number.to_le_bytes(), text.as_bytes()],
    )
}

/// The id of a table, which its host's program draws afresh at each start.
pub fn table_id(host: &[u8; 32], nonce: &[u8; 32]) -> Digest {
    derive("fairplay/1 table id", &[host, nonce])
}

/// The digest that a frame of a table is signed over. The body is at most 64 KiB.
pub fn table_frame(
    table: &Digest,
    sender: &[u8; 32],
    counter: u64,
    kind: u8,
    body: &[u8],
) -> Digest {
    derive(
        "fairplay/1 table",
        &[
            table,
            sender,
            &counter.to_le_bytes(),
            &[kind],
            &length(body),
            body,
        ],
    )
}

/// The digest by which a machine agrees that a player plays on it: nobody else can put a player on that machine.
pub fn table_machine(table: &Digest, player: &[u8; 32]) -> Digest {
    derive("fairplay/1 table machine", &[table, player])
}

/// The digest of a table's game, from the bytes that the host shows.
pub fn table_game(body: &[u8]) -> Digest {
    derive("fairplay/1 table game", &[body])
}

/// The joint seed of a draw from every seat's revealed contribution, in the order of the seats.
pub fn joint_seed<'a>(
    sid: &Digest,
    step: u64,
    purpose: u16,
    coins: impl ExactSizeIterator<Item = (Seat, &'a [u8; 32])>,
) -> Digest {
    let mut hasher = blake3::Hasher::new_derive_key("fairplay/1 joint-seed");
    hasher.update(sid).update(&step.to_le_bytes());
    hasher.update(&purpose.to_le_bytes());
    hasher.update(&[count(coins.len())]);
    for (seat, coin) in coins {
        hasher.update(&[seat.0]).update(coin);
    }
    *hasher.finalize().as_bytes()
}

/// The `index`-th whole number expanded from a seed, uniform over all of `u64`; bounded draws are made from it by
/// rejection, never by remainder alone unless the bound is a power of two.
pub fn expand(seed: &Digest, index: u32) -> u64 {
    let mut reader = blake3::Hasher::new_derive_key("fairplay/1 expand")
        .update(seed)
        .finalize_xof();
    // each number has eight bytes of its own: lots of one round do not share any
    reader.set_position(8 * u64::from(index));
    let mut bytes = [0; 8];
    reader.fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

/// The digest of a position, from its canonical bytes.
pub fn state(canonical: &[u8]) -> Digest {
    derive("fairplay/1 state", &[canonical])
}

/// The id of a match, from the canonical bytes of its manifest.
pub fn session_id(manifest: &[u8]) -> Digest {
    derive("session-id", &[manifest])
}

fn length(payload: &[u8]) -> [u8; 4] {
    u32::try_from(payload.len())
        .expect("payloads are bounded by the frame")
        .to_le_bytes()
}

fn count(seats: usize) -> u8 {
    u8::try_from(seats).expect("a match has at most 8 seats")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Identity;

    const SID: Digest = [0x11; 32];
    const PREV: Digest = [0x22; 32];
    const SECRET: [u8; 32] = [0x33; 32];

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn nonce_has_its_known_answer() {
        assert_eq!(
            hex(&nonce(&SECRET, &SID, 7, 3, 0)),
            "bef10d3fabcfc2616a87d5d58a8b4e8ea68dfe33bb2c1ead23f70ffd67949ddc"
        );
    }

    #[test]
    fn commitments_have_their_known_answers_and_differ_by_seat() {
        let nonce = nonce(&SECRET, &SID, 7, 3, 0);
        let of = |seat| hex(&commit(&nonce, &SID, (7, Seat(seat), 3), &PREV, b"charge"));
        assert_eq!(
            of(0),
            "66e92bd2c8a8d8bafeab24c381055eba971d180bfb95f3c1e1afeb5725f40063"
        );
        assert_eq!(
            of(1),
            "2bde4667804361aeca28695d60626f67560ec7595ef2e89fbf0a1f95305d31e1"
        );
    }

    #[test]
    fn record_id_and_signature_have_their_known_answers() {
        let id = record_id(&RecordParts {
            sid: &SID,
            step: 7,
            seat: Seat(0),
            kind: 5,
            prev: &PREV,
            body: b"hello",
            sent_ms: 1_700_000_000_000,
            think_ms: 1234,
        });
        assert_eq!(
            hex(&id),
            "ae4b2bb72c0707b96966372a08faf24e63ef661b73b70d5bf6206f707344e60d"
        );
        let signature = Identity::from_seed([0x44; 32]).sign("record", &id);
        assert_eq!(
            hex(&signature.0),
            "eecf77e4ba9c4226a94e36751faa07147462f3633b2ec07de11c8b6c91473ab4\
             2cc9ec475bd6aee3bad11d5a019b344d9464729dbff16fe3d4f269deb77e7a0a"
        );
    }

    #[test]
    fn head_and_line_nonce_have_their_known_answers() {
        let notes = [(0, [0; 32]), (3, [0x55; 32])].into_iter();
        let records = [(7, [0x66; 32]), (8, [0x77; 32])].into_iter();
        assert_eq!(
            hex(&head(&SID, &[0x44; 32], (7, &PREV), notes, records)),
            "25b3b8549e34e8d676873654fe961cd9539823d2e30e314f873317771d4d4435"
        );
        assert_eq!(
            hex(&line_nonce(&SECRET, &[0x44; 32])),
            "83b168cacfab52938a846551c036b19ff826f370ddab7b435bd4eaffff179d59"
        );
    }

    #[test]
    fn hear_has_its_known_answer() {
        assert_eq!(
            hex(&hear(&SID, Seat(3), &[0x44; 32])),
            "af6a939b7a0210834cdfb625f0030170d05f188501e0925a41a887364e5abd99"
        );
    }

    #[test]
    fn what_a_table_signs_and_derives_has_its_known_answers() {
        let signed = sit(&[0x44; 32], &[0x55; 32], &[0x66; 32], &[0x77; 32], 2);
        assert_eq!(
            hex(&signed),
            "88d22d6122b2d4af8dc3993f533a6f13d579c0ce309977f728209e1fd17b0629"
        );
        assert_eq!(
            hex(&talk(&SID, Seat(2), 7, "good luck")),
            "6c989e47c59c45bfde4f117da6b39431922c6a4440bdb3957a12cc2a69131f49"
        );
    }

    #[test]
    fn the_frames_of_a_table_have_their_known_answers() {
        let answers = [
            hex(&table_id(&[0x44; 32], &[0x55; 32])),
            hex(&table_frame(&SID, &[0x44; 32], 7, 42, b"hello")),
            hex(&table_machine(&SID, &[0x44; 32])),
            hex(&table_game(b"hello")),
        ];
        assert_eq!(
            answers,
            [
                "da791c4ea1904c1b8fc7000d4baef976e736f85d826e8c5937da391f7db85061",
                "113e645d79e875bd27ac1684b24cc0fd75c8fdcc828f5b2273a458076375b753",
                "5b924f13865e2e0af405993870cedf71c8cdb105ca92dac2757538760da50915",
                "1ce9d7ddfed041aff84dc91af3bd491f93fdc3b2f0e0f6a212d66c2dee621052",
            ]
        );
    }

    #[test]
    fn what_goes_round_before_a_table_goes_on_has_its_known_answers() {
        let parts = ConsentParts {
            sid: &SID,
            seat: Seat(1),
            turn: 7,
            without: 4,
            after: Some(8),
            agrees: true,
            key: &[0x44; 32],
            session_nonce: &[0x55; 32],
            step: 12,
            root: &[0x66; 32],
            number: 2,
            written_ms: 9,
            is_strange: false,
        };
        let answers = [
            hex(&alive(&SID, Seat(3), 7)),
            hex(&consent(&parts)),
            hex(&pledge(&SID, &[0x77; 32], Seat(3))),
        ];
        assert_eq!(
            answers,
            [
                "3086f965841f6c24352f5667d896b7ac544ad72278b550ef6559c31835e95aa2",
                "b22935971243db9998d44c8067b7a8a0dd64f641f1b33fae5f59a6df0974938f",
                "0d53dbf3b28d341bb86ca3760700c166a7630a104fc89963622bbc6a2ec52e53"
            ]
        );
    }

    #[test]
    fn what_a_team_seals_has_its_known_answers() {
        let key = [0x44; 32];
        let secret = box_secret(&SECRET, &SID);
        let pair = box_pair(&key, &SID, (Seat(0), Seat(2)));
        let nonce = box_nonce(&key, 7, b"charge");
        let answers = [
            hex(&secret),
            hex(&box_key(&SID, Seat(2), &key)),
            hex(&pair),
            hex(&nonce),
            hex(&sealed(&SID, (Seat(0), Seat(2)), 7, &[0x55; 12], b"charge")),
        ];
        assert_eq!(
            answers,
            [
                "03e7234ef6c6063a0e9110a141db60ba08ac59dc7caacd00b49705df3172f675",
                "4b7ed5bf5f93f5f3406ed048cd1e0ab45591230dd39b1a345778dc53be62cfdb",
                "eca036aef2195512fc3e8a12d351524fba270e72311907d8c7afd430cf272da1",
                "4c64c70f971d5e00637acece",
                "8fd4d04693511a67669cb025f237415953241aff8293e261c3b49fa886390944",
            ]
        );
    }

    #[test]
    fn joint_seed_has_its_known_answer() {
        let coins = [(Seat(0), &[0x55; 32]), (Seat(1), &[0x66; 32])];
        assert_eq!(
            hex(&joint_seed(&SID, 9, 1, coins.into_iter())),
            "ca04f3d6fadbfbd2e4f502888995b7c9c74132b615d1f21f78e303ec27b40982"
        );
    }

    #[test]
    fn a_question_to_continue_has_its_known_answer() {
        let parts = AskParts {
            sid: &SID,
            seat: Seat(1),
            name: b"Ben",
            key: &[0x44; 32],
            session_nonce: &[0x55; 32],
            head: &[0x66; 32],
            is_strange: true,
            after: Some(12),
            swaps: false,
        };
        assert_eq!(
            hex(&ask(&parts)),
            "547eeb48275c99464805556b5506fb561d0940f96cdd049a5625bba188f16bf8"
        );
        let other = AskParts {
            after: None,
            ..parts
        };
        assert_ne!(ask(&other), ask(&parts));
    }

    #[test]
    fn expanded_numbers_are_one_stream() {
        let mut bytes = [0; 24];
        blake3::Hasher::new_derive_key("fairplay/1 expand")
            .update(&PREV)
            .finalize_xof()
            .fill(&mut bytes);
        for index in 0..3 {
            let word = bytes[8 * index..8 * index + 8].try_into().expect("8 bytes");
            let index = u32::try_from(index).expect("small");
            assert_eq!(expand(&PREV, index), u64::from_le_bytes(word));
        }
    }
}
