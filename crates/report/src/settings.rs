//! The files of a project that a report takes its data from: `report.json`, `rates.json` and the layers of `lint.json`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use scenewright_error::{Error, Kind, Result, near_name, quote_name};
use scenewright_scene::{Declarations, ParameterValue};

/// The contents of the files; `None` for one that the project does not have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Files<'a> {
    /// The contents of `report.json`, which names the material.
    pub report: Option<&'a [u8]>,
    /// Speeds and prices: `rates.json`.
    pub rates: Option<&'a [u8]>,
    /// The settings of the lint, whose layers count here too: `lint.json`.
    pub lint: Option<&'a [u8]>,
}

/// The settings that the files give.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    pub(crate) stock: Stock,
    pub(crate) layers: BTreeMap<String, LayerSettings>,
    pub(crate) blocks: BTreeMap<String, Stock>,
    pub(crate) start: [f64; 2],
    pub(crate) materials: BTreeMap<String, MaterialRates>,
    pub(crate) rates: Option<Rates>,
}

/// The material and the thickness of parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Stock {
    pub material: Option<Given<String>>,
    pub thickness: Option<Given<f64>>,
}

/// A value, or the name of the parameter that has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Given<T> {
    Value(T),
    Parameter(String),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LayerSettings {
    pub role: Option<Role>,
    pub stock: Stock,
}

/// The use of the lines of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    Engrave,
    Score,
    Cut,
    Sheet,
    Nothing,
}

/// The known facts about a material.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MaterialRates {
    /// The density in kg/m³.
    pub density: Option<f64>,
    pub per_kilogram: Option<f64>,
    pub per_square_metre: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rates {
    pub currency: String,
    pub setup: Option<f64>,
    /// True where whole sheets are charged by their area, and not only what is cut out.
    pub charges_sheets: bool,
    pub per_sheet: Option<f64>,
    pub processes: BTreeMap<&'static str, ProcessRates>,
}

/// Speeds and prices of a process.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ProcessRates {
    /// The speed of the tool in mm/min.
    pub speed: Option<f64>,
    /// The speed between paths in mm/min.
    pub rapid_speed: Option<f64>,
    /// The time of a beginning in seconds.
    pub pierce_time: Option<f64>,
    pub per_hour: Option<f64>,
    pub per_metre: Option<f64>,
    pub per_pierce: Option<f64>,
    /// Rates for a material, a thickness or both, in place of these; the first that fits counts.
    pub exceptions: Vec<(Option<String>, Option<f64>, ProcessRates)>,
}

impl Role {
    pub(crate) fn named(name: &str) -> Option<Role> {
        match name {
            "cut" => Some(Role::Cut),
            "engrave" => Some(Role::Engrave),
            "score" => Some(Role::Score),
            "sheet" => Some(Role::Sheet),
            "none" => Some(Role::Nothing),
            _ => None,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Role::Cut => "cut",
            Role::Engrave => "engrave",
            Role::Score => "score",
            Role::Sheet => "sheet",
            Role::Nothing => "none",
        }
    }
}

impl Stock {
    /// Returns what is given here, or else there.
    pub(crate) fn or(&self, other: &Stock) -> Stock {
        Stock {
            material: self.material.clone().or_else(|| other.material.clone()),
            thickness: self.thickness.clone().or_else(|| other.thickness.clone()),
        }
    }
}

impl Given<String> {
    pub(crate) fn resolve(&self, declarations: &Declarations) -> Option<String> {
        match self {
            Given::Value(value) => Some(value.clone()),
            Given::Parameter(name) => match value_of(name, declarations)? {
                ParameterValue::Text(text) => Some(text.clone()),
                other => Some(other.to_string()),
            },
        }
    }
}

impl Given<f64> {
    pub(crate) fn resolve(&self, declarations: &Declarations) -> Option<f64> {
        match self {
            Given::Value(value) => Some(*value),
            Given::Parameter(name) => match value_of(name, declarations)? {
                ParameterValue::Number(number) if *number > 0.0 => Some(*number),
                _ => None,
            },
        }
    }
}

