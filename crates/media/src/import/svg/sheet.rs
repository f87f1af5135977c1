//! Style sheets: rules for elements, by what they are and where they stand.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use roxmltree::{Node, NodeId};

use super::attributes::closing;

/// The rules of all style sheets of a document, the weaker ones first.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    rules: Vec<Rule>,
    index: Index,
    places: Places,
}

/// The numbers of rules by an id, a class or a name that an element has that they fit; of each rule the first of these.
#[derive(Debug, Default)]
struct Index {
    by_id: HashMap<String, Vec<usize>>,
    by_class: HashMap<String, Vec<usize>>,
    by_element: HashMap<String, Vec<usize>>,
    others: Vec<usize>,
}

/// The places of elements among the children of their parents, which are counted once for all children: counted for each, they would
/// take the square of their number.
#[derive(Debug, Default)]
struct Places {
    known: RefCell<HashMap<NodeId, Place>>,
    /// True for an element that a `:has()` is true for, by the address of that: it is asked again for all that is in the element.
    holders: RefCell<HashMap<(usize, NodeId), bool>>,
    /// The number of elements that a `:has()` looked at.
    looks: Cell<usize>,
}

/// The place of an element, counted from 1, and the number of all: of the elements beside it, and of those of its name.
#[derive(Clone, Copy, Debug)]
struct Place {
    among_all: [usize; 2],
    of_kind: [usize; 2],
}

/// The most steps of a selector, and the most siblings that a `~` looks at: each element is held against each rule.
const MAX_STEPS: usize = 16;
const MAX_SIBLINGS: usize = 10_000;

/// The most elements that all `:has()` of a document look at, which takes a second or two. For those after them none is true.
const MAX_LOOKS: usize = 5_000_000;

/// The deepest rules in rules, and selectors in selectors.
const MAX_NESTING: usize = 8;

#[derive(Clone, Debug)]
struct Rule {
    selector: Selector,
    properties: Vec<Property>,
}

/// A property as it is declared.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Property {
    pub name: String,
    pub value: String,
    pub is_important: bool,
}

/// What an element is, then what those are that it stands beside or in, the nearest first.
#[derive(Clone, Debug, PartialEq)]
struct Selector {
    steps: Vec<Step>,
}

/// One element of a selector.
#[derive(Clone, Debug, Default, PartialEq)]
struct Step {
    element: Option<String>,
    ids: Vec<String>,
    classes: Vec<String>,
    attributes: Vec<AttributeTest>,
    tests: Vec<Test>,
    /// How it stands to the one before it in the rule.
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
    ignores_case: bool,
}

/// A condition that begins with a colon.
#[derive(Clone, Debug, PartialEq)]
enum Test {
    /// True for an element that any of the selectors fits.
    Is(Vec<Selector>),
    /// As `Is`, without a strength of its own.
    Where(Vec<Selector>),
    Not(Vec<Selector>),
    /// True for an element that stands so to one that a selector fits.
    Has(Vec<(Relation, Selector)>),
    /// The place among the children of the parent: `every * n + first` for some n from 0 on.
    Place {
        every: i64,
        first: i64,
        is_from_end: bool,
        is_of_kind: bool,
    },
    Root,
    Empty,
    Link,
    /// What depends on a pointer or a visit, which no drawing has.
    Never,
}

impl Sheet {
    pub(super) fn of(root: Node<'_, '_>) -> Sheet {
        let mut sheet = Sheet::default();
        let is_css = |node: &Node<'_, '_>| {
            node.attribute("type").is_none_or(|kind| matches!(kind.trim(), "" | "text/css"))
                && node.attribute("media").is_none_or(is_of_screen)
        };
        for node in root.descendants().filter(|node| node.tag_name().name() == "style").filter(is_css) {
            let texts = node.children().filter(Node::is_text).filter_map(|child| child.text());
            let text = without_comments(&texts.collect::<String>());
            sheet.add(&text.replace("<!--", " ").replace("-->", " "), None, 0);
        }
        // The later of two that are as strong wins; the sort keeps their order.
        sheet.rules.sort_by_cached_key(|rule| rule.selector.strength());
        sheet.index = Index::of(&sheet.rules);
        sheet
    }

