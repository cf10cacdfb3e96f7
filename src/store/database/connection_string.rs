//! PostgreSQL's connection strings, as its own programs take them: URIs, and lists of `keyword=value` (PostgreSQL's
//! manual, 34.1.1 and 34.1.2). Every error is a clause without a word of the text, which may contain a password.

use std::collections::BTreeMap;
use std::net::IpAddr;

/// Values by PostgreSQL's keywords.
type Parameters = BTreeMap<&'static str, String>;

/// Keywords that are used.
const USED: [&str; 11] = [
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "user",
];

/// Keywords that are ignored: names for the server's log, and time limits, which Rookery sets itself.
const UNUSED: [&str; 9] = [
    "application_name",
    "connect_timeout",
    "fallback_application_name",
    "keepalives",
    "keepalives_count",
    "keepalives_idle",
    "keepalives_interval",
    "sslcompression",
    "tcp_user_timeout",
];

/// Keywords with the values that ask for no more than is done anyway.
const BOUND: [(&str, &[&str]); 8] = [
    ("channel_binding", &["prefer", "disable"]),
    ("client_encoding", &["UTF8", "utf8", "UTF-8", "auto"]),
    ("gssencmode", &["prefer", "disable"]),
    ("load_balance_hosts", &["disable"]),
    (
        "sslmode",
        &[
            "disable",
            "allow",
            "prefer",
            "require",
            "verify-ca",
            "verify-full",
        ],
    ),
    ("sslnegotiation", &["postgres"]),
    ("sslsni", &["1"]),
    // Only a primary is ever used.
    ("target_session_attrs", &["read-write", "primary"]),
];

/// Keywords of PostgreSQL, or added to its URIs by other programs, whose effect would be missed if they were ignored.
const REFUSED: [&str; 26] = [
    "connection_limit",
    "gssdelegation",
    "gsslib",
    "krbsrvname",
    "max_protocol_version",
    "min_protocol_version",
    "passfile",
    "pgbouncer",
    "pool_timeout",
    "replication",
    "require_auth",
    "requirepeer",
    "requiressl",
    "schema",
    "scram_client_key",
    "scram_server_key",
    "search_path",
    "service",
    "servicefile",
    "ssl_max_protocol_version",
    "ssl_min_protocol_version",
    "sslcertmode",
    "sslcrl",
    "sslcrldir",
    "sslkeylogfile",
    "sslpassword",
];

/// Reads the rest of an address that begins with `postgres://`, and returns an address in sqlx's form for each server.
/// `user` logs in if the address names nobody.
pub(in crate::store) fn uri(rest: &str, user: Option<String>) -> Result<Vec<String>, String> {
    if rest.contains(|sign: char| sign.is_whitespace() || sign.is_control()) {
        return Err(
            "there is a space in it: write %20, or leave out what comes after it".to_owned(),
        );
    }
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, rest) = rest.split_at(end);
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    // Before a / PostgreSQL takes `ann:a?b@host` for a user and a password, and others for a host and a parameter.
    let unclear = path.is_empty() && !authority.contains('@') && {
        let before = query.split('/').next().unwrap_or_default();
        before.contains('@')
    };
    if unclear || path.contains('@') {
        return Err(
            "there is a / or ? in its password, or an @ after its host: write %2F for /, %3F for ? and %40 for @"
                .to_owned(),
        );
    }
    if path.contains(['=', '&', ';']) {
        return Err("the first of its parameters has no ? before it".to_owned());
    }
    let mut parameters = Parameters::new();
    // A host contains no @.
    let (named, hosts) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (named, password) = named.split_once(':').unwrap_or((named, ""));
    let (hosts, ports) = hosts_and_ports(hosts)?;
    let path = path.strip_prefix('/').unwrap_or(path);
    for (name, value) in [
        ("user", named),
        ("password", password),
        ("host", hosts.as_str()),
        ("port", ports.as_str()),
        ("dbname", path),
    ] {
        set(&mut parameters, name, decode(value)?, 0)?;
    }
    for (number, parameter) in (1..).zip(query.split('&')) {
        if parameter.is_empty() {
            continue;
        }
        let pair = parameter.split_once('=');
        let (name, value) = pair
            .filter(|(_, value)| !value.contains('='))
            .ok_or_else(|| {
                format!(
                    "its parameter number {number} is not a name, = and a value, in which %3D is written for = and %26 for &"
                )
            })?;
        match (decode(name)?.as_str(), decode(value)?) {
            // PostgreSQL accepts this parameter of Java's addresses.
            ("ssl", value) if value == "true" => {
                set(&mut parameters, "sslmode", "require".to_owned(), number)?;
            }
            (name, value) => set(&mut parameters, name, value, number)?,
        }
    }
    servers(parameters, user)
}