fn value_of<'d>(name: &str, declarations: &'d Declarations) -> Option<&'d ParameterValue> {
    declarations.parameters.iter().find(|it| it.name == name).map(|it| &it.value)
}

impl Settings {
    /// Reads the files; one that cannot be used is an error that names it and the key.
    pub fn read(files: Files<'_>) -> Result<Settings> {
        let mut settings = Settings::default();
        if let Some(bytes) = files.lint
            && let Ok(Value::Object(lint)) = serde_json::from_slice::<Value>(bytes)
        {
            // A file that the lint cannot use is reported by the lint.
            // The layers of the lint first, so that report.json can say otherwise.
            for (name, meaning) in lint.get("layers").and_then(Value::as_object).into_iter().flatten() {
                let role = meaning.as_str().and_then(Role::named);
                settings.layers.insert(key(name), LayerSettings { role, stock: Stock::default() });
            }
        }
        if let Some(bytes) = files.report {
            settings.take_report(&Reader::of("report.json", bytes)?)?;
        }
        if let Some(bytes) = files.rates {
            settings.take_rates(&Reader::of("rates.json", bytes)?)?;
        }
        Ok(settings)
    }

    /// Sets what the whole drawing is made of, in place of the files.
    pub fn set_stock(&mut self, material: Option<&str>, thickness: Option<f64>) {
        if let Some(material) = material {
            self.stock.material = Some(Given::Value(material.to_owned()));
        }
        if let Some(thickness) = thickness {
            self.stock.thickness = Some(Given::Value(thickness));
        }
    }

    fn take_report(&mut self, file: &Reader) -> Result<()> {
        const KNOWN: &[&str] =
            &["$schema", "material", "thickness", "layers", "blocks", "materials", "start"];
        file.only(KNOWN)?;
        self.stock = file.stock()?;
        for (name, value) in file.entries("layers")? {
            let settings = match &value.value {
                Value::String(role) => {
                    LayerSettings { role: Some(value.role(role)?), stock: Stock::default() }
                }
                _ => {
                    value.only(&["process", "material", "thickness"])?;
                    let role = value.text("process")?.map(|role| value.role(&role)).transpose()?;
                    LayerSettings { role, stock: value.stock()? }
                }
            };
            self.layers.insert(key(&name), settings);
        }
        for (name, value) in file.entries("blocks")? {
            value.only(&["material", "thickness"])?;
            self.blocks.insert(name, value.stock()?);
        }
        self.take_materials(file)?;
        if let Some(start) = file.get("start") {
            let pair: Option<Vec<f64>> =
                start.as_array().map(|list| list.iter().filter_map(Value::as_f64).collect());
            match pair.as_deref() {
                Some([x, y]) if start.as_array().is_some_and(|list| list.len() == 2) => self.start = [*x, *y],
                _ => return Err(file.wrong("start must be [x, y]")),
            }
        }
        Ok(())
    }

    fn take_materials(&mut self, file: &Reader) -> Result<()> {
        for (name, value) in file.entries("materials")? {
            value.only(&["density", "perKilogram", "perSquareMetre"])?;
            let known = self.materials.entry(name).or_default();
            // Both files may describe a material; what the later one leaves out stays.
            known.density = value.positive("density")?.or(known.density);
            known.per_kilogram = value.amount("perKilogram")?.or(known.per_kilogram);
            known.per_square_metre = value.amount("perSquareMetre")?.or(known.per_square_metre);
        }
        Ok(())
    }

