//! Tests of encodings from before Unicode: recognition, refusal, and that nothing else changes.

use encoding_rs::Encoding as Codec;

use super::*;

fn encoded(label: &str, text: &str) -> Vec<u8> {
    let (bytes, _, failed) = Codec::for_label(label.as_bytes()).unwrap().encode(text);
    assert!(!failed, "{label}: {text}");
    bytes.into_owned()
}

const KOREAN: &str =
    "// 이 함수는 사용자의 입력을 검사한다.\r\nconst 이름 = '한글';\r\nexport default 이름;\r\n";
const JAPANESE: &str = "// この関数は入力を検査します。\nconst 名前 = 'ﾃｽﾄ 表示';\n";
const CHINESE: &str = "// 这个函数检查用户的输入。\nconst 名字 = '中文';\n";
const TRADITIONAL: &str = "// 這個函數檢查使用者的輸入。\nconst 名字 = '中文';\n";
const RUSSIAN: &str = "// Эта функция проверяет ввод пользователя.\nlet имя = 'тест';\n";

#[test]
fn legacy_encodings_are_decoded() {
    // (label, text, the name that is answered)
    let cases = [
        ("euc-kr", KOREAN, "EUC-KR"),
        ("euc-kr", "let x = 1; // 한글 주석입니다\n", "EUC-KR"),
        ("shift_jis", JAPANESE, "Shift_JIS"),
        ("euc-jp", "// この関数は入力を検査します。\n", "EUC-JP"),
        ("gbk", CHINESE, "GBK"),
        ("gb18030", "// 这个函数检查用户的输入。㑇㑊\n", "gb18030"),
        ("big5", TRADITIONAL, "Big5"),
        ("koi8-r", RUSSIAN, "KOI8-U"),
        ("windows-1251", RUSSIAN, "windows-1251"),
        ("windows-1252", "café", "windows-1252"),
        ("windows-1252", "price: 5 €\n", "windows-1252"),
        ("windows-1252", "Größe “in” Metern – naïve\n", "windows-1252"),
        ("iso-8859-2", "Příliš žluťoučký kůň úpěl ďábelské ódy.\n", "ISO-8859-2"),
        ("windows-1253", "Αυτή η συνάρτηση ελέγχει την είσοδο.\n", "windows-1253"),
        ("windows-1255", "פונקציה זו בודקת את קלט המשתמש\n", "windows-1255"),
        ("windows-1256", "هذه الدالة تتحقق من إدخال المستخدم، إذا\n", "windows-1256"),
        ("windows-874", "ฟังก์ชันนี้ตรวจสอบข้อมูลของผู้ใช้\n", "windows-874"),
    ];
    for (label, text, name) in cases {
        let bytes = encoded(label, text);
        let document = document(bytes.clone());
        assert_eq!(document.encoding().name(), name, "{label}: {text}");
        assert_eq!(document.view(), normalize(text), "{label}");
        assert_eq!(document.bytes(), bytes);
        assert_eq!(document.splice(&[]).unwrap(), bytes);
    }
}

#[test]
fn doubtful_legacy_text_is_refused() {
    // (bytes, kind, part of the message)
    let mut broken = "한글로 쓴 주석과 문자열\nlet x = '한국어';\n".as_bytes().to_vec();
    broken.remove(10);
    let mixed = ["é è ê ü – ".as_bytes(), b"\xE9\xE8"].concat();
    let marked = b"\xEF\xBB\xBFcaf\xE9".to_vec();
    let mut korean = encoded("euc-kr", KOREAN);
    korean.remove(4);
    let cases: [(Vec<u8>, Kind, &str); 7] = [
        (broken, Kind::UnsupportedEncoding, "is not valid UTF-8: the byte"),
        (mixed, Kind::UnsupportedEncoding, "is not valid UTF-8: the byte 0xE9 at offset 16 (line 1)"),
        (marked, Kind::UnsupportedEncoding, "0xE9 at offset 6"),
        (b"caf\xE9 \x01\x02".to_vec(), Kind::BinaryFile, "control character 0x01 at offset 5"),
        (b"caf\xE9 \x1B[0m".to_vec(), Kind::BinaryFile, "control character 0x1B"),
        (korean, Kind::UnsupportedEncoding, "begins no character"),
        (b"\x1B$B$3$NJ8>O$O \xE9".to_vec(), Kind::BinaryFile, "0x1B"),
    ];
    for (bytes, kind, part) in cases {
        let error = Document::decode(bytes.clone()).unwrap_err();
        assert_eq!(error.kind, kind, "{bytes:?}: {}", error.message);
        assert!(error.message.contains(part), "{} should contain {part}", error.message);
        assert!(error.hint.is_some());
    }
}

