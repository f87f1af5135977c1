//! The file that this code was loaded from: the addon, or a program that has it in it.

use std::path::PathBuf;
use std::sync::OnceLock;

/// Returns the path of the file that has this function in it, where the system knows it.
pub(super) fn code_file() -> Option<&'static PathBuf> {
    static FILE: OnceLock<Option<PathBuf>> = OnceLock::new();
    // The path may be relative, and the folder of this process may change.
    FILE.get_or_init(|| std::path::absolute(loaded_from()?).ok()).as_ref()
}

#[cfg(unix)]
fn loaded_from() -> Option<PathBuf> {
    use std::ffi::{CStr, OsStr};
    use std::mem::MaybeUninit;
    use std::os::unix::ffi::OsStrExt;

    let mut found = MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: the address is that of a function of this code. The structure is filled when the answer is not 0, and its name
    // is a string of the loader that stays as long as this code.
    let name = unsafe {
        if libc::dladdr((loaded_from as *const ()).cast(), found.as_mut_ptr()) == 0 {
            return None;
        }
        let name = found.assume_init().dli_fname;
        if name.is_null() {
            return None;
        }
        CStr::from_ptr(name)
    };
    Some(OsStr::from_bytes(name.to_bytes()).into())
}

#[cfg(windows)]
fn loaded_from() -> Option<PathBuf> {
    use std::ffi::OsString;
    use std::os::windows::ffi::OsStringExt;
    use std::ptr;

    use windows_sys::Win32::System::LibraryLoader::{
        GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
        GetModuleFileNameW, GetModuleHandleExW,
    };

    /// The longest path that Windows has.
    const MAX_PATH_LEN: usize = 32_768;

    let flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    let mut module = ptr::null_mut();
    let mut path = vec![0_u16; MAX_PATH_LEN];
    // SAFETY: with these flags the second argument is an address within the module, here that of a function of this code;
    // every pointer lives until its call returns.
    let length = unsafe {
        if GetModuleHandleExW(flags, (loaded_from as *const ()).cast(), &raw mut module) == 0 {
            return None;
        }
        GetModuleFileNameW(module, path.as_mut_ptr(), MAX_PATH_LEN as u32)
    };
    (length > 0).then(|| OsString::from_wide(&path[..length as usize]).into())
}

#[cfg(not(any(unix, windows)))]
fn loaded_from() -> Option<PathBuf> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_file_of_tests_is_their_program() {
        let own = std::env::current_exe().unwrap();
        assert_eq!(code_file().unwrap().canonicalize().unwrap(), own.canonicalize().unwrap());
    }
}
