//! Everything that a script must not be able to do, tried by the child itself in the place of a script. The
//! results are the report of `doctor`.

use std::fs;
use std::io;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::process::Command;

use serde::{Deserialize, Serialize};

/// One attempt to escape the sandbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxProbe {
    /// The name of the attempt, such as `read a file` or `start a process`.
    pub what: String,
    /// The reason why it failed; `None` when it worked.
    pub refused: Option<String>,
}

#[cfg(windows)]
const SOME_FILE: &str = r"C:\Windows\win.ini";
#[cfg(not(windows))]
const SOME_FILE: &str = "/etc/passwd";

#[cfg(windows)]
const SOME_PROGRAM: &str = r"C:\Windows\System32\rundll32.exe";
#[cfg(not(windows))]
const SOME_PROGRAM: &str = "/bin/true";

/// A port on which nothing listens: where sockets are allowed, the error is of the connection and not of the
/// socket.
const DISCARD: &str = "127.0.0.1:9";

/// Makes all attempts. Any that succeeds is undone.
pub(crate) fn try_to_escape() -> Vec<SandboxProbe> {
    let mut attempts = vec![
        attempt("read a file", fs::File::open(SOME_FILE)),
        attempt("write a file", write_file()),
        attempt("list a folder", fs::read_dir("/")),
        attempt("listen on a TCP port", TcpListener::bind("127.0.0.1:0")),
        attempt("connect to a TCP port", connect()),
        attempt("open a UDP socket", UdpSocket::bind("127.0.0.1:0")),
        attempt("start a process", start_process()),
        attempt("read the environment", environment()),
    ];
    attempts.extend(unix_attempts());
    attempts
}

fn attempt<T>(what: &str, result: io::Result<T>) -> SandboxProbe {
    SandboxProbe { what: what.to_owned(), refused: result.err().map(|error| error.to_string()) }
}

fn write_file() -> io::Result<()> {
    let path = std::env::temp_dir().join(format!("scenewright-attempt-{}", std::process::id()));
    fs::File::create_new(&path)?;
    fs::remove_file(path)
}

fn connect() -> io::Result<()> {
    match TcpStream::connect(DISCARD) {
        // Refused by the other side: the attempt to reach it was allowed.
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => Ok(()),
        other => other.map(drop),
    }
}

fn start_process() -> io::Result<()> {
    Command::new(SOME_PROGRAM).spawn()?.wait().map(drop)
}

fn environment() -> io::Result<()> {
    let names: Vec<_> = std::env::vars_os().map(|(name, _)| name).collect();
    // Programs do not start without this one on Windows, and it is no secret.
    if names.iter().all(|name| cfg!(windows) && name == "SystemRoot") {
        return Err(io::Error::other("the environment is empty"));
    }
    Ok(())
}

#[cfg(unix)]
fn unix_attempts() -> Vec<SandboxProbe> {
    use std::os::unix::net::UnixDatagram;

    let signal = rustix::process::test_kill_process(rustix::process::Pid::INIT).map_err(io::Error::from);
    vec![attempt("open a local socket", UnixDatagram::unbound()), attempt("signal another process", signal)]
}

#[cfg(not(unix))]
fn unix_attempts() -> Vec<SandboxProbe> {
    Vec::new()
}
