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
const DOCUMENTS: [&str; 7] = ["md", "mdx", "markdown", "rst", "adoc", "html", "ipynb"];

/// The most lines of a new file in which a comment of three dots stands for code.
const MAX_LINES_WITH_DOTS: usize = 60;

/// The most words of a placeholder: a comment of more is a sentence about something.
const MAX_WORDS: usize = 9;

/// The meaning of a word about code that is not shown. Words of English, German, French, Spanish and Korean, the last
/// without their particles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// There is more of it: `rest`, `existing`.
    Rest,
    /// It is named, but real comments name it as well: `previous`, `original`, `other`.
    Other,
    /// The code itself, and kinds of it, which real headings name too.
    Code,
    Kind,
    /// It stays as it is, or is left out.
    Stays,
    /// The place: `here`.
    Here,
    /// The text between these words in such phrases.
    Filler,
}

const WORDS: [(Word, &str); 7] = [
    (
        Word::Rest,
        "rest existing remaining remainder unchanged unmodified restlicher restliche restlichen restliches bestehender \
         bestehende bestehenden bestehendes vorhandener vorhandene vorhandenen übriger übrige übrigen existierender \
         existierende unveränderter unveränderte reste existant existante existants existantes restant restante restants \
         restantes inchangé inchangée inchangés inchangées resto existente existentes 나머지 기존 기존의",
    ),
    (
        Word::Other,
        "previous original other others bisheriger bisherige vorheriger ursprünglicher ursprüngliche précédent précédente \
         précédents autres autre originale anterior anteriores demás otros otras 이전 이전의 원래 원본 다른",
    ),
    (
        Word::Code,
        "code codes quellcode implementation implementierung implémentation código implementación 코드 구현 소스코드",
    ),
    (
        Word::Kind,
        "method methods function functions class classes file content contents import imports lines logic body tests test \
         fields properties section sections part parts items component components handlers routes styles page inhalt methode \
         methoden funktion funktionen klasse klassen datei teil teile importe logik contenu méthode méthodes fonction fonctions \
         classe fichier partie logique contenido método métodos función funciones clase archivo fichero parte lógica 내용 부분 \
         함수 함수들 메서드 메소드 클래스 파일 로직 임포트",
    ),
    (
        Word::Stays,
        "same remains remain stays stay omitted elided truncated snipped skipped untouched intact continues unverändert \
         bleibt bleiben gleich identisch weggelassen ausgelassen identique identiques même omis omise omises conservé igual \
         iguales permanece permanecen mismo misma cambios omitido omitida mantiene 동일 동일함 동일합니다 동일하게 동일하다 유지 \
         유지됨 유지됩니다 유지합니다 같음 같습니다 그대로 그대로입니다 생략 생략됨 생략합니다 생략됩니다 변경없음 없음",
    ),
    (Word::Here, "here goes hier ici aquí 여기 여기에 들어갑니다"),
    (
        Word::Filler,
        "the your my of as is are in this that from above below before all for brevity to be it with no changes keep der die \
         das des dem den wie bisher zuvor oben vom von le la les du de des l d est sont ne change pas comme avant tel el los \
         las del se es que antes como sigue siendo sin y 변경 모든 전과 위와 아래 이하 계속",
    ),
];

/// Particles of Korean at the ends of words, the longest first.
const PARTICLES: [&str; 12] = ["들은", "들을", "은", "는", "이", "가", "을", "를", "의", "도", "와", "과"];

