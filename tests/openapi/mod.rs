//! Checks the bot's requests against Discord's own description of its API, an OpenAPI document whose schemas are JSON
//! Schema (draft 2020-12).
//!
//! `DISCORD_OPENAPI` is the path of the document; without it, this layer is skipped and says so. Each request body is
//! checked twice: against the schema as published, and with every object closed to keys that it does not name, after
//! removing what serenity writes without meaning (nulls, empty lists, false flags). Only the schemas that the requests
//! at hand need are compiled, once each for all tests of a process.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex};

use jsonschema::{Draft, Validator};
use rookery::sandbox::Recorded;
use serde_json::{Map, Value, json};

const DEFAULT: &str = "../shared/discord/openapi.json";

/// Discord's description, and the validators that have been needed so far.
pub struct Description {
    document: Value,
    compiled: Mutex<HashMap<(String, bool), Arc<Validator>>>,
}

/// The description, read once, since that takes longer than most tests.
static DESCRIPTION: LazyLock<Option<Description>> = LazyLock::new(Description::load);

/// Returns the faults of recorded requests, a sentence each; none (and a line on the error stream) without a
/// description to check against.
pub fn faults(requests: &[Recorded]) -> Vec<String> {
    let Some(description) = Description::get() else {
        return Vec::new();
    };
    // Many requests have one shape: equal ones are checked once.
    let mut seen = BTreeSet::new();
    requests
        .iter()
        .filter(|request| !request.body.is_null())
        .filter(|request| {
            seen.insert(format!(
                "{} {} {}",
                request.method, request.path, request.body
            ))
        })
        .flat_map(|request| description.faults_of(request))
        .collect()
}

impl Description {
    /// Returns the description, if the document exists.
    pub fn get() -> Option<&'static Description> {
        DESCRIPTION.as_ref()
    }

    fn load() -> Option<Description> {
        let path = std::env::var("DISCORD_OPENAPI").unwrap_or_else(|_| DEFAULT.to_owned());
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
        let Ok(text) = std::fs::read_to_string(&path) else {
            eprintln!(
                "skipped: no description of Discord's API at {} (DISCORD_OPENAPI)",
                path.display()
            );
            return None;
        };
        Some(Description {
            document: serde_json::from_str(&text).unwrap(),
            compiled: Mutex::default(),
        })
    }

    /// Returns the faults of one request.
    pub fn faults_of(&self, request: &Recorded) -> Vec<String> {
        let title = format!("{} {}", request.method, request.path);
        let Some((template, schema)) = self.schema(request) else {
            return vec![format!(
                "{title}: Discord describes no such request with a body"
            )];
        };
        let mut faults = Vec::new();
        for closed in [false, true] {
            let body = if closed {
                stripped(&request.body)
            } else {
                request.body.clone()
            };
            let key = (format!("{} {template}", request.method), closed);
            let validator = {
                let mut compiled = self.compiled.lock().unwrap();
                let validator = compiled
                    .entry(key)
                    .or_insert_with(|| Arc::new(compile(&self.document, &schema, closed)));
                Arc::clone(validator)
            };
            for error in validator.iter_errors(&body) {
                let how = if closed { " (closed)" } else { "" };
                faults.push(format!(
                    "{title}{how}: at {}: {error}",
                    error.instance_path()
                ));
            }
        }
        faults
    }

    /// Returns the path template and schema of a request's body. For the answer to an interaction, only the schema of
    /// its type: a sentence about seven alternatives would be useless.
    fn schema(&self, request: &Recorded) -> Option<(String, Value)> {
        let paths = self.document["paths"].as_object()?;
        let parts: Vec<&str> = request.path.trim_matches('/').split('/').collect();
        let fits = |template: &str| {
            let wanted: Vec<&str> = template.trim_matches('/').split('/').collect();
            wanted.len() == parts.len()
                && wanted
                    .iter()
                    .zip(&parts)
                    .all(|(wanted, part)| wanted.starts_with('{') || wanted == part)
        };
        // A literal path precedes one with a parameter in its place.
        let mut fitting: Vec<(&String, &Value)> = paths
            .iter()
            .filter(|(template, methods)| {
                fits(template) && !methods[request.method.to_lowercase()].is_null()
            })
            .collect();
        fitting.sort_by_key(|(template, _)| template.matches('{').count());
        let (template, methods) = fitting.first()?;
        let method = &methods[request.method.to_lowercase()];
        let schema = &method["requestBody"]["content"]["application/json"]["schema"];
        if schema.is_null() {
            return None;
        }
        let kind = &request.body["type"];
        if template.ends_with("/callback") && !kind.is_null() {
            let one = schema["anyOf"].as_array()?.iter().find(|one| {
                let named = self.resolve(one);
                self.resolve(&named["properties"]["type"])
                    .to_string()
                    .contains(&format!("\"const\":{kind}"))
                    || enums(self.resolve(&named["properties"]["type"])).contains(kind)
            });
            if let Some(one) = one {
                return Some((format!("{template} {kind}"), one.clone()));
            }
        }
        Some(((*template).clone(), schema.clone()))
    }

    /// Returns a sample of the schema with this name, with all optional members, so many levels deep.
    pub fn sample(&self, name: &str, depth: usize) -> Value {
        self.sample_of(
            &json!({"$ref": format!("#/components/schemas/{name}")}),
            depth,
        )
    }

    fn sample_of(&self, schema: &Value, depth: usize) -> Value {
        let schema = self.resolve(schema);
        for among in ["oneOf", "anyOf", "allOf"] {
            if let Some(all) = schema[among].as_array() {
                let real = all.iter().find(|one| one["type"] != "null");
                return real.map_or(Value::Null, |one| self.sample_of(one, depth));
            }
        }
        if let Some(fixed) = schema.get("const").or_else(|| schema["enum"].get(0)) {
            return fixed.clone();
        }
        let kind = match &schema["type"] {
            Value::Array(all) => all.iter().find(|kind| **kind != "null"),
            kind => Some(kind),
        };
        match kind.and_then(Value::as_str) {
            Some("integer") => json!(1),
            Some("number") => json!(1.5),
            Some("boolean") => json!(false),
            Some("array") if depth > 0 => json!([self.sample_of(&schema["items"], depth - 1)]),
            Some("array") => json!([]),
            Some("string") => match schema["format"].as_str() {
                Some("date-time") => json!("2024-01-01T00:00:00.000000+00:00"),
                _ => json!("4000000000000000001"),
            },
            _ if depth > 0 => {
                let fields = schema["properties"].as_object().into_iter().flatten();
                let fields = fields.map(|(key, of)| (key.clone(), self.sample_of(of, depth - 1)));
                Value::Object(fields.collect())
            }
            _ => json!({}),
        }
    }

    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let name = schema["$ref"]
            .as_str()
            .and_then(|name| name.rsplit('/').next());
        name.map_or(schema, |name| &self.document["components"]["schemas"][name])
    }
}

