//! The message of a panic.

use std::any::Any;

/// Returns the message of a panic that a guard caught.
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "panic without a message",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panic_message_reads_string_and_static_text() {
        let number = 7;
        let formatted = std::panic::catch_unwind(|| panic!("formatted {number}")).unwrap_err();
        assert_eq!(panic_message(formatted.as_ref()), "formatted 7");
        let plain: Box<dyn Any + Send> = Box::new("plain");
        assert_eq!(panic_message(plain.as_ref()), "plain");
        let other: Box<dyn Any + Send> = Box::new(number);
        assert_eq!(panic_message(other.as_ref()), "panic without a message");
    }
}
