//! Notices of the desktop.

/// Shows a notice. If the desktop shows none, nothing is lost: the title and the task bar call the user as well.
pub(super) fn show(words: &str) {
    let words: String = words.chars().take(LONGEST).collect();
    // a test must not write on the desktop of whoever runs it
    #[cfg(test)]
    SHOWN.with_borrow_mut(|shown| shown.push(words));
    #[cfg(not(test))]
    on_desktop(words);
}

#[cfg(test)]
thread_local! {
    static SHOWN: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// The notices of this thread since this was last asked.
#[cfg(test)]
pub(crate) fn shown() -> Vec<String> {
    SHOWN.take()
}

/// The longest notice, in characters: a line of chat may have 2 KiB (docs/protocol.md, CHAT).
const LONGEST: usize = 200;

/// Over the session bus, which the file dialogs use too.
#[cfg(all(target_os = "linux", not(test)))]
fn on_desktop(words: String) {
    use std::collections::HashMap;

    use zbus::zvariant::Value;

    const SERVICE: &str = "org.freedesktop.Notifications";
    const PATH: &str = "/org/freedesktop/Notifications";
    // some desktops show markup: the other player's words must not become links or pictures
    let body = words
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let Ok(runtime) = reach::runtime() else {
        return;
    };
    runtime.spawn(async move {
        // an error goes nowhere: a desktop without notices is no trouble of the match
        let bus = zbus::Connection::session().await?;
        let (replaces, icon, actions) = (0_u32, "", Vec::<&str>::new());
        let (hints, usual_time) = (HashMap::<&str, Value<'_>>::new(), -1_i32);
        let notice = (
            "Warlord", replaces, icon, "Warlord", body, actions, hints, usual_time,
        );
        bus.call_method(Some(SERVICE), PATH, Some(SERVICE), "Notify", &notice)
            .await
    });
}

#[cfg(all(any(target_os = "windows", target_os = "macos"), not(test)))]
fn on_desktop(words: String) {
    // the call waits for the desktop
    std::thread::spawn(move || {
        let mut notice = notify_rust::Notification::new();
        let shown = notice.appname("Warlord").summary("Warlord").body(&words);
        // likewise: there is nobody to tell
        drop(shown.show());
    });
}

#[cfg(not(any(test, target_os = "linux", target_os = "windows", target_os = "macos")))]
fn on_desktop(_: String) {}
