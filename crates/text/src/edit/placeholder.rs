//! Lines that stand for code instead of being it, such as `// ... rest of code ...`.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A line of a new text which says that code was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placeholder {
    /// The line without the white space around it.
    pub line: String,
}

/// The marks that begin a comment, the longest first where one begins another.
const COMMENT_BEGINS: [&str; 12] =
    ["<!--", "{/*", "/**", "/*", "//", "##", "#", "--[[", "--", ";;", ";", "%"];
const COMMENT_ENDS: [&str; 4] = ["-->", "*/}", "*/", "]]"];

/// The endings of files in whose languages a line of three dots alone means nothing.
const NO_DOTS_ALONE: [&str; 16] = [
    "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "java", "go", "css", "scss", "less", "json", "cs",
    "swift",
];

/// The endings of documents.
const DOCUMENTS: [&str; 8] = ["md", "mdx", "markdown", "rst", "adoc", "pod", "html", "ipynb"];

/// The endings of documents whose examples are fenced or indented.
const MARKUP: [&str; 6] = ["md", "mdx", "markdown", "rst", "adoc", "pod"];

/// The endings of pages, and of programs that have their documentation between their code.
const PAGES: [&str; 3] = ["html", "htm", "xhtml"];
const PERL: [&str; 2] = ["pl", "pm"];

/// The white space before a line of an example that has no fence, in characters: reStructuredText needs the fewest.
const MIN_EXAMPLE_INDENTATION: usize = 3;

/// The most lines of a new file in which a comment of three dots stands for code.
const MAX_LINES_WITH_DOTS: usize = 60;

/// The most words of a placeholder: a comment of more is a sentence about something.
const MAX_WORDS: usize = 9;

/// The meaning of a word about code that is not shown. Words of English, German, French, Spanish and Korean, the last
/// without their particles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// Words for more of the same: `rest`. Real comments seldom name the rest of a file or a function.
    Remainder,
    /// The code is there: `existing`. Real headings name existing things.
    Existing,
    /// The code is as it was: `unchanged`.
    Unmodified,
    /// The code was there before, in words that comments about code hardly use: `bisheriger`.
    Former,
    /// The code is named, but in words that real comments use too: `previous`, `original`, `other`.
    Other,
    /// The code itself.
    Code,
    /// A unit of code that has a rest: `file`.
    Unit,
    /// Kinds of code, which real headings name too.
    Kind,
    /// The code stays as it is.
    Stays,
    /// The code continues or stays, in the words of a sentence about code: `continues`.
    GoesOn,
    /// The time to compare with: `before`.
    Before,
    /// The code stays as it is, in words with no other meaning: `wie bisher`.
    Unchanged,
    /// The code is left out.
    Omitted,
    /// The reason of leaving something out.
    Brevity,
    /// The place: `here`.
    Here,
    /// The text between these words in such phrases.
    Filler,
}

