//! Style sheets: rules for elements, by what they are and where they stand.

use roxmltree::Node;

/// The rules of all style sheets of a document, the weaker ones first.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    rules: Vec<Rule>,
}

/// The most steps of a selector, and the most siblings before an element that are looked at: each element is compared with
/// each rule.
const MAX_STEPS: usize = 16;
const MAX_SIBLINGS: usize = 1_000;

#[derive(Clone, Debug)]
struct Rule {
    /// The conditions on the element, then those on its siblings and parents, the nearest first.
    steps: Vec<Step>,
    properties: Vec<Property>,
}

/// A property as it is declared.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Property {
    pub name: String,
    pub value: String,
    pub is_important: bool,
}

/// One element of a selector.
#[derive(Clone, Debug, Default, PartialEq)]
struct Step {
    element: Option<String>,
    ids: Vec<String>,
    classes: Vec<String>,
    attributes: Vec<AttributeTest>,
    is_first_child: bool,
    /// The relation of its element to that of the previous step in the selector.
    relation: Relation,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Relation {
    #[default]
    Ancestor,
    Parent,
    /// The element just before it.
    Neighbour,
    /// Any element before it with the same parent.
    Sibling,
}

#[derive(Clone, Debug, PartialEq)]
struct AttributeTest {
    name: String,
    /// The operator's character, `=` alone included, and the text; `None` if any value will do.
    value: Option<(char, String)>,
}

impl Sheet {
    pub(super) fn of(root: Node<'_, '_>) -> Sheet {
        let mut sheet = Sheet::default();
        let is_css = |node: &Node<'_, '_>| {
            node.attribute("type").is_none_or(|kind| matches!(kind.trim(), "" | "text/css"))
        };
        for node in root.descendants().filter(|node| node.tag_name().name() == "style").filter(is_css) {
            let text: String = node.children().filter_map(|child| child.text()).collect();
            sheet.add(&text);
        }
        // The later of two equally strong rules wins: the sort keeps their order.
        sheet.rules.sort_by_key(Rule::strength);
        sheet
    }

    fn add(&mut self, text: &str) {
        let text = without_comments(text);
        for block in text.split('}') {
            let Some((selectors, body)) = block.rsplit_once('{') else { continue };
            // A statement without a block ends at its semicolon. Rules inside of an at-rule may not apply here.
            let selectors = selectors.rsplit_once(';').map_or(selectors, |(_, last)| last);
            if selectors.contains('@') {
                continue;
            }
            for selector in selectors.split(',') {
                self.rules.extend(Rule::of(selector.trim(), declarations(body)));
            }
        }
    }

    /// Yields the properties that apply to an element, the strongest last.
    pub(super) fn properties<'s>(&'s self, node: Node<'_, '_>) -> Vec<&'s Property> {
        self.rules.iter().filter(|rule| rule.fits(node)).flat_map(|rule| &rule.properties).collect()
    }
}

impl Rule {
    /// Reads a selector; one that asks for what is not known here applies to nothing.
    fn of(selector: &str, properties: Vec<Property>) -> Option<Rule> {
        let mut steps = Vec::new();
        let mut rest = selector.trim();
        // They are written from the outside in.
        loop {
            let (step, after) = Step::read(rest)?;
            steps.push(step);
            let spaced = after.trim_start();
            if spaced.is_empty() {
                break;
            }
            let relation = match spaced.chars().next() {
                Some('>') => Relation::Parent,
                Some('+') => Relation::Neighbour,
                Some('~') => Relation::Sibling,
                _ if spaced.len() < after.len() => Relation::Ancestor,
                _ => return None,
            };
            if let Some(last) = steps.last_mut() {
                last.relation = relation;
            }
            rest = spaced.trim_start_matches(['>', '+', '~']).trim_start();
        }
        steps.reverse();
        (steps.len() <= MAX_STEPS).then_some(Rule { steps, properties })
    }

