//! The calls of the host about the parameter sets of a project.

use serde_json::{Map, Value, json};

use crate::call::Call;
use crate::change::commit;
use crate::parameter_sets;
use crate::parameters::to_json as values_to_json;
use crate::proposal::Proposal;
use crate::request::ChangeRequest;
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::FileName;
use scenewright_tools::answer::Answer;

/// Answers which sets there are: `{ sets }`.
pub(crate) fn answer(call: &Call<'_>) -> Result<Answer> {
    Ok(Answer::ok(json!({ "sets": parameter_sets::to_json(&parameter_sets::read(&call.shared.folder)?) })))
}

/// Saves a set in the place of one of its name, or removes it: `{ name, values }`, where `null` removes. The values of a set are
/// kept as they are given: the code may not have them yet.
pub(crate) fn put(call: &Call<'_>, set_json: &str) -> Result<Answer> {
    let set: Value =
        serde_json::from_str(set_json).map_err(|cause| Error::new(Kind::InvalidInput, cause.to_string()))?;
    let Some(name) = set["name"].as_str() else {
        return Err(Error::new(Kind::InvalidInput, "A parameter set needs a name"));
    };
    let values = &set["values"];
    if !values.is_null() {
        parameter_sets::check(name, values).map_err(|reason| Error::new(Kind::InvalidInput, reason))?;
    }
    let file = FileName::parameter_sets();
    let propose = |proposal: &mut Proposal<'_>| {
        let known = proposal.read(&file)?;
        let known = known.map(|bytes| parameter_sets::parse(&bytes)).transpose()?.unwrap_or_default();
        let mut sets: Map<String, Value> =
            known.iter().map(|(known, values)| (known.clone(), values_to_json(values))).collect();
        if values.is_null() {
            // The other sets keep their order.
            if sets.shift_remove(name).is_none() {
                let message = format!("There is no parameter set \"{}\"", quote_name(name));
                return Err(Error::new(Kind::NotFound, message));
            }
            proposal.message = format!("parameter set {} removed", quote_name(name));
        } else {
            sets.insert(name.to_owned(), values.clone());
            proposal.message = format!("parameter set {} saved", quote_name(name));
        }
        let text = serde_json::to_string_pretty(&sets).unwrap_or_default() + "\n";
        // Read back before it is written: the number of sets is only known now.
        parameter_sets::parse(text.as_bytes())?;
        proposal.put(&file, text.into_bytes(), 0)
    };
    let mut answer =
        commit(call, &ChangeRequest { tool: "apply", file: None, propose: &propose, parameters: None });
    if answer.error.is_none() {
        let transaction_id =
            answer.data["scene"]["transactionId"].as_str().or(answer.data["transactionId"].as_str());
        answer.data = json!({ "sets": parameter_sets::to_json(&parameter_sets::read(&call.shared.folder)?), "transactionId": transaction_id });
    }
    Ok(answer)
}