const WORDS: [(Word, &str); 16] = [
    (
        Word::Remainder,
        "rest remaining remainder restlicher restliche restlichen restliches übriger übrige übrigen reste restant restante \
         restants restantes suite resto 나머지",
    ),
    (
        Word::Existing,
        "existing bestehender bestehende bestehenden bestehendes vorhandener vorhandene vorhandenen existierender existierende \
         existant existante existants existantes existente existentes 기존 기존의",
    ),
    (
        Word::Unmodified,
        "unchanged unmodified unveränderter unveränderte unverändertes inchangé inchangée inchangés inchangées",
    ),
    (
        Word::Former,
        "bisheriger bisherige bisherigen vorheriger vorherige ursprünglicher ursprüngliche weiterer précédent précédente anterior \
         anteriores 이전 이전의 원래 원본",
    ),
    (
        Word::Other,
        "previous original other others else more weitere andere anderen originalinhalt originalcode précédents autres autre \
         originale demás otros otras 다른 외",
    ),
    (
        Word::Code,
        "code codes jsx markup quellcode implementation implementierung implémentation código implementación 코드 구현 소스코드",
    ),
    (
        Word::Unit,
        "file function class component script module page document html styles stylesheet template datei funktion klasse \
         komponente inhalt fichier fonction classe composant contenu archivo fichero función clase componente contenido 파일 함수 \
         클래스 컴포넌트 내용",
    ),
    (
        Word::Kind,
        "method methods functions classes content contents details everything import imports line lines logic body tests test \
         fields properties arms cases branches columns rows entries getters setters variants props hooks options query section sections part parts items components handlers routes methode methoden funktionen klassen \
         teil teile alles importe logik méthode méthodes funciones fonctions partie logique método métodos parte lógica 부분 함수들 메서드 \
         메소드 로직 임포트",
    ),
    (
        Word::Stays,
        "same identical changes beibehalten gleich gleicher gleiche identisch identique identiques même change changement conservé igual iguales \
         mismo misma cambia cambian mantiene 동일 동일함 둡니다 둔다 \
         변경하지 동일합니다 동일하게 동일하다 유지 유지됨 유지됩니다 유지합니다 같음 같습니다 그대로 그대로입니다 변경없음 없음 변경되지 \
         않음 않습니다 않았습니다",
    ),
    (
        Word::GoesOn,
        "remains remain stays stay restent continues bleibt bleiben demeure continue permanece permanecen queda quedan continúa",
    ),
    (Word::Before, "before previously précédemment vorher avant antes"),
    (
        Word::Unchanged,
        "untouched intact unverändert bisher zuvor gehabt cambios modificar modificaciones 않은",
    ),
    (
        Word::Omitted,
        "omitted elided truncated snipped skipped snip weggelassen ausgelassen gekürzt omis omise omises omitido omitida 생략 생략됨 \
         생략합니다 생략됩니다 중략",
    ),
    (Word::Brevity, "brevity platzgründen übersichtlichkeit brièveté concision brevedad"),
    (Word::Here, "here below goes hier steht folgt ici aquí 아래 여기 여기에 들어갑니다 이하"),
    (
        Word::Filler,
        "the your my of as is are in this that from above following etc all for to be it with no keep leave they insert place match and par souci \
         er ist sie sind der die das des dem den wie oben vom von ab aus le la les du de des l d votre pour plus qu est \
         sont ne pas comme sans garder conserver tel \
         el los las del tu su por se es que como sigue siendo sin y va van mantener einfügen 이 그 변경 모든 전과 위와 계속 문 사항 중간",
    ),
];

/// Words that say together that something stays.
const AS_IS: [&[&str]; 6] = [
    &["as", "is"],
    &["as", "it", "is"],
    &["as", "they", "are"],
    &["wie", "er", "ist"],
    &["wie", "es", "ist"],
    &["wie", "sie", "sind"],
];

/// Comments that stand for code where they are all of it. As the end of a sentence they say something else, so a comment before them
/// or a full stop makes them one.
const ALONE: [&str; 9] = [
    "unchanged",
    "unmodified",
    "existing content",
    "existing contents",
    "same as before",
    "inchangé",
    "unverändert",
    "기존 내용",
    "기존 내용 유지",
];

/// Particles of Korean at the ends of words, the longest first.
const PARTICLES: [&str; 12] = ["들은", "들을", "은", "는", "이", "가", "을", "를", "의", "도", "와", "과"];

