//! A concurrent swapper, for tests that read while files are swapped.

use std::sync::atomic::{AtomicBool, Ordering};

/// Runs `swap` again and again in another thread until `test` has returned or panicked: a thread that never ends
/// would hold the panic back for ever.
pub fn while_swapping(swap: impl Fn() + Send, test: impl FnOnce()) {
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let is_over = &is_over;
        scope.spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                swap();
            }
        });
        let _guard = SetAtEnd(is_over);
        test();
    });
}

struct SetAtEnd<'a>(&'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
