//! Folders of stores: a local test server lists its objects as S3 does (`ListObjectsV2`), as Google Cloud
//! Storage does in its XML API, and as Azure does (`List Blobs`).

use std::collections::BTreeSet;
use std::io::Read as _;
use std::process::Command;

use audit960_source::{FileNames, Input, discover, stored_inputs};

use super::server::{Answer, Request, serve};

/// The keys of bucket `games`. The content of each object is its key.
const KEYS: [&str; 8] = [
    "archive/b.pgn",
    "archive/a b%.pgn",
    "archive/deep/er/c.epd.gz",
    "archive/deep/z.zip",
    "archive/notes.txt",
    "archive/deep/pgn",
    "archive-2/d.pgn",
    "other/e.pgn",
];

fn answer(request: &Request) -> Answer {
    // Paths of the Azure emulator begin with the account.
    let azure = request.path.strip_prefix("/devstoreaccount1");
    let path = azure.unwrap_or(&request.path);
    let lists = request.query.contains_key("delimiter");
    let (status, body) = match path
        .strip_prefix("/games")
        .map(|key| key.trim_start_matches('/'))
    {
        Some(key) if KEYS.contains(&key) => match request.range() {
            Some(_) => ("206 Partial Content", key.to_owned()),
            None => ("200 OK", key.to_owned()),
        },
        Some("") if lists => ("200 OK", listed(request, azure.is_some())),
        _ => return Answer::empty("404 Not Found"),
    };
    let size = body.len();
    Answer {
        status,
        headers: vec![
            ("etag", "\"1\"".to_owned()),
            ("last-modified", "Mon, 02 Jan 2023 03:04:05 GMT".to_owned()),
            (
                "content-range",
                format!("bytes 0-{}/{size}", size.saturating_sub(1)),
            ),
        ],
        body: body.into_bytes(),
    }
}

/// The keys that begin with a prefix, up to the next delimiter.
fn listed(request: &Request, azure: bool) -> String {
    let value = |name: &str| request.query.get(name).map_or("", String::as_str);
    let prefix = value("prefix");
    assert_eq!(value("delimiter"), "/");
    let (mut folders, mut text) = (BTreeSet::new(), String::new());
    for key in KEYS {
        let Some(rest) = key.strip_prefix(prefix) else {
            continue;
        };
        let size = key.len();
        if let Some((folder, _)) = rest.split_once('/') {
            folders.insert(format!("{prefix}{folder}/"));
        } else if azure {
            text += &format!(
                "<Blob><Name>{key}</Name><Properties><Last-Modified>Mon, 02 Jan 2023 03:04:05 GMT\
                 </Last-Modified><Etag>1</Etag><Content-Length>{size}</Content-Length><Content-Type>text/plain</Content-Type></Properties></Blob>"
            );
        } else {
            text += &format!(
                "<Contents><Key>{key}</Key><LastModified>2023-01-02T03:04:05.000Z</LastModified>\
                 <ETag>&quot;1&quot;</ETag><Size>{size}</Size></Contents>"
            );
        }
    }
    for folder in folders {
        text += &if azure {
            format!("<BlobPrefix><Name>{folder}</Name></BlobPrefix>")
        } else {
            format!("<CommonPrefixes><Prefix>{folder}</Prefix></CommonPrefixes>")
        };
    }
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    if azure {
        format!("{head}<EnumerationResults><Blobs>{text}</Blobs></EnumerationResults>")
    } else {
        format!("{head}<ListBucketResult>{text}</ListBucketResult>")
    }
}

/// The store is set by the environment, so the test runs again in a process of its own for each store.
#[test]
fn archives_below_a_prefix_are_inputs() {
    if let Ok(bucket) = std::env::var("STAND_IN") {
        return archives_below(&bucket);
    }
    let address = serve(answer);
    let google = format!(
        r#"{{"gcs_base_url": "{address}", "disable_oauth": true, "client_email": "", "private_key": "",
            "private_key_id": ""}}"#
    );
    let stores = [
        (
            "s3://games",
            vec![
                ("AWS_ENDPOINT", &*address),
                ("AWS_REGION", "eu-1"),
                ("AWS_ACCESS_KEY_ID", "x"),
                ("AWS_SECRET_ACCESS_KEY", "y"),
            ],
        ),
        ("gs://games", vec![("GOOGLE_SERVICE_ACCOUNT_KEY", &*google)]),
        (
            "az://games",
            vec![
                ("AZURE_STORAGE_USE_EMULATOR", "true"),
                ("AZURITE_BLOB_STORAGE_URL", &*address),
            ],
        ),
    ];
    for (bucket, names) in stores {
        let program = std::env::current_exe().unwrap();
        let again = Command::new(program)
            .args([
                "--exact",
                "objects::listing::archives_below_a_prefix_are_inputs",
                "--nocapture",
            ])
            .envs([("STAND_IN", bucket), ("ALLOW_HTTP", "true")])
            .envs(names)
            .status();
        assert!(again.unwrap().success(), "{bucket}");
    }
}

fn archives_below(bucket: &str) {
    let all = |keys: &[&str]| -> Vec<String> {
        keys.iter().map(|key| format!("{bucket}/{key}")).collect()
    };
    let names = |keys: &[&str]| {
        let arguments = all(keys);
        let discovery = discover(&arguments).unwrap();
        let named: Vec<String> = discovery
            .inputs
            .iter()
            .map(|input| input.name().to_owned())
            .collect();
        let stored = stored_inputs(&arguments, FileNames::Absolute).unwrap();
        let once: BTreeSet<&str> = named.iter().map(String::as_str).collect();
        assert_eq!(
            stored
                .iter()
                .map(|input| input.name())
                .collect::<BTreeSet<_>>(),
            once
        );
        assert_eq!(stored.len(), once.len());
        for object in stored {
            let mut text = String::new();
            object
                .read_from(0)
                .unwrap()
                .read_to_string(&mut text)
                .unwrap();
            assert_eq!(
                format!("{bucket}/{}", text.replace('%', "%25")),
                object.name()
            );
        }
        (named, discovery.ignored_files.count())
    };
    let archive = [
        "archive/a b%25.pgn",
        "archive/b.pgn",
        "archive/deep/er/c.epd.gz",
        "archive/deep/z.zip",
    ];
    assert_eq!(names(&["archive/"]), (all(&archive), 2));
    let below = all(&["archive/deep/er/c.epd.gz"]);
    assert_eq!(names(&["archive/deep/er/"]), (below, 0));
    assert_eq!(names(&[""]).0.len(), 6);
    // What is named twice is read once; an object that is named is read whatever its name.
    let (found, _) = names(&["archive/notes.txt", "archive/b.pgn", "archive/"]);
    assert_eq!(found.len(), 6);
    let twice = all(&["archive/b.pgn"; 2]);
    let discovery = discover(&twice).unwrap();
    assert_eq!(
        discovery.inputs.iter().map(Input::name).collect::<Vec<_>>(),
        twice
    );

    for nothing in all(&["none/", "none.pgn"]) {
        let error = discover(std::slice::from_ref(&nothing))
            .unwrap_err()
            .to_string();
        assert!(error.contains(&nothing), "{error}");
        let error = stored_inputs(std::slice::from_ref(&nothing), FileNames::Absolute)
            .unwrap_err()
            .to_string();
        assert!(error.contains(&nothing), "{error}");
    }
}