/// Pieces of phrases of Chinese and Japanese, which put no spaces between words; the longer ones first where one begins
/// another.
const PIECES: [(Word, &str); 10] = [
    (
        Word::Remainder,
        "其余的 其余 剩余的 剩余 剩下的 其餘的 其餘 剩餘的 剩餘 残りの 残り それ以外の それ以外",
    ),
    (
        Word::Existing,
        "现有的 现有 已有的 已有 原有的 原有 未修改的 未修改 未更改的 未更改 未改动的 未改动 現有的 現有 既有的 既有 既存の 既存",
    ),
    (Word::Former, "原来的 原来 原先的 原本的 原本 之前的 之前 原 原來的 原來 以前の 以前 前の 元の"),
    (Word::Other, "其他的 其他 其它的 其它 原始 その他の その他 他の"),
    (Word::Code, "代码 代碼 程式碼 コード 実装 实现"),
    (Word::Unit, "文件 ファイル クラス 函数 函數 関数 类 内容 內容"),
    (Word::Kind, "部分 方法 逻辑 导入 処理 メソッド インポート ロジック コンテンツ"),
    (
        Word::Stays,
        "保持 相同 相同的 一样 一致 同上 同前 保留 維持 同じ 同様 続く そのまま 同 変更しない まま",
    ),
    (
        Word::Unchanged,
        "保持不变 保持不變 保持原样 不变 不變 変更ありません 変更はありません 変更なし 変更無し",
    ),
    (Word::Omitted, "此处省略 此處省略 省略します 省略しています 以下省略 省略 前略 中略 後略 略"),
];

/// The pieces between these.
const SMALL_PIECES: [(Word, &str); 2] = [
    (Word::Here, "此处 此處 在此 这里 這裡 ここに ここ 如下 以下 以上 以降"),
    (
        Word::Filler,
        "は が を の です ます に と も だ で し て 的 与 與 跟 和 都 均 为 是 后面的 后面 后续 後續 後の 後続の 中间 中間 前面的 前面",
    ),
];

/// Returns the first placeholder line of the new text that the old text does not have, or not as often. `path` gives the
/// language.
pub fn placeholder_added(path: &str, old: &str, new: &str) -> Option<Placeholder> {
    let ending =
        path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |(_, ending)| ending);
    let is = |endings: &[&str]| endings.iter().any(|it| ending.eq_ignore_ascii_case(it));
    // Documents show code with gaps. So does many a long file of examples; a short new file is what a model made up.
    let dots_stand_for_code =
        !is(&DOCUMENTS) && (!old.trim().is_empty() || new.lines().nth(MAX_LINES_WITH_DOTS).is_none());
    let is_dots = |line: &str| match without_comment_marks(line) {
        Some(comment) => dots_stand_for_code && is_dots_alone(comment),
        None => is(&NO_DOTS_ALONE) && is_dots_alone(line),
    };
    let count = |text: &str, wanted: &str| text.lines().filter(|line| line.trim() == wanted).count();
    let mut examples = [(&MARKUP[..], Markup::Fences), (&PAGES, Markup::Tags), (&PERL, Markup::Pod)]
        .into_iter()
        .find(|(endings, _)| is(endings))
        .map(|(_, markup)| Examples { markup, fence: None });
    let mut before = "";
    for whole in new.lines() {
        let is_example = examples.as_mut().is_some_and(|examples| examples.contain(whole));
        let line = whole.trim();
        let is_alone = is_said_alone(line) && without_comment_marks(before).is_none();
        let is_one = (is_placeholder(line) && !ends_sentence(before, line)) || is_dots(line) || is_alone;
        // A line that the old text has too is one of the file's own.
        if is_one && !is_example && count(old, line) < count(new, line) {
            return Some(Placeholder { line: line.to_owned() });
        }
        before = line;
    }
    None
}

/// The way in which a document marks its examples.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Markup {
    /// Between fences, or indented.
    Fences,
    /// Within `<pre>`.
    Tags,
    /// The documentation of Perl, from a line such as `=head1` to `=cut`.
    Pod,
}

/// The examples of a document, which leave out lines for their readers.
struct Examples {
    markup: Markup,
    /// The fence of the block that is open.
    fence: Option<&'static str>,
}

