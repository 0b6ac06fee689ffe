//! The services that tell this machine's outside address: asked by one click, and by nobody before it.

use egui::Ui;
use kit::views::widgets::note;

/// The button that has the two well-known services asked, with what it asks of whom and what they learn; true when it is clicked.
pub(crate) fn ask_services(ui: &mut Ui) -> bool {
    let button = ui.button("Ask two services");
    note(
        ui,
        "Asks Google (stun.l.google.com) and Cloudflare (stun.cloudflare.com) at which address the internet sees this program, which two \
         players behind routers need to find each other. They learn your internet address and that somebody asks just then: nothing of \
         the match, of you or of anybody else. Nobody is asked before you click. The choice is kept; the settings take it back.",
    );
    button.clicked()
}
