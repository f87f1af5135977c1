//! Costs by the rates of a workshop.

use scenewright_scene::quoted;

use super::model::{Cost, CostLine, LayerRow, MaterialRow, Missing, SheetRow};
use super::paths::PROCESSES;
use super::settings::Settings;

const SECONDS_PER_HOUR: f64 = 3600.0;

/// Square millimetres of a square metre.
const SQUARE_METRE: f64 = 1e6;

/// Returns the costs of work and material; `None` without rates. A missing value that a rate needs makes the costs
/// incomplete.
pub(crate) fn costs(
    settings: &Settings,
    unit: f64,
    layers: &[LayerRow],
    materials: &[MaterialRow],
    sheets: &[SheetRow],
    missing: &mut Vec<Missing>,
) -> Option<Cost> {
    let rates = settings.rates.as_ref()?;
    let mut bill = Bill { lines: Vec::new(), is_complete: true };
    if let Some(setup) = rates.setup {
        // Once for the whole drawing, whatever is made.
        bill.charge("setup".to_owned(), Some(1.0), "job", Some(setup));
    }
    bill.charge_work(settings, unit, layers, missing);
    bill.charge_materials(settings, unit, materials, share_of_sheets(rates.charges_sheets, sheets), missing);
    if let Some(per_sheet) = rates.per_sheet {
        let count = sheets.iter().filter(|sheet| sheet.outlines > 0).count();
        bill.charge("sheets".to_owned(), Some(count as f64), "pcs", Some(per_sheet));
    }
    if rates.charges_sheets && !materials.is_empty() && sheets.iter().all(|sheet| sheet.outlines == 0) {
        missing.push(Missing {
            what: "sheets",
            of: "the drawing".to_owned(),
            message: "Whole sheets are charged, but no sheet has parts on it: draw one on the layer sheet, or call nest."
                .to_owned(),
        });
    }
    let total = bill.lines.iter().map(|line| line.amount).sum();
    Some(Cost { currency: rates.currency.clone(), lines: bill.lines, total, complete: bill.is_complete })
}

/// Returns the factor that materials cost more: where whole sheets are paid, a material has the share of them that its parts have
/// of all parts.
fn share_of_sheets(charges_sheets: bool, sheets: &[SheetRow]) -> Option<f64> {
    if !charges_sheets {
        return Some(1.0);
    }
    let on_sheets: f64 = sheets.iter().map(|sheet| sheet.used_area).sum();
    let whole: f64 = sheets.iter().filter(|sheet| sheet.outlines > 0).map(|sheet| sheet.area).sum();
    // Shared by area, because a sheet may hold parts of several layers.
    (on_sheets > 0.0).then(|| whole / on_sheets)
}

struct Bill {
    lines: Vec<CostLine>,
    is_complete: bool,
}

impl Bill {
    /// Charges the work on each layer.
    fn charge_work(
        &mut self,
        settings: &Settings,
        unit: f64,
        layers: &[LayerRow],
        missing: &mut Vec<Missing>,
    ) {
        for role in PROCESSES {
            for row in layers.iter().filter(|row| row.process == role.name()) {
                let thickness = row.thickness.map(|it| it * unit);
                let Some(own) = settings.process(role, row.material.as_deref(), thickness) else {
                    missing.push(Missing {
                        what: "rates",
                        of: format!("process {}", role.name()),
                        message: format!(
                            "rates.json has no processes.{}, so the layer {} costs nothing here.",
                            role.name(),
                            quoted(&row.layer)
                        ),
                    });
                    self.is_complete = false;
                    continue;
                };
                let named = |what: &str| format!("{} ({}): {what}", role.name(), row.layer);
                let hours = row.times.time.map(|time| time / SECONDS_PER_HOUR);
                self.charge(named("machine time"), hours, "h", own.per_hour);
                self.charge(named("length"), Some(row.cut_length * unit / 1000.0), "m", own.per_metre);
                self.charge(named("pierces"), Some(row.pierces as f64), "pcs", own.per_pierce);
            }
        }
    }

    /// Charges the materials by mass and area, times a factor where whole sheets are paid; it is missing where no sheet is used.
    fn charge_materials(
        &mut self,
        settings: &Settings,
        unit: f64,
        materials: &[MaterialRow],
        factor: Option<f64>,
        missing: &mut Vec<Missing>,
    ) {
        for row in materials {
            let name = row.material.as_deref().unwrap_or("material");
            let named = |what: &str| match row.thickness {
                Some(thickness) => format!("{name}, {} mm: {what}", rounded(thickness * unit)),
                None => format!("{name}: {what}"),
            };
            let known = row.material.as_ref().and_then(|name| settings.materials.get(name));
            // Where no material has a price, the material is the customer's, and nothing is missing.
            let Some(known) = known.filter(|it| it.per_kilogram.or(it.per_square_metre).is_some()) else {
                // Other materials have a price: this one is missing, and not free.
                let has_prices =
                    settings.materials.values().any(|it| it.per_kilogram.or(it.per_square_metre).is_some());
                if has_prices {
                    missing.push(Missing {
                        what: "rates",
                        of: format!("material {name}"),
                        message: format!(
                            "The price of {} is not known: give materials.{}.perKilogram or perSquareMetre in rates.json.",
                            quoted(name),
                            quoted(name)
                        ),
                    });
                    self.is_complete = false;
                }
                continue;
            };
            let mass = row.mass.zip(factor).map(|(mass, factor)| mass * factor);
            self.charge(named("mass"), mass, "kg", known.per_kilogram);
            let area = factor.map(|factor| row.area * unit * unit / SQUARE_METRE * factor);
            self.charge(named("area"), area, "m²", known.per_square_metre);
        }
    }

    fn charge(&mut self, item: String, quantity: Option<f64>, unit: &'static str, rate: Option<f64>) {
        let Some(rate) = rate else { return };
        match quantity {
            Some(quantity) => {
                self.lines.push(CostLine { item, quantity, unit, rate, amount: quantity * rate });
            }
            // The rate is there and what it charges is not known: a total without it would be too small.
            None => self.is_complete = false,
        }
    }
}

fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