impl Examples {
    /// Returns true if the next line of the document belongs to an example.
    fn contain(&mut self, line: &str) -> bool {
        let (begin, end, opened) = match self.markup {
            Markup::Fences => return self.contain_fenced(line),
            Markup::Tags => ("<pre", "</pre>", line.rfind("<pre") > line.rfind("</pre>")),
            Markup::Pod => {
                let is_command = line.strip_prefix('=').is_some_and(|it| it.starts_with(char::is_alphabetic));
                ("=", "=cut", is_command && !line.starts_with("=cut"))
            }
        };
        match self.fence {
            None if opened => self.fence = Some(begin),
            Some(_) if line.contains(end) && !opened => self.fence = None,
            _ => {}
        }
        self.fence.is_some()
    }

    fn contain_fenced(&mut self, line: &str) -> bool {
        let start = line.trim_start();
        let fence = ["```", "~~~", "----"].into_iter().find(|fence| start.starts_with(fence));
        match (self.fence, fence) {
            (None, Some(fence)) => self.fence = Some(fence),
            (Some(open), Some(fence)) if open == fence => self.fence = None,
            _ => {}
        }
        self.fence.is_some() || line.len() - start.len() >= MIN_EXAMPLE_INDENTATION
    }
}

/// Returns true for a comment that ends a sentence which the comment before it begins, such as `// the rest of the code.` after
/// `// It is checked here, and not by`.
fn ends_sentence(before: &str, line: &str) -> bool {
    let (Some(begin), Some(end)) = (without_comment_marks(before), without_comment_marks(line)) else {
        return false;
    };
    let is_end = end.ends_with('.') && !ends_with_dots(end) && !begins_with_dots(end);
    is_end && begin.ends_with(char::is_alphanumeric) && begin.contains(' ')
}

/// Returns true for a comment of one of the phrases that say alone that code stays.
fn is_said_alone(line: &str) -> bool {
    without_comment_marks(line).is_some_and(|comment| ALONE.contains(&comment.to_lowercase().as_str()))
}

/// Returns true for a line of an old text that leaves out lines of the file.
pub(super) fn leaves_out(line: &str) -> bool {
    is_placeholder(line) || is_said_alone(line) || without_comment_marks(line).is_some_and(is_dots_alone)
}

/// Returns true for a line that stands for code.
fn is_placeholder(line: &str) -> bool {
    // Nearly every line is no placeholder, which its first character shows.
    match without_comment_marks(line) {
        Some(comment) => is_elision(comment),
        None => is_bare_elision(line) || is_in_brackets(line, 2),
    }
}

/// Returns true for a comment of dots with nothing or with a typical phrase between them, or of such a phrase alone.
fn is_elision(comment: &str) -> bool {
    // A task may be about other code: `TODO: the same for the other file`.
    if let Some(task) = comment.strip_prefix("TODO:") {
        return Phrase::of(task).is_some_and(|phrase| phrase.begins_with_rest && phrase.stands_for_code());
    }
    let comment = without_rules(comment);
    let inner = without_dots(comment);
    if is_in_brackets(comment, 1) {
        return true;
    }
    if inner.len() == comment.len() {
        return Phrase::of(inner).is_some_and(|phrase| phrase.stands_for_code());
    }
    let open = comment.trim_start_matches(['[', '(', ' ']);
    let close = comment.trim_end_matches([']', ')', ' ']);
    if begins_with_dots(open) && ends_with_dots(close) {
        let words = split_words(inner);
        let first = words.iter().map(|word| kind_of(word)).find(|kind| *kind != Some(Word::Filler));
        let is_rest = match first {
            Some(Some(Word::Remainder | Word::Existing | Word::Former)) => true,
            // Real comments say more of others: `... other platforms elided ...`.
            Some(Some(Word::Other)) => words.len() <= 2,
            _ => false,
        };
        let begins_with_rest = is_rest && words.len() <= MAX_WORDS;
        return begins_with_rest || Phrase::of(inner).is_some_and(|phrase| phrase.is_between_dots());
    }
    // Dots at the end alone also end sentences, such as `// Loading the rest of the code...`.
    let is_led = begins_with_dots(open);
    Phrase::of(inner).is_some_and(|phrase| {
        phrase.begins_with_rest || phrase.stands_for_code() || (is_led && phrase.is_between_dots())
    }) || dots_before_brackets(comment).is_some_and(|inner| is_in_brackets(inner, 1))
}

