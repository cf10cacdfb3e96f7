//! Tests of the numbers for Prometheus: off by default, on this machine only, in a valid format, and not by person.

use std::collections::BTreeMap;
use std::fs;

use rookery::discord::Dependencies;
use rookery::metrics;
use rookery::sandbox::FaultKind;

use crate::harness::{ALICE, BOB, GAMES, Harness, content};
use crate::program::Program;

/// Returns the addresses that a process listens on, as Linux writes them: hexadecimal, an IPv4 address back to front.
pub fn listening(id: u32) -> Vec<String> {
    let links = fs::read_dir(format!("/proc/{id}/fd")).unwrap();
    let sockets: Vec<String> = links
        .filter_map(|link| {
            fs::read_link(link.ok()?.path())
                .ok()?
                .to_str()
                .map(str::to_owned)
        })
        .filter_map(|link| {
            link.strip_prefix("socket:[")?
                .strip_suffix(']')
                .map(str::to_owned)
        })
        .collect();
    let mut addresses = Vec::new();
    for table in ["tcp", "tcp6"] {
        let table = fs::read_to_string(format!("/proc/{id}/net/{table}")).unwrap_or_default();
        for line in table.lines().skip(1) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            const LISTEN: &str = "0A";
            if fields[3] == LISTEN && sockets.iter().any(|socket| socket == fields[9]) {
                addresses.push(fields[1].to_owned());
            }
        }
    }
    addresses
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_served_unless_asked_for_and_then_on_loopback_only() {
    let harness = Harness::empty().await;
    let mut program = Program::start(&harness, &[]).await;
    assert_eq!(listening(program.id()), [""; 0], "off by default");
    program.signal("TERM");
    program.end().await;
    let program = Program::start(&harness, &[("ROOKERY_METRICS_PORT", "0")]).await;
    let addresses = listening(program.id());
    let [address] = addresses.as_slice() else {
        panic!("{addresses:?}");
    };
    let (ip, port) = address.split_once(':').unwrap();
    assert_eq!(ip, "0100007F", "127.0.0.1");
    let port = u16::from_str_radix(port, 16).unwrap();
    let response = reqwest::get(format!("http://127.0.0.1:{port}/metrics"))
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    let kind = response.headers()["content-type"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        kind.starts_with("application/openmetrics-text; version=1.0.0"),
        "{kind}"
    );
    must_be_open_metrics(&response.text().await.unwrap());
    let elsewhere = reqwest::get(format!("http://127.0.0.1:{port}/"))
        .await
        .unwrap();
    assert_eq!(elsewhere.status(), 404);
    drop(program);
    harness.stop_with_faults().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_numbers_for_prometheus_count_what_happened_and_name_nobody() {
    let mut harness = Harness::empty().await;
    let means = Dependencies::default();
    let numbers = means.metrics.clone();
    harness.start_with(means).await;
    let address = metrics::serve(numbers, harness.app().clone(), 0)
        .await
        .unwrap();
    assert!(address.ip().is_loopback());
    let (thread, _) = harness.begin().await;
    harness.play(ALICE, &thread, "Nb1-c3").await;
    harness.play(ALICE, &thread, "Nb1-c3").await;
    let mut text = String::new();
    // An answer is counted once Discord has received it, which may be after the player has seen it.
    for _ in 0..100 {
        let response = reqwest::get(format!("http://{address}/metrics"))
            .await
            .unwrap();
        assert_eq!(response.status(), 200);
        text = response.text().await.unwrap();
        if text.contains("answer_seconds_count{kind=\"Command\"} 3") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    for line in [
        "rookery_interactions_total{kind=\"Command\"} 3",
        "rookery_interactions_total{kind=\"Component\"} 1",
        "rookery_games{phase=\"playing\"} 1",
        "rookery_connections_total 1",
        "rookery_answer_seconds_count{kind=\"Command\"} 3",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    for age in [
        "rookery_task_age_seconds{task=\"heartbeat\"} ",
        "rookery_task_age_seconds{task=\"deadlines\"} ",
        "rookery_task_age_seconds{task=\"notices\"} ",
        "rookery_heartbeat_age_seconds ",
        "rookery_notices_put_aside 0",
    ] {
        assert!(text.contains(age), "{age}\n{text}");
    }
    // Those that operators are advised to watch are there.
    let operating = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/operating.md");
    let operating = fs::read_to_string(operating).unwrap();
    let advised = operating
        .split('`')
        .filter(|part| part.starts_with("rookery_"));
    let advised: Vec<&str> = advised.collect();
    assert!(advised.len() > 5, "{advised:?}");
    for name in advised {
        let mut lines = text.lines();
        let is_there = lines.any(|line| line.split(['{', ' ']).next() == Some(name));
        assert!(is_there, "{name}\n{text}");
    }
    must_be_open_metrics(&text);
    assert!(text.ends_with("# EOF\n") && text.contains("rookery_picture_seconds_bucket"));
    for secret in [ALICE, BOB, "Nb1", harness.server.token()] {
        assert!(!text.contains(secret), "{secret}");
    }
    harness.end().await;
}

/// Refusals for which Discord bans addresses are counted, by status.
#[tokio::test(flavor = "multi_thread")]
async fn requests_that_discord_refuses_are_counted() {
    let mut harness = Harness::empty().await;
    let means = Dependencies::default();
    let numbers = means.metrics.clone();
    harness.start_with(means).await;
    let (thread, _) = harness.begin().await;
    let shared = harness.server.shared();
    let home = format!("POST /channels/{thread}/messages");
    shared.fault(&home, FaultKind::Status(403), 1);
    shared.fault("POST /interactions/", FaultKind::Status(429), 1);
    harness.play(ALICE, GAMES, "Nb1-c3").await;
    harness
        .message(ALICE, GAMES, |message| {
            content(message).contains("could not post")
        })
        .await;
    let text = numbers.text(harness.app()).await.unwrap();
    for line in [
        "rookery_requests_refused_total{status=\"403\"} 1\n",
        "rookery_requests_refused_total{status=\"429\"} 1\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    must_be_open_metrics(&text);
    harness.stop_with_faults().await;
}

/// Returns a sample: its name, its labels, its value.
fn sample(line: &str) -> (String, BTreeMap<String, String>, f64) {
    let (series, value) = line.rsplit_once(' ').unwrap();
    let value = value.parse().unwrap_or_else(|_| panic!("{line}"));
    let Some((name, labels)) = series.split_once('{') else {
        return (series.to_owned(), BTreeMap::new(), value);
    };
    let labels = labels.strip_suffix('}').unwrap();
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap();
        let value = value.strip_prefix('"').unwrap().strip_suffix('"').unwrap();
        (name.to_owned(), value.to_owned())
    };
    let labels = labels.split(',').map(pair).collect();
    (name.to_owned(), labels, value)
}

/// Asserts the OpenMetrics text format: every sample belongs to a family described before it, is named as its type and
/// unit demand, and histograms add up.
fn must_be_open_metrics(text: &str) {
    let body = text.strip_suffix("# EOF\n").expect("it ends so");
    let mut described: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    let mut samples = Vec::new();
    let mut family = "";
    for line in body.lines() {
        if let Some(rest) = line.strip_prefix("# ") {
            let mut words = rest.splitn(3, ' ');
            let (what, name) = (words.next().unwrap(), words.next().unwrap());
            assert!(["HELP", "TYPE", "UNIT"].contains(&what), "{line}");
            if name != family {
                assert!(!described.contains_key(name), "described twice: {line}");
                family = name;
            }
            let about = described.entry(name).or_default();
            assert!(
                about.insert(what, words.next().unwrap()).is_none(),
                "{line}"
            );
            continue;
        }
        let (name, labels, value) = sample(line);
        assert!(!family.is_empty() && name.starts_with(family), "{line}");
        let known = |c: char| c.is_ascii_alphanumeric() || c == '_';
        assert!(
            name.starts_with("rookery_") && name.chars().all(known),
            "{line}"
        );
        let end = &name[family.len()..];
        let ends: &[&str] = match described[family]["TYPE"] {
            "counter" => &["_total"],
            "histogram" => &["_bucket", "_count", "_sum"],
            "gauge" => &[""],
            other => panic!("{other}"),
        };
        assert!(ends.contains(&end), "{line}");
        samples.push((family, end.to_owned(), labels, value));
    }
    for (name, about) in &described {
        assert!(
            about["HELP"].ends_with('.') && about["HELP"].len() > 10,
            "{name}: {about:?}"
        );
        // A measured value has a unit, which its name includes.
        match about.get("UNIT") {
            Some(unit) => assert!(name.ends_with(&format!("_{unit}")), "{name}: {unit}"),
            None => assert_ne!(about["TYPE"], "histogram", "{name}"),
        }
    }
    for (family, end, labels, value) in &samples {
        if end != "_count" {
            continue;
        }
        let buckets: Vec<(f64, f64)> = samples
            .iter()
            .filter(|(of, end, ..)| of == family && end == "_bucket")
            .filter(|(.., of, _)| {
                labels
                    .iter()
                    .all(|(name, value)| of.get(name) == Some(value))
            })
            .map(|(.., labels, value)| {
                (labels["le"].replace("+Inf", "inf").parse().unwrap(), *value)
            })
            .collect();
        assert!(
            buckets.is_sorted() && buckets.is_sorted_by_key(|(_, count)| *count),
            "{family}"
        );
        assert_eq!(buckets.last(), Some(&(f64::INFINITY, *value)), "{family}");
    }
}