/// Pieces of phrases of Chinese and Japanese, which put no spaces between words; the longer ones first where one begins
/// another.
const PIECES: [(Word, &str); 6] = [
    (
        Word::Rest,
        "其余的 其余 剩余的 剩余 剩下的 现有的 现有 已有的 已有 原有的 原有 其餘的 其餘 現有的 現有 既存の 既存 残りの 残り",
    ),
    (Word::Other, "其他的 其他 其它的 其它 之前的 原来的 原始 以前の 元の その他の 他の"),
    (Word::Code, "代码 代碼 程式碼 コード 実装 实现"),
    (
        Word::Kind,
        "部分 内容 方法 函数 函數 逻辑 文件 导入 処理 メソッド 関数 ファイル クラス インポート ロジック 类",
    ),
    (
        Word::Stays,
        "保持不变 保持不變 保持原样 不变 不變 相同 一样 同上 此处省略 省略します 以下省略 省略 保留 変更ありません 変更なし \
         変更しない そのまま 同じ 同様 中略 後略 以下同様 以下同じ 維持 続く",
    ),
    (
        Word::Here,
        "此处 在此 这里 這裡 ここに ここ 如下 以下 以上 は が を の です ます に と も 的 与 之前 都 均 和 略",
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
    new.lines()
        .map(str::trim)
        .filter(|line| is_placeholder(line) || is_dots(line))
        // A line that the old text has too is one of the file's own.
        .find(|line| count(old, line) < count(new, line))
        .map(|line| Placeholder { line: line.to_owned() })
}

/// Returns true for a line of an old text that leaves out lines of the file.
pub(super) fn leaves_out(line: &str) -> bool {
    is_placeholder(line) || without_comment_marks(line).is_some_and(is_dots_alone)
}

/// Returns true for a line that stands for code.
fn is_placeholder(line: &str) -> bool {
    // Nearly every line is none, which its first character shows.
    match without_comment_marks(line) {
        Some(comment) => is_elision(comment),
        None => is_bare_elision(line) || is_in_brackets(line, 2),
    }
}

/// Returns true for a comment of dots with nothing or with a typical phrase between them, or of such a phrase alone.
fn is_elision(comment: &str) -> bool {
    let inner = without_dots(comment);
    if is_in_brackets(comment, 1) {
        return true;
    }
    if inner.len() == comment.len() {
        return Phrase::of(inner).is_some_and(|phrase| phrase.stands_for_code());
    }
    let open = comment.trim_start_matches(['[', '(', ' ']);
    let close = comment.trim_end_matches([']', ')', ' ']);
    if begins_with_dots(open) && (close.ends_with("...") || close.ends_with('…')) {
        let first =
            words_of(inner).iter().filter_map(|word| kind_of(word)).find(|kind| *kind != Word::Filler);
        let begins_with_rest =
            matches!(first, Some(Word::Rest | Word::Other)) && words_of(inner).len() <= MAX_WORDS;
        return begins_with_rest || Phrase::of(inner).is_some_and(|phrase| phrase.is_between_dots());
    }
    // Dots on one side alone also begin and end sentences, such as `// Loading the rest of the code...`.
    Phrase::of(inner).is_some_and(|phrase| phrase.begins_with_rest || phrase.stands_for_code())
}

/// Returns true for a line in brackets that says of code that it is there unchanged, such as `(unchanged methods)`.
fn is_in_brackets(line: &str, least: usize) -> bool {
    let inner = [('(', ')'), ('[', ']'), ('<', '>'), ('{', '}'), ('（', '）')]
        .iter()
        .find_map(|(open, close)| line.strip_prefix(*open).and_then(|inner| inner.strip_suffix(*close)));
    let Some(inner) = inner.map(|inner| without_dots(inner.trim())) else { return false };
    let is_prose = inner.chars().all(|it| it.is_alphabetic() || matches!(it, ' ' | '-' | '\''));
    is_prose && Phrase::of(inner).is_some_and(|phrase| phrase.is_aside(least))
}

/// Returns true for a line without comment marks that has dots before a typical phrase of several words. Dots
/// alone are Python, and dots before a name are a spread.
fn is_bare_elision(line: &str) -> bool {
    if !line.starts_with(['.', '…', '[', '(']) {
        return false;
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
    has_rest: bool,
    has_other: bool,
    has_code: bool,
    has_kind: bool,
    stays: bool,
    has_here: bool,
}

impl Phrase {
    /// Reads a phrase; `None` where a word of it is about something else.
    fn of(text: &str) -> Option<Phrase> {
        // A comment with signs of code describes something; a placeholder is prose.
        let is_code = text.contains([':', ';', '=', '"', '{', '}', '_', '/', '`', '$']);
        let words = words_of(text);
        if is_code || words.is_empty() || words.len() > MAX_WORDS {
            return None;
        }
        let mut phrase = Phrase::default();
        for word in &words {
            match kind_of(word) {
                Some(kind) => phrase.add(kind),
                None => phrase.add_pieces(word)?,
            }
        }
        Some(phrase)
    }

    fn add(&mut self, word: Word) {
        self.begins_with_rest |= word == Word::Rest && !self.has_any();
        self.count += 1;
        match word {
            // The rest is unchanged: two words of the kind are a sentence.
            Word::Rest => (self.stays, self.has_rest) = (self.stays || self.has_rest, true),
            Word::Other => self.has_other = true,
            Word::Code => self.has_code = true,
            Word::Kind => self.has_kind = true,
            Word::Stays => self.stays = true,
            Word::Here => self.has_here = true,
            Word::Filler => {}
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

    /// Returns true for a comment that says by itself that code was left out.
    fn stands_for_code(&self) -> bool {
        self.count > 1
            && ((self.has_rest && (self.has_code || self.stays || (self.has_here && self.has_kind)))
                || (self.has_other && self.stays && (self.has_code || self.has_kind)))
    }

    /// Returns true for words between dots that do.
    fn is_between_dots(&self) -> bool {
        self.has_rest || self.has_other || self.stays || ((self.has_code || self.has_kind) && self.has_here)
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
    let inner = text.trim_matches(['[', ']', '(', ')', ' ']);
    begins_with_dots(inner) && inner.trim_matches(['.', '…']).is_empty()
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
    if inner.ends_with("...") || inner.ends_with('…') {
        inner = inner.trim_end_matches(['.', '…']);
    }
    if inner.len() == open.len() { text } else { inner.trim() }
}

fn words_of(text: &str) -> Vec<String> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}
