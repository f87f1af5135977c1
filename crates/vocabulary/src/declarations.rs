//! The vocabulary as TypeScript declarations, so that editors complete scene scripts.

use std::fmt::Write;

use super::domain::Domain;
use super::table::FUNCTIONS;

const HEAD: &str = "\
// The scene vocabulary. Generated from the table of functions; do not edit.

/** [x1, y1, x2, y2, ...] or [[x, y], ...] */
type Points = number[] | [number, number][]
/** [r, g, b] or [r, g, b, a] in 0..1, or a CSS colour */
type Color = [number, number, number] | [number, number, number, number] | string

/** A point, the name of an entity for its centre, or a place at one, a vertex of it, or a point in its coordinates. */
type PointRef = [number, number] | string | ({ of: string | { hole: string } | { edge: string } } | { hole: string } | { edge: string }) & { at?: Place | number | [number, number] }
type Place = 'center' | 'start' | 'end' | 'middle' | 'left' | 'right' | 'top' | 'bottom' | 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight'

/** The entries of a title block, after ISO 7200. */
type TitleBlock = {
  title?: string, subtitle?: string, number?: string, owner?: string, creator?: string, approver?: string, date?: string,
  revision?: string, sheet?: string, scale?: string, department?: string, reference?: string, type?: string, status?: string,
  language?: string, material?: string, mass?: string, tolerances?: string, projection?: 'first' | 'third'
}

interface Entity {
  name: string
  type: string
  parent: string | null
  children: string[]
  style: { fill: Color | null, stroke: { color: Color, width: number, dash: number[], cap: string, join: string } | null }
  layer: string
  z_order: number
  /** `text` is there for what drawText drew, `annotation` for dimensions, notes and hatches. */
  local: { geometry: object, text?: object, annotation?: object, transform: object, pivot: [number, number], bounds: object | null }
  world: {
    bounds: { min_x: number, min_y: number, max_x: number, max_y: number } | null
    center: [number, number] | null
  }
}

/** The test of a rule; in the test of another it is `true`, or has thrown. */
type Rule = () => true

/** Thrown by a call that the scene refuses. */
declare class SceneError extends Error {}
";

/// Returns the text of `scene.d.ts`.
pub fn declarations() -> String {
    let mut out = String::from(HEAD);
    out.push('\n');
    out.push_str(super::sketching::DECLARATIONS);
    for domain in Domain::ALL {
        let _ = write!(out, "\n// {}: {}\n", domain.as_str(), domain.title());
        for function in FUNCTIONS.iter().filter(|function| function.domain == domain) {
            let doc = function.doc.split_whitespace().collect::<Vec<_>>().join(" ");
            let example = function.example.replace('\n', "\n * ");
            let _ = write!(out, "\n/**\n * {doc}\n * @example {example}\n */\n");
            let _ = match function.name.split_once('.') {
                None => writeln!(out, "declare function {}", function.signature()),
                Some((space, _)) => {
                    let signature = function.signature();
                    writeln!(
                        out,
                        "declare namespace {space} {{ function {} }}",
                        &signature[space.len() + 1..]
                    )
                }
            };
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn checked_in_declarations_are_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scene.d.ts");
        let current = super::declarations();
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            std::fs::write(path, &current).expect("scene.d.ts can be written");
        }
        let stored = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(stored, current, "run `npm run generate declarations` and commit scene.d.ts");
    }
}