    fn strength(&self) -> [usize; 3] {
        self.steps.iter().fold([0; 3], |[ids, classes, elements], step| {
            let tests = step.classes.len() + step.attributes.len() + usize::from(step.is_first_child);
            [ids + step.ids.len(), classes + tests, elements + usize::from(step.element.is_some())]
        })
    }

    fn fits(&self, node: Node<'_, '_>) -> bool {
        let Some((first, others)) = self.steps.split_first() else { return false };
        if !first.fits(node) {
            return false;
        }
        // All elements that a step may be about are looked at together, so that none is looked at twice.
        let mut found = vec![node];
        for step in others {
            let mut next: Vec<Node<'_, '_>> = Vec::new();
            for one in found {
                match step.relation {
                    Relation::Ancestor => next.extend(one.ancestors().skip(1)),
                    Relation::Parent => next.extend(one.parent_element()),
                    Relation::Neighbour => next.extend(one.prev_sibling_element()),
                    Relation::Sibling => next.extend(one.prev_siblings().skip(1).take(MAX_SIBLINGS)),
                }
            }
            next.retain(|it| it.is_element() && step.fits(*it));
            next.sort_by_key(|it| it.id().get());
            next.dedup();
            if next.is_empty() {
                return false;
            }
            found = next;
        }
        true
    }
}

impl Step {
    /// Reads one element at the start of a selector, and returns it with the rest.
    fn read(text: &str) -> Option<(Step, &str)> {
        let mut step = Step::default();
        let (name, mut rest) = split_name(text);
        if !name.is_empty() {
            step.element = Some(name.to_owned());
        } else if let Some(after) = rest.strip_prefix('*') {
            rest = after;
        } else if !rest.starts_with(['.', '#', '[', ':']) {
            return None;
        }
        while let Some(kind) = rest.chars().next().filter(|kind| matches!(kind, '.' | '#' | '[' | ':')) {
            if kind == '[' {
                let (test, after) = rest[1..].split_once(']')?;
                step.attributes.push(AttributeTest::of(test)?);
                rest = after;
                continue;
            }
            let (name, after) = split_name(&rest[1..]);
            match (kind, name) {
                (_, "") => return None,
                ('.', _) => step.classes.push(name.to_owned()),
                ('#', _) => step.ids.push(name.to_owned()),
                (_, "first-child") => step.is_first_child = true,
                _ => return None,
            }
            rest = after;
        }
        Some((step, rest))
    }

    fn fits(&self, node: Node<'_, '_>) -> bool {
        let has_class = |class: &String| {
            let classes = node.attribute("class").unwrap_or_default();
            classes.split_whitespace().any(|own| own == class)
        };
        self.element.as_deref().is_none_or(|name| node.tag_name().name() == name)
            && self.ids.iter().all(|id| node.attribute("id") == Some(id))
            && self.classes.iter().all(has_class)
            && self.attributes.iter().all(|test| test.fits(node))
            && (!self.is_first_child || node.prev_sibling_element().is_none())
    }
}

impl AttributeTest {
    fn of(text: &str) -> Option<AttributeTest> {
        let Some((name, value)) = text.split_once('=') else {
            return Some(AttributeTest { name: text.trim().to_owned(), value: None });
        };
        let value = value.trim().trim_matches(['"', '\'']).to_owned();
        let name = name.trim_end();
        let operator = name.chars().last().filter(|last| "~|^$*".contains(*last));
        let name = operator.map_or(name, |_| &name[..name.len() - 1]).trim();
        (!name.is_empty())
            .then(|| AttributeTest { name: name.to_owned(), value: Some((operator.unwrap_or('='), value)) })
    }

    fn fits(&self, node: Node<'_, '_>) -> bool {
        let Some(own) = node.attribute(self.name.as_str()) else { return false };
        match &self.value {
            None => true,
            Some(('~', word)) => own.split_whitespace().any(|one| one == word),
            Some(('|', start)) => {
                own == start || own.strip_prefix(start.as_str()).is_some_and(|it| it.starts_with('-'))
            }
            Some((_, part)) if part.is_empty() => own.is_empty(),
            Some(('^', start)) => own.starts_with(start.as_str()),
            Some(('$', end)) => own.ends_with(end.as_str()),
            Some(('*', part)) => own.contains(part.as_str()),
            Some((_, value)) => own == value,
        }
    }
}