/// Returns a comment without the rule that may frame it, as in `--- existing code ---`.
fn without_rules(comment: &str) -> &str {
    let inner = comment.trim_matches(['-', '=', '*', '~', '_', '#', ' ']);
    if inner.is_empty() { comment } else { inner }
}

/// Returns the part in brackets after dots, as in `... (unchanged)`.
fn dots_before_brackets(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(['.', '…']).trim();
    (begins_with_dots(line) && rest.starts_with(['(', '['])).then_some(rest)
}

const BRACKETS: [(char, char); 5] = [('(', ')'), ('[', ']'), ('<', '>'), ('{', '}'), ('（', '）')];

/// Returns true for a line in brackets that says of code that it is there unchanged, such as `(unchanged methods)`.
fn is_in_brackets(line: &str, least: usize) -> bool {
    let inside = |line: &str| -> Option<String> {
        let inner = BRACKETS
            .iter()
            .find_map(|(open, close)| line.strip_prefix(*open).and_then(|inner| inner.strip_suffix(*close)));
        inner.map(|inner| inner.trim().to_owned())
    };
    let Some(inner) = inside(line) else { return false };
    // Twice in templates: `{{existing code}}`.
    let inner = inside(&inner).unwrap_or(inner);
    let inner = without_dots(&inner);
    let is_prose = inner.chars().all(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '–' | '\''));
    is_prose && Phrase::of(inner).is_some_and(|phrase| phrase.is_aside(least))
}