fn enums(schema: &Value) -> Vec<Value> {
    schema["enum"].as_array().cloned().unwrap_or_default()
}

/// Compiles a schema with all that it refers to, and nothing else.
fn compile(document: &Value, schema: &Value, closed: bool) -> Validator {
    let schemas = &document["components"]["schemas"];
    let mut needed: BTreeMap<String, Value> = BTreeMap::new();
    let mut waiting = vec![];
    let root = rewritten(schema, closed, &mut waiting);
    while let Some(name) = waiting.pop() {
        if needed.contains_key(&name) {
            continue;
        }
        let mut found = schemas[&name].clone();
        if name == "MessageAttachmentRequest" {
            // Discord also takes the number of a file as a number, and serenity writes it so.
            found["properties"]["id"] = json!({"type": ["integer", "string"]});
        }
        if found["properties"]["default_member_permissions"].is_object() {
            // Discord's reference has permissions as a string of digits, and serenity writes them so.
            found["properties"]["default_member_permissions"] =
                json!({"type": ["integer", "null", "string"], "pattern": "^[0-9]+$"});
        }
        let found = rewritten(&found, closed, &mut waiting);
        needed.insert(name, found);
    }
    let mut whole = root;
    whole["$defs"] = json!(needed);
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .build(&whole)
        .unwrap()
}

/// Returns a schema whose references point into `$defs`; collects their names.
fn rewritten(schema: &Value, closed: bool, refers: &mut Vec<String>) -> Value {
    match schema {
        Value::Object(fields) => {
            let mut new = Map::new();
            for (key, value) in fields {
                if key == "$ref"
                    && let Some(name) = value.as_str().and_then(|name| name.rsplit('/').next())
                {
                    refers.push(name.to_owned());
                    new.insert(key.clone(), json!(format!("#/$defs/{name}")));
                } else {
                    new.insert(key.clone(), rewritten(value, closed, refers));
                }
            }
            if closed
                && fields.get("properties").is_some_and(Value::is_object)
                && !fields.contains_key("additionalProperties")
            {
                new.insert("additionalProperties".to_owned(), json!(false));
            }
            Value::Object(new)
        }
        Value::Array(items) => items
            .iter()
            .map(|item| rewritten(item, closed, refers))
            .collect(),
        other => other.clone(),
    }
}

/// Returns a body without the members that serenity writes without meaning.
fn stripped(body: &Value) -> Value {
    match body {
        Value::Object(fields) => fields
            .iter()
            .filter(|(key, value)| {
                let idle = value.is_null()
                    || value.as_array().is_some_and(Vec::is_empty)
                    || (*key == "autocomplete" && **value == false)
                    || *key == "nsfw";
                !idle
            })
            .map(|(key, value)| (key.clone(), stripped(value)))
            .collect(),
        Value::Array(items) => items.iter().map(stripped).collect(),
        other => other.clone(),
    }
}