    /// Adds the rules of a text; those in a rule are for what is in the elements that it applies to.
    fn add(&mut self, text: &str, around: Option<&str>, depth: usize) {
        let mut rest = text;
        while let Some((head, mark, after)) = split_at_mark(rest) {
            rest = after;
            // What is no block is a statement, or a property of the rule around.
            if mark != '{' {
                continue;
            }
            let (body, after) = block(rest);
            rest = after;
            let head = head.trim();
            match head.strip_prefix('@') {
                Some(statement) if depth < MAX_NESTING && applies(statement) => {
                    if let Some(around) = around {
                        self.rule(around, body);
                    }
                    self.add(body, around, depth + 1);
                }
                Some(_) => {}
                None if depth < MAX_NESTING => {
                    let selector = match around {
                        None => head.to_owned(),
                        Some(around) if head.contains('&') => head.replace('&', &format!(":is({around})")),
                        Some(around) => {
                            let inner = split_outside(head, ',').into_iter();
                            inner.map(|one| format!(":is({around}) {one}")).collect::<Vec<_>>().join(",")
                        }
                    };
                    self.rule(&selector, body);
                    self.add(body, Some(&selector), depth + 1);
                }
                None => {}
            }
        }
    }

    fn rule(&mut self, selectors: &str, body: &str) {
        let properties = declarations(body);
        let Some(selectors) = Selector::list(selectors, 0).filter(|_| !properties.is_empty()) else { return };
        self.rules
            .extend(selectors.into_iter().map(|selector| Rule { selector, properties: properties.clone() }));
    }

    /// Yields the properties that apply to an element, the strongest last.
    pub(super) fn properties<'s>(&'s self, node: Node<'_, '_>) -> Vec<&'s Property> {
        let rules = self.index.rules_for(node).into_iter().map(|number| &self.rules[number]);
        let fitting = rules.filter(|rule| rule.selector.fits(node, &self.places));
        fitting.flat_map(|rule| &rule.properties).collect()
    }
}

impl Index {
    fn of(rules: &[Rule]) -> Index {
        let mut index = Index::default();
        for (number, rule) in rules.iter().enumerate() {
            let Some(step) = rule.selector.steps.first() else { continue };
            let numbers = match (step.ids.first(), step.classes.first(), &step.element) {
                (Some(id), _, _) => index.by_id.entry(id.clone()).or_default(),
                (_, Some(class), _) => index.by_class.entry(class.clone()).or_default(),
                (_, _, Some(element)) => index.by_element.entry(element.clone()).or_default(),
                _ => &mut index.others,
            };
            numbers.push(number);
        }
        index
    }

    /// Returns the numbers of the rules that may fit an element, in their order.
    fn rules_for(&self, node: Node<'_, '_>) -> Vec<usize> {
        let of_id = node.attribute("id").and_then(|id| self.by_id.get(id));
        let classes = node.attribute("class").unwrap_or_default().split_whitespace();
        let of_classes = classes.filter_map(|class| self.by_class.get(class));
        let of_element = self.by_element.get(node.tag_name().name());
        let lists = of_id.into_iter().chain(of_classes).chain(of_element).chain([&self.others]);
        let mut numbers: Vec<usize> = lists.flatten().copied().collect();
        numbers.sort_unstable();
        // A class may be written twice.
        numbers.dedup();
        numbers
    }
}