#[test]
fn encodings_that_bytes_do_not_prove_are_not_guessed() {
    let macintosh = |text: &str| encoded("macintosh", text);
    let cases: [(&str, Vec<u8>); 9] = [
        ("one letter", macintosh("café\n")),
        ("German", macintosh("// Größe in Metern, für alle Fälle\n")),
        ("French", macintosh("// déjà vu, naïve façade, élève\n")),
        ("Spanish", macintosh("// La función añade más líneas\n")),
        ("a rule of DOS", [b"text\n".as_slice(), &[0xC4; 40], b"\n"].concat()),
        ("a rule of another byte", [b"// ".as_slice(), &[0xCD; 10], b" title ", &[0xCD; 10], b"\n"].concat()),
        ("three of one byte", b"a \xE9\xE9\xE9 b\n".to_vec()),
        ("filling", vec![0xFF; 64]),
        ("Japanese mail", b"\x1B$B$3$l$O\x1B(B text\n".to_vec()),
    ];
    for (name, bytes) in cases {
        match Document::decode(bytes) {
            Err(error) => assert_eq!(error.kind, Kind::UnsupportedEncoding, "{name}: {}", error.message),
            Ok(document) => panic!("{name} is read as {}: {:?}", document.encoding().name(), document.view()),
        }
    }
    for text in ["créée", "l’été — déjà", "Été à Évian", "© 2020 Müller", "5 °C", "ÄÖÜ", "Straße"]
    {
        let document = document(encoded("windows-1252", text));
        assert_eq!((document.view(), document.encoding().name()), (text, "windows-1252"));
    }
}

#[test]
fn encodings_without_a_mark_are_named_where_the_bytes_prove_them() {
    let utf16 =
        |text: &str, unit: fn(u16) -> [u8; 2]| -> Vec<u8> { text.encode_utf16().flat_map(unit).collect() };
    for (bytes, kind, name) in [
        (utf16("let a = 1;\r\n", u16::to_le_bytes), Kind::BinaryFile, "UTF-16LE without a byte order mark"),
        (
            utf16("let a = '한글';\n", u16::to_be_bytes),
            Kind::BinaryFile,
            "UTF-16BE without a byte order mark",
        ),
        (b"caf+AOk- 1 +- 1, +ANw-ber\n".to_vec(), Kind::UnsupportedEncoding, "UTF-7"),
        (b"+ZeVnLA- +ZyyKng- - x\n".to_vec(), Kind::UnsupportedEncoding, "UTF-7"),
    ] {
        let error = Document::decode(bytes).unwrap_err();
        assert_eq!(error.kind, kind, "{name}");
        let words = format!("{} {}", error.message, error.hint.unwrap_or_default());
        assert!(words.contains(name), "{words} should contain {name}");
    }
    for text in [
        "a + b\n",
        "i++\n",
        "+82-10\n",
        "x = a+b-c;\n",
        "+AAA-\n",
        "\"+QUJD+DEF=\"\n",
        "REST+API-first, +API-\n",
        "1+-1\n",
    ] {
        assert_eq!(document(text.as_bytes().to_vec()).view(), text);
    }
    let error = Document::decode(b"a\0b\n".to_vec()).unwrap_err();
    assert!(!error.message.contains("UTF-16"), "{error}");
    for bytes in [b"a\0b\0\x01\0".to_vec(), b"\0\0\0\0".to_vec(), b"a\0b\0c".to_vec()] {
        assert_eq!(Document::decode(bytes).unwrap_err().kind, Kind::BinaryFile);
    }
}

#[test]
fn broken_utf8_is_never_taken_for_legacy_text() {
    let text = "let x = '한글'; // naïve – café Ünïcödé 漢字 имя 😀\n";
    for at in (0..text.len()).filter(|at| !text.as_bytes()[*at].is_ascii()) {
        let mut without = text.as_bytes().to_vec();
        without.remove(at);
        let mut replaced = text.as_bytes().to_vec();
        replaced[at] = 0xFF;
        for bytes in [without, replaced] {
            let error = Document::decode(bytes).unwrap_err();
            assert_eq!(error.kind, Kind::UnsupportedEncoding, "{at}");
            assert!(error.message.contains("not valid UTF-8"), "{}", error.message);
        }
    }
}

#[test]
fn random_bytes_are_not_taken_for_text() {
    let mut random = fastrand::Rng::with_seed(7);
    for length in [64, 256, 4096] {
        for _ in 0..200 {
            let bytes: Vec<u8> = std::iter::repeat_with(|| random.u8(1..)).take(length).collect();
            let kind = Document::decode(bytes).map(|document| document.encoding().name()).unwrap_err().kind;
            assert!(matches!(kind, Kind::UnsupportedEncoding | Kind::BinaryFile));
        }
    }
}