    fn take_rates(&mut self, file: &Reader) -> Result<()> {
        const KNOWN: &[&str] =
            &["$schema", "currency", "setup", "processes", "materials", "charge", "perSheet"];
        file.only(KNOWN)?;
        self.take_materials(file)?;
        let mut rates = Rates {
            currency: file.text("currency")?.unwrap_or_default(),
            setup: file.amount("setup")?,
            per_sheet: file.amount("perSheet")?,
            ..Rates::default()
        };
        rates.charges_sheets = match file.text("charge")?.as_deref() {
            None | Some("parts") => false,
            Some("sheets") => true,
            Some(_) => return Err(file.wrong("charge must be \"parts\" or \"sheets\"")),
        };
        for (name, value) in file.entries("processes")? {
            // The processes come before the sheet in the order of the roles.
            let role = Role::named(&name).filter(|role| *role < Role::Sheet).ok_or_else(|| {
                file.wrong(&format!(
                    "processes.{} is not known; known are cut, engrave and score",
                    quote_name(&name)
                ))
            })?;
            rates.processes.insert(role.name(), value.process(true)?);
        }
        self.rates = Some(rates);
        Ok(())
    }

    /// Returns the speeds and prices of a process for a material of a thickness.
    pub(crate) fn process(
        &self,
        role: Role,
        material: Option<&str>,
        thickness: Option<f64>,
    ) -> Option<ProcessRates> {
        let own = self.rates.as_ref()?.processes.get(role.name())?;
        let fits = |(wanted, thick, _): &&(Option<String>, Option<f64>, ProcessRates)| {
            wanted.as_deref().is_none_or(|wanted| material == Some(wanted))
                // A thickness is computed from inches at times, and equals the one in the file only up to rounding.
                && thick.is_none_or(|thick| thickness.is_some_and(|it| is_same_size(it, thick)))
        };
        let Some((_, _, other)) = own.exceptions.iter().find(fits) else { return Some(own.clone()) };
        Some(ProcessRates {
            speed: other.speed.or(own.speed),
            rapid_speed: other.rapid_speed.or(own.rapid_speed),
            pierce_time: other.pierce_time.or(own.pierce_time),
            per_hour: other.per_hour.or(own.per_hour),
            per_metre: other.per_metre.or(own.per_metre),
            per_pierce: other.per_pierce.or(own.per_pierce),
            exceptions: Vec::new(),
        })
    }
}

/// Returns true for two sizes that differ by rounding alone.
pub(crate) fn is_same_size(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}

/// Returns a layer's name as the settings know it: layers of one name in other letters are one.
pub(crate) fn key(layer: &str) -> String {
    layer.trim().to_lowercase()
}

/// An object of a file, with the way to it for messages.
struct Reader {
    file: &'static str,
    way: String,
    value: Value,
}

impl Reader {
    fn of(file: &'static str, bytes: &[u8]) -> Result<Reader> {
        let cannot =
            |reason: String| Error::new(Kind::InvalidInput, format!("{file} cannot be used: {reason}"));
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let value: Value =
            serde_json::from_slice(bytes).map_err(|error| cannot(format!("it is no JSON: {error}")))?;
        if !value.is_object() {
            return Err(cannot("it must be an object".to_owned()));
        }
        Ok(Reader { file, way: String::new(), value })
    }

    fn wrong(&self, reason: &str) -> Error {
        Error::new(Kind::InvalidInput, format!("{} cannot be used: {}{reason}", self.file, self.way))
    }

    fn get(&self, name: &str) -> Option<&Value> {
        // `null` is how a generated file says that it has no value.
        self.value.get(name).filter(|value| !value.is_null())
    }

    fn object(&self) -> Result<&Map<String, Value>> {
        self.value.as_object().ok_or_else(|| {
            let way = self.way.trim_end_matches('.');
            Error::new(Kind::InvalidInput, format!("{} cannot be used: {way} must be an object", self.file))
        })
    }

    fn only(&self, known: &[&str]) -> Result<()> {
        for name in self.object()?.keys() {
            if !known.contains(&name.as_str()) {
                let help = match near_name(name, known.iter().copied()) {
                    Some(near) => format!("did you mean {near}?"),
                    None => {
                        let listed = known.iter().filter(|it| **it != "$schema").copied().collect::<Vec<_>>();
                        format!("known are {}", listed.join(", "))
                    }
                };
                return Err(self.wrong(&format!("{} is not known; {help}", quote_name(name))));
            }
        }
        Ok(())
    }