impl Places {
    /// Returns the place of an element, and counts those of all children of its parent at the first time.
    fn of(&self, node: Node<'_, '_>) -> Place {
        if let Some(place) = self.known.borrow().get(&node.id()) {
            return *place;
        }
        let children =
            node.parent().into_iter().flat_map(|parent| parent.children()).filter(Node::is_element);
        let mut counts: HashMap<(String, String), usize> = HashMap::new();
        let counted: Vec<(Node<'_, '_>, (String, String), usize)> = children
            .map(|child| {
                let name = child.tag_name();
                let name = (name.namespace().unwrap_or_default().to_owned(), name.name().to_owned());
                let count = counts.entry(name.clone()).or_default();
                *count += 1;
                (child, name, *count)
            })
            .collect();
        let mut known = self.known.borrow_mut();
        let mut wanted = Place { among_all: [1, 1], of_kind: [1, 1] };
        for (index, (child, name, of_kind)) in counted.iter().enumerate() {
            let place = Place { among_all: [index + 1, counted.len()], of_kind: [*of_kind, counts[name]] };
            known.insert(child.id(), place);
            if *child == node {
                wanted = place;
            }
        }
        wanted
    }
}

impl Selector {
    /// Reads selectors with commas between them; `None` where one of them cannot be read.
    fn list(text: &str, depth: usize) -> Option<Vec<Selector>> {
        split_outside(text, ',').into_iter().map(|one| Selector::of(one, depth)).collect()
    }

    fn of(text: &str, depth: usize) -> Option<Selector> {
        if depth > MAX_NESTING {
            return None;
        }
        let mut steps = Vec::new();
        let mut rest = text.trim();
        // They are written from the outside in.
        loop {
            let (step, after) = Step::read(rest, depth)?;
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
        (steps.len() <= MAX_STEPS).then_some(Selector { steps })
    }

    fn strength(&self) -> [usize; 3] {
        let sum = |one: [usize; 3], other: [usize; 3]| [0, 1, 2].map(|index| one[index] + other[index]);
        self.steps.iter().fold([0; 3], |all, step| {
            let classes = step.classes.len() + step.attributes.len();
            let own = [step.ids.len(), classes, usize::from(step.element.is_some())];
            step.tests.iter().map(Test::strength).fold(sum(all, own), sum)
        })
    }

    fn fits(&self, node: Node<'_, '_>, places: &Places) -> bool {
        !self.outermost(node, places).is_empty()
    }

    /// Returns the elements that the first step that is written may be, where the last one is an element; none where it does not
    /// fit.
    fn outermost<'a, 'i>(&self, node: Node<'a, 'i>, places: &Places) -> Vec<Node<'a, 'i>> {
        let Some((first, others)) = self.steps.split_first() else { return Vec::new() };
        if !first.fits(node, places) {
            return Vec::new();
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
            next.retain(|it| it.is_element() && step.fits(*it, places));
            next.sort_by_key(|it| it.id().get());
            next.dedup();
            if next.is_empty() {
                return next;
            }
            found = next;
        }
        found
    }

    /// Reads a selector that begins with how it stands to an element.
    fn relative(text: &str, depth: usize) -> Option<(Relation, Selector)> {
        let text = text.trim();
        let relation = match text.chars().next()? {
            '>' => Relation::Parent,
            '+' => Relation::Neighbour,
            '~' => Relation::Sibling,
            _ => Relation::Ancestor,
        };
        Some((relation, Selector::of(text.trim_start_matches(['>', '+', '~']), depth)?))
    }
}

impl Step {
    /// Reads one element at the start of a selector, and returns it with the rest.
    fn read(text: &str, depth: usize) -> Option<(Step, &str)> {
        let mut step = Step::default();
        let (name, mut rest) = split_name(text);
        if !name.is_empty() {
            step.element = Some(name);
        } else if let Some(after) = rest.strip_prefix('*') {
            rest = after;
        } else if !rest.starts_with(['.', '#', '[', ':']) {
            return None;
        }
        while let Some(kind) = rest.chars().next().filter(|kind| matches!(kind, '.' | '#' | '[' | ':')) {
            if kind == '[' {
                let (test, after) = split_at_bracket(&rest[1..])?;
                step.attributes.push(AttributeTest::of(test)?);
                rest = after;
                continue;
            }
            let (name, after) = split_name(&rest[1..]);
            rest = after;
            if name.is_empty() {
                return None;
            }
            match kind {
                '.' => step.classes.push(name),
                '#' => step.ids.push(name),
                _ => {
                    let arguments = match rest.strip_prefix('(') {
                        Some(inner) => {
                            let (arguments, after) = closing(inner)?;
                            rest = after;
                            Some(arguments)
                        }
                        None => None,
                    };
                    step.tests.extend(Test::read(&name.to_ascii_lowercase(), arguments, depth)?);
                }
            }
        }
        Some((step, rest))
    }