#[test]
fn offsets_are_exact_where_characters_take_different_lengths() {
    for (label, text) in [
        ("euc-kr", KOREAN),
        ("shift_jis", JAPANESE),
        ("gbk", "// 这个函数检查用户的输入。€\r\nconst 名字 = '中文';\r"),
        ("gb18030", "// 这个函数检查用户的输入。㑇㑊\n中㑇文\n"),
        ("koi8-u", RUSSIAN),
    ] {
        let bytes = encoded(label, text);
        let document = document(bytes.clone());
        let view = document.view();
        for (offset, _) in view.char_indices().chain([(view.len(), ' ')]) {
            let place = document.byte_offset(offset).unwrap();
            let rest =
                Codec::for_label(label.as_bytes()).unwrap().decode_without_bom_handling(&bytes[place..]).0;
            assert_eq!(normalize(&rest), view[offset..], "{label} at {offset}");
        }
    }
}

#[test]
fn new_text_is_written_in_the_encoding_of_the_file() {
    // (label, text, old, new)
    let cases = [
        ("euc-kr", KOREAN, "한글", "대한민국"),
        ("euc-kr", KOREAN, "'한글';\n", "'한글 ①';\nlet 둘 = 2;\n"),
        ("shift_jis", JAPANESE, "ﾃｽﾄ 表示", "ソース能力 ﾊﾝｶｸ"),
        ("gbk", CHINESE, "'中文'", "'中华人民共和国'"),
        ("koi8-u", RUSSIAN, "тест", "проверка"),
        ("windows-1252", "café au lait", "café", "crème brûlée"),
        ("windows-1252", "café au lait", "lait", "\\ ~ $1"),
    ];
    for (label, text, old, new) in cases {
        let document = document(encoded(label, text));
        let start = document.view().find(old).unwrap();
        let spliced = document.splice(&[(start..start + old.len(), new)]).unwrap();
        let expected = if text.contains('\r') {
            text.replace(&old.replace('\n', "\r\n"), &new.replace('\n', "\r\n"))
        } else {
            text.replace(old, new)
        };
        assert_eq!(spliced, encoded(label, &expected), "{label}: {new}");
    }
    let document = document(encoded("euc-kr", KOREAN));
    assert_eq!(
        document.rewrite("// 새로운 내용입니다\n").unwrap(),
        encoded("euc-kr", "// 새로운 내용입니다\r\n")
    );
}

#[test]
fn unencodable_new_text_is_refused_at_its_first_character() {
    // (label, text, new, part of the message)
    let cases = [
        ("windows-1252", "café", "a Ω 한", "windows-1252, which has no character `Ω` (U+03A9)"),
        ("euc-kr", KOREAN, "좋아요 😀", "EUC-KR, which has no character `😀` (U+1F600)"),
        ("shift_jis", JAPANESE, "値 ¥100", "no character `¥` (U+00A5)"),
        ("koi8-u", RUSSIAN, "\u{2009}", "no character U+2009"),
    ];
    for (label, text, new, part) in cases {
        let document = document(encoded(label, text));
        for error in [document.splice(&[(0..1, new)]).unwrap_err(), document.rewrite(new).unwrap_err()] {
            assert_eq!(error.kind, Kind::UnsupportedEncoding);
            assert!(error.message.contains(part), "{} should contain {part}", error.message);
            assert!(error.hint.as_ref().unwrap().contains("UTF-8"));
        }
    }
}

#[test]
fn misreadable_new_text_is_refused() {
    let document = document(b"x caf\xE9".to_vec());
    // The whole would then be valid UTF-8.
    let error = document.splice(&[(0..document.view().len(), "x cafÃ©")]).unwrap_err();
    assert_eq!(error.kind, Kind::UnsupportedEncoding);
    assert!(error.message.contains("would no longer be read as that"), "{}", error.message);
    // What is left would begin like UTF-16.
    let begins = Document::decode(b"xx\xFF\xFE est all\xE9".to_vec()).unwrap();
    assert_eq!(begins.splice(&[(0..2, "")]).unwrap_err().kind, Kind::UnsupportedEncoding);
    // Plain ASCII is never a question.
    assert_eq!(document.splice(&[(0..document.view().len(), "cafe")]).unwrap(), b"cafe");
}

#[test]
fn file_keeps_encoding_of_its_last_change() {
    let document = document(encoded("euc-kr", KOREAN));
    let ascii = document.rewrite("ascii").unwrap();
    let again = Document::decode_as(ascii, document.encoding()).unwrap();
    assert_eq!(again.encoding().name(), "EUC-KR");
    assert_eq!(again.rewrite("다시 한국어로 씁니다").unwrap(), encoded("euc-kr", "다시 한국어로 씁니다"));
    assert_eq!(
        Document::decode_as(vec![0xFF], document.encoding()).unwrap_err().kind,
        Kind::UnsupportedEncoding
    );
}