/// Returns true for a line without comment marks that has dots before a typical phrase of several words. Dots
/// alone are Python, and dots before a name are a spread.
fn is_bare_elision(line: &str) -> bool {
    if !line.starts_with(['.', '…', '[', '(']) {
        return false;
    }
    if dots_before_brackets(line).is_some_and(|inner| is_in_brackets(inner, 1)) {
        return true;
    }
    let line = line
        .strip_prefix('[')
        .and_then(|inner| inner.strip_suffix(']'))
        .or_else(|| line.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')))
        .unwrap_or(line)
        .trim();
    let inner = without_dots(line);
    begins_with_dots(line)
        && inner.len() < line.len()
        && inner.chars().all(|it| it.is_alphabetic() || matches!(it, ' ' | '-' | '\''))
        && Phrase::of(inner).is_some_and(|phrase| phrase.count > 1 && phrase.is_aside(2))
}

/// A phrase that has only words about code that is not shown.
#[derive(Default)]
struct Phrase {
    count: usize,
    begins_with_rest: bool,
    /// True if words announce more code: the first two kinds of words.
    has_rest: bool,
    has_remainder: bool,
    has_former: bool,
    /// True if words name other code, in one of two kinds of words.
    has_other: bool,
    is_unmodified: bool,
    has_code: bool,
    has_unit: bool,
    has_kind: bool,
    /// Says that it stays or is left out, in one of three kinds of words.
    stays: bool,
    goes_on: bool,
    has_before: bool,
    /// Names lines by their numbers.
    has_number: bool,
    is_unchanged: bool,
    is_omitted: bool,
    has_brevity: bool,
    has_here: bool,
    /// True for a phrase with letters of Korean, Chinese or Japanese.
    is_east_asian: bool,
}

impl Phrase {
    /// Reads a phrase; `None` where a word of it is about something else.
    fn of(text: &str) -> Option<Phrase> {
        // A comment with signs of code describes something; a placeholder is prose.
        let is_code = text.contains([':', ';', '=', '"', '{', '}', '_', '/', '`', '$']);
        let mut words = split_words(text);
        // `Add the rest of your code here`, but not `Add the rest of the code to the buffer`.
        if matches!(words.as_slice(), [first, .., last] if first == "add" && last == "here") {
            words.remove(0);
        }
        // `[more below]` is about what follows.
        let is_none_left =
            words.windows(2).any(|pair| [["no", "more"], ["more", "below"]].iter().any(|it| pair == it));
        if is_code || is_none_left || words.is_empty() || words.len() > MAX_WORDS {
            return None;
        }
        let is_east_asian = text.chars().any(|it| it >= '\u{2E80}');
        let mut phrase = Phrase { is_east_asian, ..Phrase::default() };
        for word in &words {
            if word.bytes().all(|byte| byte.is_ascii_digit()) {
                phrase.has_number = true;
                continue;
            }
            match kind_of(word) {
                Some(kind) => phrase.add(kind),
                None => phrase.add_pieces(word)?,
            }
        }
        // Numbers count lines and functions; any other is a value, such as `+0.0 remains unchanged`.
        let counts = phrase.has_kind || phrase.has_code || phrase.has_remainder || phrase.has_other;
        if phrase.has_number && !counts {
            return None;
        }
        // `Keep the rest as it is`: each of these words alone means nothing.
        phrase.stays |= AS_IS.iter().any(|as_is| words.windows(as_is.len()).any(|own| own == *as_is));
        Some(phrase)
    }

    fn add(&mut self, word: Word) {
        let is_rest = matches!(word, Word::Remainder | Word::Existing | Word::Unmodified);
        self.begins_with_rest |= is_rest && !self.has_any();
        self.count += 1;
        if is_rest {
            // The rest is unchanged: two words of the kind are a sentence.
            (self.stays, self.has_rest) = (self.stays || self.has_rest, true);
        }
        match word {
            Word::Remainder => self.has_remainder = true,
            Word::Former => (self.has_former, self.has_other) = (true, true),
            Word::Other => self.has_other = true,
            Word::Code => self.has_code = true,
            Word::Unit => (self.has_unit, self.has_kind) = (true, true),
            Word::Kind => self.has_kind = true,
            Word::Unmodified => self.is_unmodified = true,
            Word::Stays => self.stays = true,
            Word::GoesOn => (self.goes_on, self.stays) = (true, true),
            Word::Before => self.has_before = true,
            Word::Unchanged => (self.is_unchanged, self.stays) = (true, true),
            Word::Omitted => (self.is_omitted, self.stays) = (true, true),
            Word::Brevity => self.has_brevity = true,
            Word::Here => self.has_here = true,
            Word::Existing | Word::Filler => {}
        }
    }

    fn has_any(&self) -> bool {
        self.has_rest || self.has_other || self.has_code || self.has_kind || self.stays
    }

    /// Reads a word of Chinese or Japanese piece by piece.
    fn add_pieces(&mut self, word: &str) -> Option<()> {
        if word.is_ascii() {
            return None;
        }
        let mut rest = word;
        while !rest.is_empty() {
            let (kind, piece) = PIECES
                .iter()
                .chain(&SMALL_PIECES)
                .flat_map(|(kind, pieces)| pieces.split_whitespace().map(move |piece| (*kind, piece)))
                .filter(|(_, piece)| rest.starts_with(piece))
                // Chinese and Japanese have no spaces: words are cut off greedily, and one unknown piece
                // makes the phrase something else.
                .max_by_key(|(_, piece)| piece.len())?;
            self.add(kind);
            rest = &rest[piece.len()..];
        }
        Some(())
    }

    /// Returns true for a comment that alone says that code was left out.
    fn stands_for_code(&self) -> bool {
        // `Unchanged lines are skipped` says what code does.
        let is_of_code = self.is_unmodified && self.is_omitted && !self.has_remainder;
        let names_rest = (self.has_rest
            && !is_of_code
            && (self.has_code || self.stays || (self.has_here && self.has_kind)))
            || (self.has_remainder && self.has_unit);
        let names_other =
            self.has_other && (self.stays || self.is_unmodified) && (self.has_code || self.has_kind);
        let names_code = self.has_code
            && (self.has_former
                || self.is_unchanged
                || self.is_omitted
                || self.goes_on
                || (self.stays && self.has_before)
                || (self.has_other && self.has_here));
        let names_lines =
            self.has_number && self.has_kind && (self.is_unmodified || self.is_omitted || self.has_other);
        // In English, things are omitted for many reasons.
        let is_left_out = self.is_omitted && (self.has_brevity || self.is_east_asian);
        // `与之前相同` and `其他不变`; in English, `same as before` is said of many things.
        let is_as_before =
            self.is_east_asian && ((self.has_former && self.stays) || (self.has_other && self.is_unchanged));
        let names_any =
            names_rest || names_other || names_code || names_lines || is_as_before || self.stays_from_here();
        is_left_out || (self.count > 1 && names_any)
    }

    /// Returns true for a phrase such as `以下変更なし`.
    fn stays_from_here(&self) -> bool {
        self.has_here && (self.is_unmodified || (self.is_east_asian && self.stays))
    }

    /// Returns true for words between dots that do.
    fn is_between_dots(&self) -> bool {
        let names_code = self.has_code || self.has_kind;
        // `...code...` alone is a name in many a comment.
        self.has_rest || self.has_other || self.stays || (names_code && (self.has_here || self.count > 2))
    }

    /// Returns true for words in brackets or between dots that do.
    fn is_aside(&self, least: usize) -> bool {
        if self.count == 1 {
            return least == 1 && (self.stays || self.has_rest);
        }
        (self.has_rest || self.has_other || self.stays)
            && (self.has_code || self.has_kind || self.stays || self.has_here)
    }
}

/// Returns what a word says; `None` for one about something else.
fn kind_of(word: &str) -> Option<Word> {
    static KINDS: LazyLock<HashMap<&str, Word>> = LazyLock::new(|| {
        let words = |(kind, words): &(Word, &'static str)| {
            let kind = *kind;
            words.split_whitespace().map(move |word| (word, kind))
        };
        WORDS.iter().flat_map(words).collect()
    });
    let find = |word: &str| KINDS.get(word).copied();
    let without_particle = || PARTICLES.iter().find_map(|it| word.strip_suffix(it)).and_then(find);
    find(word).or_else(|| if word.is_ascii() { None } else { without_particle() })
}

fn without_comment_marks(line: &str) -> Option<&str> {
    // Documentation speaks of code in examples.
    if line.starts_with("///") || line.starts_with("//!") {
        return None;
    }
    let begin = COMMENT_BEGINS.iter().find(|begin| line.starts_with(**begin))?;
    let inner = &line[begin.len()..];
    let inner = COMMENT_ENDS.iter().find_map(|end| inner.strip_suffix(end)).unwrap_or(inner);
    Some(inner.trim())
}

pub(super) fn is_dots_alone(text: &str) -> bool {
    let text = text.trim();
    // Half a pair is code, such as the spread of a list.
    let inner = [('[', ']'), ('(', ')')]
        .iter()
        .find_map(|(open, close)| text.strip_prefix(*open).and_then(|inner| inner.strip_suffix(*close)))
        .map_or(text, str::trim);
    begins_with_dots(inner) && inner.trim_matches(['.', '…']).is_empty()
}

fn ends_with_dots(text: &str) -> bool {
    text.ends_with("...") || text.ends_with('…')
}

fn begins_with_dots(text: &str) -> bool {
    text.starts_with("...") || text.starts_with('…')
}

/// Removes an ellipsis at the beginning and at the end, and the brackets around them; returns the text unchanged
/// if there is neither.
fn without_dots(text: &str) -> &str {
    let open = text.trim_matches(['[', ']', '(', ')', ' ']);
    let mut inner = open;
    if begins_with_dots(inner) {
        inner = inner.trim_start_matches(['.', '…']);
    }
    if ends_with_dots(inner) {
        inner = inner.trim_end_matches(['.', '…']);
    }
    if inner.len() == open.len() { text } else { inner.trim() }
}

fn split_words(text: &str) -> Vec<String> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}