    fn fits(&self, node: Node<'_, '_>, places: &Places) -> bool {
        let has_class = |class: &String| {
            let classes = node.attribute("class").unwrap_or_default();
            classes.split_whitespace().any(|own| own == class)
        };
        self.element.as_deref().is_none_or(|name| node.tag_name().name() == name)
            && self.ids.iter().all(|id| node.attribute("id") == Some(id))
            && self.classes.iter().all(has_class)
            && self.attributes.iter().all(|test| test.fits(node))
            && self.tests.iter().all(|test| test.fits(node, places))
    }
}

impl Test {
    /// Reads a condition; `None` for one that is not known.
    fn read(name: &str, arguments: Option<&str>, depth: usize) -> Option<Vec<Test>> {
        let place = |is_from_end, is_of_kind| Test::Place { every: 0, first: 1, is_from_end, is_of_kind };
        let selectors = || Selector::list(arguments?, depth + 1);
        let every = |is_from_end, is_of_kind| {
            let (every, first) = every_of(arguments?)?;
            Some(Test::Place { every, first, is_from_end, is_of_kind })
        };
        Some(vec![match name {
            "first-child" => place(false, false),
            "last-child" => place(true, false),
            "first-of-type" => place(false, true),
            "last-of-type" => place(true, true),
            "only-child" => return Some(vec![place(false, false), place(true, false)]),
            "only-of-type" => return Some(vec![place(false, true), place(true, true)]),
            "nth-child" => every(false, false)?,
            "nth-last-child" => every(true, false)?,
            "nth-of-type" => every(false, true)?,
            "nth-last-of-type" => every(true, true)?,
            "is" | "matches" => Test::Is(selectors()?),
            "where" => Test::Where(selectors()?),
            "not" => Test::Not(selectors()?),
            "has" => {
                let parts = split_outside(arguments?, ',').into_iter();
                Test::Has(parts.map(|one| Selector::relative(one, depth + 1)).collect::<Option<_>>()?)
            }
            "root" | "scope" => Test::Root,
            "empty" => Test::Empty,
            "link" | "any-link" => Test::Link,
            "hover" | "active" | "focus" | "focus-within" | "focus-visible" | "visited" | "target"
            | "checked" | "disabled" | "enabled" => Test::Never,
            _ => return None,
        }])
    }

    fn strength(&self) -> [usize; 3] {
        match self {
            Test::Is(all) | Test::Not(all) => all.iter().map(Selector::strength).max().unwrap_or_default(),
            Test::Has(all) => all.iter().map(|(_, one)| one.strength()).max().unwrap_or_default(),
            Test::Where(_) => [0; 3],
            _ => [0, 1, 0],
        }
    }

    fn fits(&self, node: Node<'_, '_>, places: &Places) -> bool {
        match self {
            Test::Is(all) | Test::Where(all) => all.iter().any(|it| it.fits(node, places)),
            Test::Not(all) => !all.iter().any(|it| it.fits(node, places)),
            Test::Has(all) => all.iter().any(|(relation, it)| places.has(node, *relation, it)),
            Test::Place { every, first, is_from_end, is_of_kind } => {
                let Place { among_all, of_kind } = places.of(node);
                let [place, count] = if *is_of_kind { of_kind } else { among_all };
                let place = if *is_from_end { count + 1 - place } else { place };
                let beyond = place as i64 - first;
                match every {
                    0 => beyond == 0,
                    every => beyond % every == 0 && beyond / every >= 0,
                }
            }
            Test::Root => node.parent_element().is_none(),
            Test::Empty => !node.children().any(|child| child.is_element() || child.is_text()),
            Test::Link => {
                node.tag_name().name() == "a" && node.attributes().any(|attribute| attribute.name() == "href")
            }
            Test::Never => false,
        }
    }
}

impl Places {
    /// Returns true for an element that another one stands to, which a selector fits.
    fn has(&self, node: Node<'_, '_>, relation: Relation, selector: &Selector) -> bool {
        let key = (std::ptr::from_ref(selector) as usize, node.id());
        if let Some(found) = self.holders.borrow().get(&key) {
            return *found;
        }
        let found = has(node, relation, selector, self);
        self.holders.borrow_mut().insert(key, found);
        found
    }

