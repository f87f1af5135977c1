//! Values that patterns take apart, and values that are gone over.

use oxc_span::Span;

use super::{Found, Words};
use crate::sites::{Act, Destructured, NO_FUNCTION, Site, is_nothing, show_source};

impl Words<'_> {
    /// Explains a pattern whose value, or a part of it, is `null` or `undefined`.
    pub(super) fn not_destructured(&self, value: &str) -> Option<Found> {
        let (site, note) = self.at_place_or_only(|it| match &it.act {
            Act::Destructure { of: Destructured::Value, inner, .. } => {
                !self.is_literal(it) || !inner.is_empty()
            }
            Act::Destructure { .. } => true,
            _ => false,
        })?;
        let Act::Destructure { of, inner, .. } = &site.act else { return None };
        let source = show_source(self.file.text, site.subject);
        let own = match of {
            // A literal of an array or an object has a value, so that only a part of it can be missing.
            Destructured::Value if self.is_literal(site) => None,
            Destructured::Value | Destructured::Parameter => Some(source.clone()),
            Destructured::Element => Some(format!("an element of {source}")),
        };
        let parts: Vec<String> = inner.iter().map(|(way, _)| way.clone()).collect();
        let subject = match (&own, parts.is_empty()) {
            (None, _) => format!("{} of {source}", parts.join(" or ")),
            (Some(own), true) => own.clone(),
            (Some(own), false) => format!("{own}, or its {},", parts.join(" or its ")),
        };
        let message = match (of, &note) {
            (Destructured::Parameter, None) => {
                let parts = subject.strip_prefix(source.as_str()).unwrap_or_default();
                let function = match site.function.as_str() {
                    NO_FUNCTION => "a function without a name",
                    name => name,
                };
                format!("TypeError: the parameter {source} of {function}{parts} got {value}")
            }
            (_, Some(_)) => format!("TypeError: cannot take {value} apart, perhaps {subject}"),
            (_, None) if subject == value => format!("TypeError: cannot take {value} apart"),
            (_, None) => format!("TypeError: cannot take {subject} apart, which is {value}"),
        };
        let hint = match (of, inner.first()) {
            (Destructured::Parameter, None) => Some(format!(
                "Pass {}, or give the parameter a default: {}",
                if source.starts_with('[') { "an array" } else { "an object" },
                with_default(&source)
            )),
            (_, Some((way, part))) => {
                let part = show_source(self.file.text, *part);
                Some(format!("Set {way}, or give its pattern a default: {}", with_default(&part)))
            }
            (Destructured::Value, None) => self.why_nothing(&source),
            (Destructured::Element, None) => {
                Some(format!("Leave such elements out: {source}.filter(Boolean)"))
            }
        };
        Some(Found { message, at: site.subject, hint: note.or(hint) })
    }

    /// Explains a value that has no iterator.
    pub(super) fn not_iterable(&self, kind: &str) -> Option<Found> {
        if let Some(found) = self.argument_not_iterable(kind) {
            return Some(found);
        }
        let is_array =
            |span: Span| self.file.text.get(span.start as usize..).is_some_and(|rest| rest.starts_with('['));
        let is_candidate = |it: &Site| match &it.act {
            Act::Iterate => !is_array(it.subject),
            Act::Destructure { of, pattern, inner } => {
                // A value itself is gone over where a site of its own says so.
                let is_own = *of != Destructured::Value && is_array(*pattern);
                is_own || inner.iter().any(|(_, part)| is_array(*part))
            }
            _ => false,
        };
        let (site, note) = self.at_place_or_only(is_candidate)?;
        let source = show_source(self.file.text, site.subject);
        let its_type = format!("its type is {kind}");
        let (subject, hint) = match &site.act {
            Act::Iterate => {
                let has_elements = |it: &&Site| {
                    it.subject == site.subject
                        && matches!(it.act, Act::Destructure { of: Destructured::Element, .. })
                        && is_candidate(it)
                };
                let subject = match self.sites.sites.iter().any(|it| has_elements(&it)) {
                    true => format!("{source}, or an element of it,"),
                    false => source.clone(),
                };
                let is_pattern = |it: &Site| {
                    it.start == site.start
                        && matches!(it.act, Act::Destructure { of: Destructured::Value, .. })
                };
                let hint = match self.sites.sites.iter().any(is_pattern) && kind == "object" {
                    true => self.sites.missing_await(&source).or_else(|| {
                        Some(
                            "Take an object apart by names, { x, y }, and an array by places, [x, y]."
                                .to_owned(),
                        )
                    }),
                    false => self.how_to_go_over(kind, &source),
                };
                (subject, hint)
            }
            Act::Destructure { of: Destructured::Parameter, .. } => {
                let message = match note {
                    Some(_) => format!(
                        "TypeError: a value of the type {kind} is not iterable, perhaps the parameter {source}"
                    ),
                    None => format!(
                        "TypeError: the parameter {source} got a value that is not iterable: {its_type}"
                    ),
                };
                let hint = "Pass an array, or take the value without brackets.".to_owned();
                return Some(Found { message, at: site.subject, hint: note.or(Some(hint)) });
            }
            Act::Destructure { of: Destructured::Element, .. } => (format!("an element of {source}"), None),
            _ => (format!("a part of {source}"), None),
        };
        let message = match note {
            Some(_) => format!("TypeError: a value of the type {kind} is not iterable, perhaps {subject}"),
            None => format!("TypeError: {subject} is not iterable: {its_type}"),
        };
        Some(Found { message, at: site.subject, hint: note.or(hint) })
    }

    /// Returns what to write in place of going over a value of that type.
    pub(super) fn how_to_go_over(&self, kind: &str, source: &str) -> Option<String> {
        if let Some(hint) = self.sites.missing_await(source) {
            return Some(hint);
        }
        match kind {
            "number" => Some(
                "Count with for (let i = 0; i < n; i++), or make an array: Array.from({ length: n })."
                    .to_owned(),
            ),
            "function" => {
                Some(format!("{source} is a function: call it, {source}(), to go over what it returns."))
            }
            "object" => Some(format!(
                "Go over an object with Object.entries({source}), Object.keys or Object.values."
            )),
            _ => self.why_nothing(source),
        }
    }

    /// Explains `null` or `undefined` in the place of what is gone over.
    pub(super) fn nothing_to_go_over(&self) -> Option<Found> {
        let at = self.at?;
        let site = self.sites.sites.iter().find(|it| it.start == at && it.act == Act::Iterate)?;
        let source = show_source(self.file.text, site.subject);
        let which = if is_nothing(&source) { "" } else { ": it is null or undefined" };
        Some(Found {
            message: format!("TypeError: {source} is not iterable{which}"),
            at: site.subject,
            hint: self.why_nothing_with(&source, &format!("go over {source} ?? []")),
        })
    }

    /// Returns true for a literal of an array or an object, which has a value.
    fn is_literal(&self, site: &Site) -> bool {
        show_source(self.file.text, site.subject).starts_with(['[', '{'])
    }
}

/// Returns a pattern with a default of its kind.
fn with_default(pattern: &str) -> String {
    let default = if pattern.starts_with('[') { "[]" } else { "{}" };
    format!("{pattern} = {default}")
}
