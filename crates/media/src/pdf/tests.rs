//! Tests of pages of PDF documents.

use std::fmt::Write as _;

use super::*;

/// Makes a document of 200 × 100 points a page, each with these operators in its content.
fn document(contents: &[&str]) -> Vec<u8> {
    let kids: Vec<String> = (0..contents.len()).map(|index| format!("{} 0 R", 4 + 2 * index)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), contents.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    for (index, content) in contents.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Resources << /Font << /F 3 0 R >> >> /Contents {} 0 R >>",
            5 + 2 * index
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }
    let mut out = String::from("%PDF-1.4\n");
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(out.len());
        let _ = write!(out, "{} 0 obj\n{object}\nendobj\n", index + 1);
    }
    let start = out.len();
    let _ = write!(out, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for offset in offsets {
        let _ = writeln!(out, "{offset:010} 00000 n ");
    }
    let _ =
        write!(out, "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1);
    out.into_bytes()
}

#[test]
fn pages_have_their_text_by_line_and_their_size() {
    let bytes = document(&[
        "BT /F 12 Tf 10 80 Td (Bill of materials) Tj 0 -14 Td (Plate) Tj 80 0 Td (2 pcs) Tj ET",
        "",
        "BT /F 12 Tf 10 80 Td [(K) 80 (erned)] TJ ET",
    ]);
    let read = read_pdf_pages(bytes, 1, 3).unwrap();
    assert_eq!(read.total, 3);
    assert!(read.picture.is_none());
    let texts: Vec<_> = read.pages.iter().map(|page| page.text.as_str()).collect();
    assert_eq!(texts, ["Bill of materials\nPlate   2 pcs", "", "Kerned"]);
    assert_eq!((read.pages[0].number, read.pages[0].width, read.pages[0].height), (1, 200.0, 100.0));
}

#[test]
fn page_alone_is_drawn_as_it_looks() {
    // The left half is red.
    let bytes = document(&["", "1 0 0 rg 0 0 100 100 re f"]);
    let read = read_pdf_pages(bytes, 2, 2).unwrap();
    assert_eq!(read.pages[0].number, 2);
    let picture = read.picture.unwrap();
    assert_eq!((picture.width, picture.height), (800, 400));
    let pixels = image::load_from_memory(&picture.png).unwrap().to_rgb8();
    assert_eq!(pixels.get_pixel(200, 200).0, [255, 0, 0]);
    assert_eq!(pixels.get_pixel(600, 200).0, [255, 255, 255]);
}

#[test]
fn pages_past_the_end_are_left_out() {
    let bytes = document(&["", ""]);
    assert_eq!(read_pdf_pages(bytes.clone(), 2, 9).unwrap().pages.len(), 1);
    let none = read_pdf_pages(bytes, 3, 9).unwrap();
    assert_eq!((none.total, none.pages.len(), none.picture), (2, 0, None));
}

#[test]
fn damaged_documents_are_refused_or_read_in_part() {
    for bytes in [&b"%PDF-1.7"[..], b"%PDF-1.7\ntrailer << /Root 1 0 R >>", b"%PDF-\xFF\xFF\xFF"] {
        assert_eq!(read_pdf_pages(bytes.to_vec(), 1, 1).unwrap_err().kind, Kind::Unreadable);
    }
    let whole = document(&["BT /F 12 Tf 10 80 Td (Plate) Tj ET"]);
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..200 {
        let mut bytes = whole.clone();
        for _ in 0..random.usize(1..20) {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }
        bytes.truncate(random.usize(bytes.len() / 2..=bytes.len()));
        // It answers, whatever that is.
        let _ = read_pdf_pages(bytes, 1, 2);
    }
}