    /// Counts an element that is looked at; false where there were too many.
    fn look(&self) -> bool {
        self.looks.set(self.looks.get() + 1);
        self.looks.get() <= MAX_LOOKS
    }
}

fn has(node: Node<'_, '_>, relation: Relation, selector: &Selector, places: &Places) -> bool {
    let all: Box<dyn Iterator<Item = Node<'_, '_>>> = match relation {
        Relation::Ancestor | Relation::Parent => Box::new(node.descendants().skip(1)),
        Relation::Neighbour => {
            Box::new(node.next_sibling_element().into_iter().flat_map(|it| it.descendants()))
        }
        Relation::Sibling => Box::new(node.next_siblings().skip(1).flat_map(|it| it.descendants())),
    };
    all.filter(Node::is_element).take_while(|_| places.look()).any(|one| {
        selector.outermost(one, places).into_iter().any(|outermost| match relation {
            Relation::Ancestor => outermost != node && outermost.ancestors().any(|around| around == node),
            Relation::Parent => outermost.parent() == Some(node),
            Relation::Neighbour => outermost.prev_sibling_element() == Some(node),
            Relation::Sibling => outermost.prev_siblings().skip(1).take(MAX_SIBLINGS).any(|it| it == node),
        })
    })
}

/// Reads `2n + 1`, `odd` and the like: the step and the first place.
fn every_of(text: &str) -> Option<(i64, i64)> {
    let plain: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    match plain.to_ascii_lowercase().as_str() {
        "odd" => Some((2, 1)),
        "even" => Some((2, 0)),
        plain => match plain.split_once('n') {
            None => Some((0, plain.parse().ok()?)),
            Some((every, first)) => {
                let every = match every {
                    "" | "+" => 1,
                    "-" => -1,
                    every => every.parse().ok()?,
                };
                Some((every, if first.is_empty() { 0 } else { first.parse().ok()? }))
            }
        },
    }
}

impl AttributeTest {
    fn of(text: &str) -> Option<AttributeTest> {
        let Some((name, value)) = text.split_once('=') else {
            let name = text.trim().to_owned();
            return Some(AttributeTest { name, value: None, ignores_case: false });
        };
        let value = value.trim();
        let quoted = value.chars().next().filter(|it| matches!(it, '"' | '\''));
        let (value, after) = match quoted {
            Some(quote) => value[1..].split_once(quote)?,
            None => value.split_once(char::is_whitespace).unwrap_or((value, "")),
        };
        let ignores_case = after.trim().eq_ignore_ascii_case("i");
        let name = name.trim_end();
        let operator = name.chars().last().filter(|last| "~|^$*".contains(*last));
        let name = operator.map_or(name, |_| &name[..name.len() - 1]).trim();
        let value = Some((operator.unwrap_or('='), value.to_owned()));
        (!name.is_empty()).then(|| AttributeTest { name: name.to_owned(), value, ignores_case })
    }