/// Reads an address such as `host=... dbname=...`, with the result of [`uri`].
pub(in crate::store) fn pairs(text: &str, user: Option<String>) -> Result<Vec<String>, String> {
    let mut parameters = Parameters::new();
    let mut rest = text.trim();
    for number in 1.. {
        if rest.is_empty() {
            break;
        }
        let (name, after) = rest
            .split_once('=')
            .ok_or_else(|| format!("its parameter number {number} is not a name, = and a value"))?;
        let (value, after) = value(after.trim_start())?;
        set(&mut parameters, name.trim(), value, number)?;
        rest = after.trim_start();
    }
    servers(parameters, user)
}

/// Returns a value without its quotation marks and backslashes, and the text after it.
fn value(text: &str) -> Result<(String, &str), String> {
    let quoted = text.starts_with('\'');
    let mut value = String::new();
    let mut signs = text.char_indices().skip(usize::from(quoted));
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' => value.extend(signs.next().map(|(_, sign)| sign)),
            '\'' if quoted => {
                let after = &text[at + 1..];
                let ends = after.is_empty() || after.starts_with(char::is_whitespace);
                return if ends {
                    Ok((value, after))
                } else {
                    Err("there is no space after one of its quoted values".to_owned())
                };
            }
            sign if !quoted && sign.is_whitespace() => return Ok((value, &text[at..])),
            sign => value.push(sign),
        }
    }
    if quoted {
        return Err("one of its quotation marks is not closed".to_owned());
    }
    Ok((value, ""))
}

/// True for a keyword of PostgreSQL, or one that other programs have added to its URIs.
pub(in crate::store) fn is_keyword(name: &str) -> bool {
    keyword(name).is_some()
}

fn keyword(name: &str) -> Option<&'static str> {
    let bound = BOUND.iter().map(|(keyword, _)| keyword);
    let mut known = USED.iter().chain(&UNUSED).chain(&REFUSED).chain(bound);
    known.find(|keyword| **keyword == name).copied()
}

/// Sets a parameter, the one of this number. Of several values of one keyword the last counts; an empty value unsets
/// it.
fn set(
    parameters: &mut Parameters,
    name: &str,
    value: String,
    number: usize,
) -> Result<(), String> {
    // An unknown name may be part of a password, so it is not repeated.
    let Some(keyword) = keyword(name) else {
        return Err(format!(
            "its parameter number {number} is none that PostgreSQL knows, or a & or space in a value is not escaped"
        ));
    };
    if REFUSED.contains(&keyword) {
        return Err(match keyword {
            "service" | "servicefile" => {
                "no file of services is read: write out what the service says".to_owned()
            }
            "passfile" => {
                "its parameter passfile is not possible here: set PGPASSFILE to the file".to_owned()
            }
            "schema" | "search_path" => {
                "a schema is chosen by options=-c%20search_path%3DNAME".to_owned()
            }
            _ => format!("its parameter {keyword} is not possible here: leave it out"),
        });
    }
    let bound = BOUND.iter().find(|(bound, _)| *bound == keyword);
    if let Some((_, values)) = bound.filter(|(_, values)| !values.contains(&value.as_str()))
        && !value.is_empty()
    {
        return Err(format!(
            "its parameter {keyword} must be {}, or left out",
            values.join(" or ")
        ));
    }
    if value.contains(char::is_control) && keyword != "password" {
        return Err(format!("there is a control character in its {keyword}"));
    }
    if value.is_empty() {
        parameters.remove(keyword);
    } else {
        parameters.insert(keyword, value);
    }
    Ok(())
}

/// Returns the lists of hosts and of ports that a URI names before its database, separated by commas.
fn hosts_and_ports(text: &str) -> Result<(String, String), String> {
    let mut hosts = Vec::new();
    let mut ports = Vec::new();
    for server in text.split(',') {
        let (host, port) = match server.strip_prefix('[') {
            Some(rest) => {
                let (host, port) = rest
                    .split_once(']')
                    .ok_or_else(|| "one of its brackets is not closed".to_owned())?;
                if !(port.is_empty() || port.starts_with(':')) {
                    return Err("after its ] comes neither : nor /".to_owned());
                }
                (host, port.strip_prefix(':').unwrap_or(""))
            }
            None => server.split_once(':').unwrap_or((server, "")),
        };
        hosts.push(host);
        ports.push(port);
    }
    // A list of nothing but commas names none.
    let list = |of: Vec<&str>| match of.iter().all(|one| one.is_empty()) {
        true => String::new(),
        false => of.join(","),
    };
    Ok((list(hosts), list(ports)))
}

