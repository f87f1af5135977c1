//! Build script of the addon: has it linked as Node loads it.

fn main() {
    napi_build::setup();
}