    fn fits(&self, node: Node<'_, '_>) -> bool {
        let Some(own) = node.attribute(self.name.as_str()) else { return false };
        let Some((operator, value)) = &self.value else { return true };
        if self.ignores_case {
            return is_like(*operator, &own.to_lowercase(), &value.to_lowercase());
        }
        is_like(*operator, own, value)
    }
}

/// Returns true for a value that an operator of a selector holds true for.
fn is_like(operator: char, own: &str, value: &str) -> bool {
    match operator {
        '~' => own.split_whitespace().any(|one| one == value),
        '|' => own == value || own.strip_prefix(value).is_some_and(|it| it.starts_with('-')),
        _ if value.is_empty() => own.is_empty(),
        '^' => own.starts_with(value),
        '$' => own.ends_with(value),
        '*' => own.contains(value),
        _ => own == value,
    }
}

/// Returns true for an at-rule whose block applies to a drawing on a screen.
fn applies(statement: &str) -> bool {
    let (name, condition) =
        statement.split_once(|it: char| it.is_whitespace() || it == '(').unwrap_or((statement, ""));
    match name.to_ascii_lowercase().as_str() {
        "media" => is_of_screen(&statement["media".len()..]),
        // What is asked for is known, or harmless.
        "supports" => !condition.trim_start().to_ascii_lowercase().starts_with("not"),
        "layer" => true,
        _ => false,
    }
}

/// Returns true where one of some media is a screen with colours, whatever its size is.
fn is_of_screen(media: &str) -> bool {
    const OTHERS: [&str; 4] = ["dark", "reduce", "monochrome", "grid"];
    let is_one = |query: &str| {
        let query = query.trim().to_ascii_lowercase();
        let (is_wanted, query) = match query.strip_prefix("not ") {
            Some(query) => (false, query.trim()),
            None => (true, query.strip_prefix("only ").unwrap_or(&query).trim()),
        };
        let kind = query.split(|it: char| it.is_whitespace() || it == '(').next().unwrap_or_default();
        let is_kind = matches!(kind, "" | "all" | "screen");
        is_wanted == (is_kind && !OTHERS.iter().any(|other| query.contains(other)))
    };
    media.trim().is_empty() || media.split(',').any(is_one)
}

/// Splits a text before the first `{`, `}` or `;` that stands outside of quotes and brackets.
fn split_at_mark(text: &str) -> Option<(&str, char, &str)> {
    let at = find_outside(text, |letter| matches!(letter, '{' | '}' | ';'))?;
    let mark = text[at..].chars().next()?;
    Some((&text[..at], mark, &text[at + 1..]))
}

/// Splits a text where the block ends that it begins in. One without an end reaches to the end of the text.
fn block(text: &str) -> (&str, &str) {
    let (mut depth, mut rest) = (0_usize, text);
    while let Some((_, mark, after)) = split_at_mark(rest) {
        match mark {
            '{' => depth += 1,
            '}' if depth == 0 => return (&text[..text.len() - after.len() - 1], after),
            '}' => depth -= 1,
            _ => {}
        }
        rest = after;
    }
    (text, "")
}

/// Splits a text at the `]` that is in no quotes.
fn split_at_bracket(text: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    let at = text.find(|letter: char| {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, _) => return letter == ']',
        }
        false
    })?;
    Some((&text[..at], &text[at + 1..]))
}

/// Finds a letter outside of quotes and brackets.
fn find_outside(text: &str, is_wanted: impl Fn(char) -> bool) -> Option<usize> {
    let (mut depth, mut quote, mut is_escaped) = (0_usize, None, false);
    text.find(|letter: char| {
        if std::mem::take(&mut is_escaped) {
            return false;
        }
        match (quote, letter) {
            (_, '\\') => is_escaped = true,
            // A quote ends with its line at the latest.
            (Some(open), _) if letter == open || letter == '\n' => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, _) => return depth == 0 && is_wanted(letter),
        }
        false
    })
}

/// Splits a text at a letter outside of quotes and brackets.
fn split_outside(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = find_outside(rest, |letter| letter == separator) {
        parts.push(&rest[..at]);
        rest = &rest[at + separator.len_utf8()..];
    }
    parts.push(rest);
    parts
}

