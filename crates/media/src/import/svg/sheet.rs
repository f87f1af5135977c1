//! Style sheets: rules for elements, classes and ids.

use roxmltree::Node;

/// The rules of all style sheets of a document, the weaker ones first.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    rules: Vec<Rule>,
}

#[derive(Debug)]
struct Rule {
    element: Option<String>,
    id: Option<String>,
    classes: Vec<String>,
    properties: Vec<(String, String)>,
}

impl Sheet {
    pub(super) fn of(root: Node<'_, '_>) -> Sheet {
        let mut sheet = Sheet::default();
        for node in root.descendants().filter(|node| node.tag_name().name() == "style") {
            let text: String = node.children().filter_map(|child| child.text()).collect();
            sheet.add(&text);
        }
        sheet.rules.sort_by_key(Rule::strength);
        sheet
    }

    fn add(&mut self, text: &str) {
        let text = without_comments(text);
        for block in text.split('}') {
            let Some((selectors, body)) = block.rsplit_once('{') else { continue };
            // What is inside of an at-rule may not apply here.
            if selectors.contains('@') {
                continue;
            }
            for selector in selectors.split(',') {
                self.rules.extend(Rule::of(selector.trim(), declarations(body)));
            }
        }
    }

    /// Yields the properties that apply to an element, the strongest last.
    pub(super) fn properties<'s>(&'s self, node: Node<'_, '_>) -> Vec<(&'s str, &'s str)> {
        let fits = |rule: &&'s Rule| rule.fits(node);
        let all = self.rules.iter().filter(fits).flat_map(|rule| &rule.properties);
        all.map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }
}

impl Rule {
    /// Reads a selector of one element; others, which depend on where an element is, are left out.
    fn of(selector: &str, properties: Vec<(String, String)>) -> Option<Rule> {
        if selector.is_empty()
            || selector.contains(|letter: char| letter.is_whitespace() || ">+~:[".contains(letter))
        {
            return None;
        }
        let mut rule = Rule { element: None, id: None, classes: Vec::new(), properties };
        let mut rest = selector;
        while !rest.is_empty() {
            let end = rest[1..].find(['.', '#']).map_or(rest.len(), |at| at + 1);
            let (part, after) = rest.split_at(end);
            match part.strip_prefix('.') {
                Some(class) => rule.classes.push(class.to_owned()),
                None => match part.strip_prefix('#') {
                    Some(id) => rule.id = Some(id.to_owned()),
                    None if part == "*" => {}
                    None => rule.element = Some(part.to_owned()),
                },
            }
            rest = after;
        }
        Some(rule)
    }

    fn strength(&self) -> (bool, usize, bool) {
        (self.id.is_some(), self.classes.len(), self.element.is_some())
    }

    fn fits(&self, node: Node<'_, '_>) -> bool {
        let has_class = |class: &String| {
            let classes = node.attribute("class").unwrap_or_default();
            classes.split_whitespace().any(|own| own == class)
        };
        self.element.as_deref().is_none_or(|name| node.tag_name().name() == name)
            && self.id.as_deref().is_none_or(|id| node.attribute("id") == Some(id))
            && self.classes.iter().all(has_class)
    }
}

/// Splits `a: b; c: d` into properties.
pub(super) fn declarations(body: &str) -> Vec<(String, String)> {
    let one = |part: &str| {
        let (name, value) = part.split_once(':')?;
        let value = value.trim().trim_end_matches("!important").trim();
        Some((name.trim().to_ascii_lowercase(), value.to_owned()))
    };
    body.split(';').filter_map(one).collect()
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
