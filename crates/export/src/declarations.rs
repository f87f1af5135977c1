//! The parameters and rules of a scene as JSON.

use serde::{Deserialize, Serialize};

use scenewright_scene::{
    Declarations, LaidSheet, Number, ParameterBounds, ParameterValue, RuleBreach, SceneParameter, SceneRule,
};

/// A parameter as `scene.json` and the answers about a scene hold it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParameterDescription {
    name: String,
    value: ValueDescription,
    /// The value in the code.
    default: ValueDescription,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    min: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    step: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    choices: Vec<ValueDescription>,
}

/// A rule that a scene kept, with the place of its declaration.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleDescription {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    file: String,
    line: u32,
    column: u32,
    /// The measured value beside the demanded one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<String>,
    /// `warn` for a rule that does not refuse the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    severity: Option<RuleSeverity>,
    /// The way in which the scene breaks it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    broken: Option<String>,
}

/// The severity of a rule that differs from the usual one.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RuleSeverity {
    Warn,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum ValueDescription {
    Number(Number),
    Flag(bool),
    Text(String),
}

impl ParameterDescription {
    /// Describes the parameters of a scene.
    pub fn list(declarations: &Declarations) -> Vec<ParameterDescription> {
        declarations.parameters.iter().map(ParameterDescription::of).collect()
    }

    fn of(parameter: &SceneParameter) -> Self {
        let SceneParameter { name, value, default, bounds, label, unit, group } = parameter;
        ParameterDescription {
            name: name.clone(),
            value: value.into(),
            default: default.into(),
            min: bounds.min.map(Number),
            max: bounds.max.map(Number),
            step: bounds.step.map(Number),
            label: label.clone(),
            unit: unit.clone(),
            group: group.clone(),
            choices: bounds.choices.iter().map(ValueDescription::from).collect(),
        }
    }

    fn to_parameter(&self) -> SceneParameter {
        SceneParameter {
            name: self.name.clone(),
            value: self.value.to_value(),
            default: self.default.to_value(),
            bounds: ParameterBounds {
                min: self.min.map(|it| it.0),
                max: self.max.map(|it| it.0),
                step: self.step.map(|it| it.0),
                choices: self.choices.iter().map(ValueDescription::to_value).collect(),
            },
            label: self.label.clone(),
            unit: self.unit.clone(),
            group: self.group.clone(),
        }
    }
}

impl RuleDescription {
    /// Describes the rules of a scene.
    pub fn list(declarations: &Declarations) -> Vec<RuleDescription> {
        let describe = |rule: &SceneRule| {
            let SceneRule { name, message, file, line, column, margin, only_warns, breach } = rule.clone();
            let severity = only_warns.then_some(RuleSeverity::Warn);
            let broken = breach.map(|breach| breach.message);
            RuleDescription { name, message, file, line, column, margin, severity, broken }
        };
        declarations.rules.iter().map(describe).collect()
    }
}

/// Returns the declarations that were described.
pub(crate) fn declarations_of(
    parameters: &[ParameterDescription],
    rules: Vec<RuleDescription>,
    sheets: Vec<LaidSheet>,
) -> Declarations {
    let rule = |description: RuleDescription| {
        let RuleDescription { name, message, file, line, column, margin, severity, broken } = description;
        let breach = broken.map(|message| RuleBreach { message, ..RuleBreach::default() });
        let only_warns = severity.is_some();
        SceneRule { name, message, file, line, column, margin, only_warns, breach }
    };
    Declarations {
        parameters: parameters.iter().map(ParameterDescription::to_parameter).collect(),
        rules: rules.into_iter().map(rule).collect(),
        sheets,
    }
}

impl From<&ParameterValue> for ValueDescription {
    fn from(value: &ParameterValue) -> Self {
        match value {
            ParameterValue::Number(number) => ValueDescription::Number(Number(*number)),
            ParameterValue::Flag(flag) => ValueDescription::Flag(*flag),
            ParameterValue::Text(text) => ValueDescription::Text(text.clone()),
        }
    }
}

impl ValueDescription {
    fn to_value(&self) -> ParameterValue {
        match self {
            ValueDescription::Number(number) => ParameterValue::Number(number.0),
            ValueDescription::Flag(flag) => ParameterValue::Flag(*flag),
            ValueDescription::Text(text) => ParameterValue::Text(text.clone()),
        }
    }
}