/// Splits a text after the name that it begins with, which may be empty.
fn split_name(text: &str) -> (String, &str) {
    let mut name = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if letter == '\\' {
            let after = &rest[1..];
            let digits = after.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
            if digits > 0 {
                let code = u32::from_str_radix(&after[..digits], 16).ok().and_then(char::from_u32);
                name.push(code.unwrap_or(char::REPLACEMENT_CHARACTER));
                rest = &after[digits..];
                rest = rest.strip_prefix(char::is_whitespace).unwrap_or(rest);
            } else if let Some(escaped) = after.chars().next() {
                name.push(escaped);
                rest = &after[escaped.len_utf8()..];
            } else {
                break;
            }
        } else if letter.is_alphanumeric() || matches!(letter, '-' | '_') {
            name.push(letter);
            rest = &rest[letter.len_utf8()..];
        } else {
            break;
        }
    }
    (name, rest)
}

/// Splits `a: b; c: d` into properties. Brackets and quotes may contain semicolons; rules in between are no properties.
pub(super) fn declarations(body: &str) -> Vec<Property> {
    let body = without_comments(body);
    let one = |part: &str| {
        let (name, value) = part.split_once(':')?;
        let (name, value) = (name.trim(), value.trim());
        let plain = value.strip_suffix("important").and_then(|it| it.trim_end().strip_suffix('!'));
        // The names of variables alone are in capitals or not.
        let name = if name.starts_with("--") { name.to_owned() } else { name.to_ascii_lowercase() };
        Some(Property {
            name,
            value: plain.unwrap_or(value).trim().to_owned(),
            is_important: plain.is_some(),
        })
    };
    let mut found = Vec::new();
    let mut rest = body.as_str();
    while let Some((part, mark, after)) = split_at_mark(rest) {
        rest = after;
        match mark {
            '{' => rest = block(rest).1,
            _ => found.extend(one(part)),
        }
    }
    found.extend(one(rest));
    found
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
    fn places_are_counted_among_any_number_of_siblings() {
        let css = "rect:nth-child(20001), rect:nth-of-type(10001), rect:nth-last-child(3) { fill: red }";
        let text = format!("<svg><style>{css}</style>{}</svg>", "<g/><rect/>".repeat(15_000));
        let document = roxmltree::Document::parse(&text).unwrap();
        let sheet = Sheet::of(document.root_element());
        // The style sheet is the first child.
        let elements = document.root_element().children().enumerate();
        let found: Vec<usize> = elements
            .filter(|(_, node)| !sheet.properties(*node).is_empty())
            .map(|(index, _)| index + 1)
            .collect();
        assert_eq!(found, [20_001, 20_003, 29_999]);
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
            "rect:first-child:last-child, title + rect:last-child",
            "rect:nth-child(2n)",
            "rect:nth-child( -n + 2 )",
            "rect:nth-of-type(1):only-of-type",
            "rect:nth-last-child(1)",
            ":root rect:not(.a, #g1)",
            "g:not(.c) > :is(circle, rect)",
            ":where(rect):empty",
            "[lang='DE-at' i]",
            "g:has(rect) > rect",
            "svg:has(> .a > #g2) rect",
            "title:has(+ rect) ~ rect",
            "g:has(title ~ [x]):not(:has(circle)) rect",
            "g.\\61  rect",
            "#g1 { fill: red; & rect",
            "g { @media screen { fill: red } > rect",
            "@media screen, print { rect",
            "@media (min-width: 1px) { @supports (fill: red) { rect",
            "@page { margin: 0 } rect",
        ] {
            let open = 1 + selector.matches('{').count() - selector.matches('}').count();
            let css = format!("{selector} {{ fill: green {}", "}".repeat(open));
            let css = if selector.contains(['"', '\'', '&']) && !selector.contains("&gt;") {
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
            "rect:nth-child(odd)",
            "rect:not([x])",
            "g:only-child > title ~ rect:only-child",
            "rect, :unknown",
            "svg:has(> rect) rect",
            "rect:has(+ title)",
            "g:has(circle, #g1 .c) rect",
            "rect:has()",
            "@media print { rect",
            "@media (prefers-color-scheme: dark) { rect",
            "@keyframes a { rect",
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