/// Splits a text after the name that it begins with, which may be empty.
fn split_name(text: &str) -> (&str, &str) {
    let is_other = |letter: char| !(letter.is_alphanumeric() || matches!(letter, '-' | '_'));
    text.split_at(text.find(is_other).unwrap_or(text.len()))
}

/// Splits `a: b; c: d` into properties. Brackets and quotes may contain semicolons.
pub(super) fn declarations(body: &str) -> Vec<Property> {
    let body = without_comments(body);
    let one = |part: &str| {
        let (name, value) = part.split_once(':')?;
        let value = value.trim();
        let plain = value.strip_suffix("important").and_then(|it| it.trim_end().strip_suffix('!'));
        Some(Property {
            name: name.trim().to_ascii_lowercase(),
            value: plain.unwrap_or(value).trim().to_owned(),
            is_important: plain.is_some(),
        })
    };
    let (mut depth, mut quote) = (0_usize, None);
    let is_end = |letter: char| {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ';' && quote.is_none() && depth == 0
    };
    body.split(is_end).filter_map(one).collect()
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fills(css: &str) -> Option<String> {
        let text = format!(
            "<svg><style>{css}</style><g id='g1' class='a b'><g id='g2'><title/><rect id='r' x='20' lang='de-AT'/></g></g></svg>"
        );
        let document = roxmltree::Document::parse(&text).unwrap();
        let sheet = Sheet::of(document.root_element());
        let rect = document.descendants().find(|node| node.attribute("id") == Some("r")).unwrap();
        sheet.properties(rect).last().map(|property| property.value.clone())
    }

    #[test]
    fn selectors_match_by_kind_and_by_place() {
        for selector in [
            "rect",
            "*",
            "#r",
            "svg rect",
            "g > rect",
            "g#g1.a.b rect",
            "g#g1 * rect",
            ".a &gt; g &gt; rect",
            "title + rect",
            "title ~ rect",
            "[x]",
            "rect[x='20']",
            "[lang|=de]",
            "[lang^=de]",
            "[lang$='AT']",
            "[lang*=-]",
            "svg g#g1 > * > [x=\"20\"]",
            "g#g2:first-child rect",
            "x, rect",
        ] {
            let css = format!("{selector} {{ fill: green }}");
            let css = if selector.contains('"') || selector.contains('\'') {
                format!("<![CDATA[{css}]]>")
            } else {
                css
            };
            assert_eq!(fills(&css), Some("green".to_owned()), "{selector}");
        }
        for selector in [
            "circle",
            "svg > rect",
            "g + rect",
            "rect:hover",
            "rect:first-child",
            "[y]",
            "[x='2']",
            "rect rect",
            "> rect",
            "rect >",
            "#g1 > rect",
            "[x",
            "..a",
            "",
        ] {
            assert_eq!(fills(&format!("<![CDATA[{selector} {{ fill: red }}]]>")), None, "{selector}");
        }
    }

    #[test]
    fn stronger_and_later_rules_win() {
        assert_eq!(
            fills("g#g1 * rect { fill: red } g#g1 * rect[x] { fill: green } rect { fill: blue }").unwrap(),
            "green"
        );
        assert_eq!(fills("rect { fill: red } rect { fill: green }").unwrap(), "green");
        assert_eq!(fills("@import 'a.css'; rect { fill: green }").unwrap(), "green");
    }

    #[test]
    fn declarations_keep_brackets_and_quotes_whole() {
        let found = declarations("a: url(data:x;base64,A) ; b : 'x;y' !important;; c");
        let found: Vec<_> =
            found.iter().map(|it| (it.name.as_str(), it.value.as_str(), it.is_important)).collect();
        assert_eq!(found, [("a", "url(data:x;base64,A)", false), ("b", "'x;y'", true)]);
    }
}
