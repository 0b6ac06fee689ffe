//! Invitation codes and links: refused, or the same invitation when written and read again.
#![no_main]

use home::Invitation;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match text.parse::<Invitation>() {
    Ok(invitation) => {
        for again in [invitation.code(), invitation.link()] {
            assert_eq!(again.parse::<Invitation>().as_ref(), Ok(&invitation));
        }
    }
    Err(error) => assert!(!error.to_string().is_empty() && !error.advice().is_empty()),
});
