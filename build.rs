//! Build script of the addon: has it linked as Node loads it.

use std::env;

fn main() {
    napi_build::setup();
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|it| it == "linux") {
        // The addon calls its own functions: another program's functions of the same name stay out. zig, which
        // links releases, does not know the flag that is for functions alone; the addon exports nothing else.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    }
}
