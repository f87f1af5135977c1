//! The vocabulary as `describe` shows it.

use std::fmt::Write;

use super::domain::Domain;
use super::table::FUNCTIONS;

/// Returns one chapter as `describe` shows it.
pub fn chapter(domain: Domain) -> String {
    let mut out = format!("# {}: {}\n", domain.as_str(), domain.title());
    for function in FUNCTIONS.iter().filter(|function| function.domain == domain) {
        let _ = write!(out, "\n{}\n  {}\n", function.signature(), first_sentence(function.doc));
    }
    out
}

/// Returns the whole vocabulary as `describe` shows it without arguments: every name, the common rules, and how
/// to read on.
pub fn overview() -> String {
    let mut out = String::from(
        "y points up; the origin is the centre; angles are radians, counter-clockwise. Lengths are in the scene's unit \
         (setUnits, default mm).\nColours: [r, g, b] or [r, g, b, a] in 0..1, or a CSS colour string. Names are unique. \
         A wrong argument or an unknown name throws.\n",
    );
    for domain in Domain::ALL {
        let names: Vec<&str> = FUNCTIONS.iter().filter(|it| it.domain == domain).map(|it| it.name).collect();
        let _ = write!(out, "\n{} ({}):\n  {}\n", domain.as_str(), domain.title(), names.join(", "));
    }
    out.push_str("\nBesides: console.log / info / warn / error, a seeded Math.random, and import of modules by name.\n");
    out.push_str(
        "Continue with describe {\"domain\": \"shapes\"}, {\"name\": \"drawCircle\"} or {\"file\": \"main\"}.\n",
    );
    out
}

fn first_sentence(doc: &str) -> &str {
    let end = doc.find(". ").map_or(doc.len(), |at| at + 1);
    &doc[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overview_names_every_function() {
        let text = overview();
        assert!(FUNCTIONS.iter().all(|function| text.contains(function.name)));
    }
}