/// Returns an address for each server.
fn servers(mut parameters: Parameters, user: Option<String>) -> Result<Vec<String>, String> {
    if let (Some(user), false) = (user, parameters.contains_key("user")) {
        parameters.insert("user", user);
    }
    let mode = parameters.get("sslmode").cloned().unwrap_or_default();
    let verified = match parameters.get("sslrootcert").map(String::as_str) {
        // The system's certificates are trusted anyway if no other is named (34.1.2, sslrootcert).
        Some("system") => {
            if !["", "verify-full"].contains(&mode.as_str()) {
                return Err("with sslrootcert=system its sslmode must be verify-full".to_owned());
            }
            parameters.remove("sslrootcert");
            Some("verify-full")
        }
        // PostgreSQL's rule (34.19.1): a named certificate must be verified.
        Some(_) if mode == "require" => Some("verify-ca"),
        _ => None,
    };
    if let Some(verified) = verified {
        parameters.insert("sslmode", verified.to_owned());
    }
    let name = parameters.get("dbname").map_or("", String::as_str);
    if name.contains(['=', ';', '&', '"', '\'']) {
        return Err("in the name of its database is a = ; & or quotation mark".to_owned());
    }
    parameters.retain(|keyword, _| USED.contains(keyword));
    let host = parameters.remove("host");
    let address = parameters.remove("hostaddr");
    let port = parameters.remove("port").unwrap_or_default();
    let list = |of: &Option<String>| -> Vec<String> {
        let of = of.as_deref().unwrap_or_default();
        of.split(',').map(str::to_owned).collect()
    };
    let (hosts, addresses, ports) = (list(&host), list(&address), list(&Some(port)));
    let uneven = address.is_some() && host.is_some() && hosts.len() != addresses.len();
    let named = if address.is_some() { addresses } else { hosts };
    if uneven || ![1, named.len()].contains(&ports.len()) {
        return Err(
            "it names several servers, and not as many ports or hosts as servers".to_owned(),
        );
    }
    if address.is_some() {
        if host.is_some() && parameters.get("sslmode").map(String::as_str) == Some("verify-full") {
            return Err("with sslmode=verify-full its hostaddr must be left out: the certificate is the host's".to_owned());
        }
        if !named.iter().all(|one| one.parse::<IpAddr>().is_ok()) {
            return Err("its hostaddr is no IP address".to_owned());
        }
    }
    let each = named.iter().zip(ports.iter().cycle());
    each.map(|(host, port)| server(&parameters, host, port))
        .collect()
}

/// Returns the address of one server, with every value escaped.
fn server(parameters: &Parameters, host: &str, port: &str) -> Result<String, String> {
    let socket = host.starts_with('/');
    if host.starts_with('@') {
        return Err("a socket without a file (@) is not possible here: name its folder".to_owned());
    }
    let odd = |sign: char| !(sign.is_alphanumeric() || "-._:%".contains(sign));
    if !socket && host.contains(odd) {
        return Err(
            "its host is no name or IP address of a machine, and no folder of a socket".to_owned(),
        );
    }
    if !port.is_empty() && !port.parse::<u16>().is_ok_and(|port| port > 0) {
        return Err(
            "its port is no number from 1 to 65535 (an IPv6 address is written in brackets, and in a password %3A for :, \
             %2F for / and %40 for @)"
                .to_owned(),
        );
    }
    let mut address = "postgres:///?".to_owned();
    let own = parameters
        .iter()
        .map(|(name, value)| (*name, value.as_str()));
    for (name, value) in own.chain([("host", host), ("port", port)]) {
        match name {
            _ if value.is_empty() => {}
            "sslmode" if socket => {}
            name => address.push_str(&format!("{name}={}&", encode(value))),
        }
    }
    if socket {
        // Sockets are never encrypted, whatever the address and PGSSLMODE say (34.1.2, sslmode).
        address.push_str("sslmode=disable");
    }
    Ok(address)
}

/// Decodes each `%XX` of a text.
fn decode(text: &str) -> Result<String, String> {
    let wrong =
        || "a % in it is not followed by two hexadecimal digits: write %25 for it".to_owned();
    let mut bytes = Vec::new();
    let mut pieces = text.split('%');
    bytes.extend(pieces.next().unwrap_or_default().bytes());
    for piece in pieces {
        let (digits, rest) = piece.split_at_checked(2).ok_or_else(wrong)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        match u8::from_str_radix(digits, 16).map_err(|_| wrong())? {
            0 => return Err("there is %00 in it".to_owned()),
            byte => bytes.push(byte),
        }
        bytes.extend(rest.bytes());
    }
    String::from_utf8(bytes).map_err(|_| "what its %XX give is not UTF-8".to_owned())
}

/// Encodes everything but letters and digits as `%XX`.
fn encode(text: &str) -> String {
    let each = text.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    each.collect()
}