    fn entries(&self, name: &str) -> Result<Vec<(String, Reader)>> {
        let Some(value) = self.get(name) else { return Ok(Vec::new()) };
        let object = value.as_object().ok_or_else(|| self.wrong(&format!("{name} must be an object")))?;
        let entries = object.iter().map(|(inner, value)| {
            let way = format!("{}{name}.{}.", self.way, quote_name(inner));
            (inner.clone(), Reader { file: self.file, way, value: value.clone() })
        });
        Ok(entries.collect())
    }

    fn text(&self, name: &str) -> Result<Option<String>> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) if !text.trim().is_empty() => Ok(Some(text.clone())),
            Some(_) => Err(self.wrong(&format!("{name} must be a text"))),
        }
    }

    /// Reads a number that is not negative.
    fn amount(&self, name: &str) -> Result<Option<f64>> {
        match self.get(name).map(Value::as_f64) {
            None => Ok(None),
            Some(Some(number)) if number >= 0.0 && number.is_finite() => Ok(Some(number)),
            Some(_) => Err(self.wrong(&format!("{name} must be a number from 0"))),
        }
    }

    fn positive(&self, name: &str) -> Result<Option<f64>> {
        match self.amount(name)? {
            Some(0.0) => Err(self.wrong(&format!("{name} must be greater than 0"))),
            other => Ok(other),
        }
    }

    fn role(&self, name: &str) -> Result<Role> {
        Role::named(name).ok_or_else(|| {
            let way = self.way.trim_end_matches('.');
            let message = format!(
                "{} cannot be used: {way} must be \"cut\", \"engrave\", \"score\", \"sheet\" or \"none\"",
                self.file
            );
            Error::new(Kind::InvalidInput, message)
        })
    }

    fn stock(&self) -> Result<Stock> {
        let material = match self.parameter("material")? {
            Some(name) => Some(Given::Parameter(name)),
            None => self.text("material")?.map(Given::Value),
        };
        let thickness = match self.parameter("thickness")? {
            Some(name) => Some(Given::Parameter(name)),
            None => self.positive("thickness")?.map(Given::Value),
        };
        Ok(Stock { material, thickness })
    }

    /// Returns the name in `{ "parameter": NAME }`.
    fn parameter(&self, name: &str) -> Result<Option<String>> {
        let Some(Value::Object(object)) = self.get(name) else { return Ok(None) };
        match (object.len(), object.get("parameter")) {
            (1, Some(Value::String(parameter))) => Ok(Some(parameter.clone())),
            _ => Err(self.wrong(&format!("{name} must be a value or {{ \"parameter\": NAME }}"))),
        }
    }

    fn process(&self, has_exceptions: bool) -> Result<ProcessRates> {
        const OWN: [&str; 6] = ["speed", "rapidSpeed", "pierceTime", "perHour", "perMetre", "perPierce"];
        let more: &[&str] = if has_exceptions { &["for"] } else { &["material", "thickness"] };
        self.only(&OWN.iter().chain(more).copied().collect::<Vec<_>>())?;
        let mut exceptions = Vec::new();
        if has_exceptions && let Some(list) = self.get("for") {
            let list = list.as_array().ok_or_else(|| self.wrong("for must be a list"))?;
            for (at, value) in list.iter().enumerate() {
                let way = format!("{}for[{at}].", self.way);
                let inner = Reader { file: self.file, way, value: value.clone() };
                let (material, thickness) = (inner.text("material")?, inner.positive("thickness")?);
                exceptions.push((material, thickness, inner.process(false)?));
            }
        }
        Ok(ProcessRates {
            speed: self.positive("speed")?,
            rapid_speed: self.positive("rapidSpeed")?,
            pierce_time: self.amount("pierceTime")?,
            per_hour: self.amount("perHour")?,
            per_metre: self.amount("perMetre")?,
            per_pierce: self.amount("perPierce")?,
            exceptions,
        })
    }
}
