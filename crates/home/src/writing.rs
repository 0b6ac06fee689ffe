//! Reading and writing files of the user: within bounds, in one step, and through links.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;

/// Reads a file of no more than `most` bytes: a device has no end, and a name may be that of any file.
///
/// # Errors
/// Returns the error of the system; [`io::ErrorKind::FileTooLarge`] if the file has more bytes.
pub fn read_within(file: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // one byte more than allowed shows that the file is too long, without reading the rest
    File::open(file)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let what = format!("it has more than the {most} bytes that such a file may have");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// Reads a text as [`read_within`] reads bytes.
pub(crate) fn read_text_within(file: &Path, most: u64) -> io::Result<String> {
    let bytes = read_within(file, most)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Makes a new file of these bytes, durably; a failure leaves none.
///
/// # Errors
/// Returns the error of the system, also if a file of that name is there.
pub fn create(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut handle = File::create_new(file)?;
    let written = handle.write_all(bytes).and_then(|()| handle.sync_all());
    written
        .and_then(|()| sync_name(&handle, file))
        .inspect_err(|_| {
            let _ = fs::remove_file(file);
        })
}

/// Makes a file exactly these bytes, in one step and durably: a failure leaves the file as it was. If the name is a
/// link, the file that it leads to is written, and the link stays.
///
/// # Errors
/// Returns the error of the system.
pub fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_by(
        fs::OpenOptions::new(),
        file,
        bytes,
        |fresh, target| match fs::metadata(target) {
            Ok(before) => fs::set_permissions(fresh, before.permissions()),
            Err(_) => Ok(()),
        },
    )
}

/// As [`replace`], for a file that only its owner may read.
pub(crate) fn replace_private(file: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_by(private_options(), file, bytes, |_, _| Ok(()))
}

fn replace_by(
    mut options: fs::OpenOptions,
    file: &Path,
    bytes: &[u8],
    keep_rights: impl Fn(&Path, &Path) -> io::Result<()>,
) -> io::Result<()> {
    // the rename below would put a file in place of a link
    let target = target_of(file)?;
    if fs::metadata(&target).is_ok_and(|data| !data.is_file()) {
        // the thing in the way may be a folder, or a device of the system
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "what is there under that name is no regular file",
        ));
    }
    // in the same folder: a rename from one file system to another is no single step
    let fresh = target.with_file_name(fresh_name()?);
    let mut handle = options.write(true).create_new(true).open(&fresh)?;
    let mut written = || -> io::Result<()> {
        handle.write_all(bytes)?;
        // before the rename: otherwise a crash could leave the name with an empty file
        handle.sync_all()?;
        // a file that the user has opened to others, or closed, stays so
        keep_rights(&fresh, &target)?;
        put_in_place(&fresh, &target)
    };
    written().inspect_err(|_| {
        let _ = fs::remove_file(&fresh);
    })?;
    // the file is replaced: an error would tell the caller that it is as it was
    if let Err(error) = sync_name(&handle, &target) {
        tracing::warn!(%error, file = %target.display(), "a crash of the system could bring back the old file");
    }
    Ok(())
}

/// The file that a name leads to, through links; a link may lead to a file that is not there yet.
fn target_of(file: &Path) -> io::Result<PathBuf> {
    /// No way through links is longer.
    const LONGEST: usize = 40;
    let mut target = file.to_owned();
    for _ in 0..LONGEST {
        match fs::read_link(&target) {
            // a relative link starts from the link's own folder; `join` takes an absolute one as it is
            Ok(next) => target = target.with_file_name("").join(next),
            // no link, or nothing at all
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("the links lead round in a circle"))
}

/// A short name that no file has: the whole name of a file may be as long as a name can be.
fn fresh_name() -> io::Result<String> {
    // random, since two programs may write beside each other
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(format!(".warlord-{}", HEXLOWER.encode(&random)))
}

/// Options that make a file only its owner may read. On systems without Unix permissions the data folder lies in the
/// user's own profile, whose access list protects the folder.
pub fn private_options() -> fs::OpenOptions {
    let options = fs::OpenOptions::new();
    #[cfg(unix)]
    let options = {
        use std::os::unix::fs::OpenOptionsExt as _;
        let mut options = options;
        options.mode(0o600);
        options
    };
    options
}

/// Who could read a private file before it was opened here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Exposure {
    /// Its owner alone.
    #[default]
    None,
    /// Other users of this computer, until now.
    Closed,
    /// Other users of this computer, and they still can: the file is another user's, or the disk keeps no permissions.
    Open,
}

impl Exposure {
    /// A sentence for the user about that file; `None` if there is nothing to say.
    pub fn in_words(self, file: &Path) -> Option<String> {
        let file = file.display();
        match self {
            Self::None => None,
            Self::Closed => Some(format!(
                "Other users of this computer could read {file}, which holds your secrets; now only you can."
            )),
            Self::Open => Some(format!(
                "Other users of this computer can read {file}, which holds your secrets: allow only yourself to read it, or move it to a disk that keeps permissions."
            )),
        }
    }
}

/// Takes the permissions of all users but the owner from an open private file.
pub(crate) fn close_to_others(file: &File) -> Exposure {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        const OTHERS: u32 = 0o077;
        let mode = || file.metadata().map(|data| data.permissions().mode());
        let is_open = |mode: io::Result<u32>| mode.is_ok_and(|mode| mode & OTHERS != 0);
        let Ok(before) = mode() else {
            return Exposure::None;
        };
        if before & OTHERS == 0 {
            return Exposure::None;
        }
        let tight = fs::Permissions::from_mode(before & 0o7777 & !OTHERS);
        // looked at again: some disks take every change and keep none
        match file.set_permissions(tight).is_ok() && !is_open(mode()) {
            true => Exposure::Closed,
            false => Exposure::Open,
        }
    }
    // the folder is in the user's own profile, whose access list protects it
    #[cfg(not(unix))]
    {
        let _ = file;
        Exposure::None
    }
}

/// Reads a private text as [`read_text_within`] does, and closes it to other users.
pub(crate) fn read_private_text(file: &Path, most: u64) -> io::Result<String> {
    let text = read_text_within(file, most)?;
    let exposure = File::open(file).map_or(Exposure::None, |file| close_to_others(&file));
    if let Some(words) = exposure.in_words(file) {
        tracing::warn!("{words}");
    }
    Ok(text)
}

pub(crate) fn make_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(path)
}

/// True if the path still names the open file. Programs that sync folders put a new file in place of an old one;
/// what is written to the old one would be lost.
pub fn is_still(path: &Path, file: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let id = |data: fs::Metadata| (data.dev(), data.ino());
        let named = fs::metadata(path).map(id);
        let open = file.metadata().map(id);
        // device and number are the file itself, whatever its name
        matches!((named, open), (Ok(named), Ok(open)) if named == open)
    }
    // of a handle of its own, since `same_file` closes what it was given
    #[cfg(not(unix))]
    {
        let open = file.try_clone().and_then(same_file::Handle::from_file);
        match (same_file::Handle::from_path(path), open) {
            (Ok(named), Ok(open)) => named == open,
            (Err(error), _) => error.kind() != io::ErrorKind::NotFound,
            // a match must not end because the system does not say which file that is
            (Ok(_), Err(_)) => true,
        }
    }
}

/// Flushes the name of a file that was just made or renamed to disk: without it a crash could bring back the name's old
/// file, or none. On Windows no folder can be flushed; there a flush of the file itself writes the journal of NTFS, in
/// which the name is.
pub fn sync_name(file: &File, path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        // the handle counts on Windows only
        let _ = file;
        let folder = path.parent().unwrap_or(path);
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        match File::open(folder)?.sync_all() {
            // network shares, shared folders of virtual machines and some FUSE file systems cannot flush a folder;
            // nothing better can be done there, and the file itself is flushed
            Err(error) if cannot_flush(&error) => Ok(()),
            done => done,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        file.sync_all()
    }
}

/// Returns `true` for the answer of a file system that has no flush of folders: `EINVAL`, `EOPNOTSUPP` or `ENOSYS`.
#[cfg(unix)]
fn cannot_flush(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
    )
}

/// Renames a file over another one, or none, in one step.
pub(crate) fn put_in_place(fresh: &Path, target: &Path) -> io::Result<()> {
    /// How often Windows is asked again, with a pause between: a scanner or an indexer that has just opened the file
    /// is done within some hundredths of a second.
    #[cfg(windows)]
    const TRIES: u32 = 25;
    #[cfg(windows)]
    for _ in 1..TRIES {
        match fs::rename(fresh, target) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied || is_held(&error) => {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            done => return done,
        }
    }
    fs::rename(fresh, target)
}

/// Opens a file and holds it against other programs until it is closed; none if another program holds it. Anybody can
/// read it meanwhile.
pub(crate) fn open_held(options: &mut fs::OpenOptions, path: &Path) -> io::Result<Option<File>> {
    // a lock of Windows would keep others from reading too: there nobody else may open it for writing
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt as _;
        /// `FILE_SHARE_READ` and `FILE_SHARE_DELETE`.
        const NOT_WRITING: u32 = 1 | 4;
        options.share_mode(NOT_WRITING);
    }
    let file = match options.open(path) {
        Ok(file) => file,
        Err(error) if is_held(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    match hold(&file) {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Locks an open file where that is what holds it.
fn hold(file: &File) -> Result<(), TryLockError> {
    match cfg!(windows) {
        true => Ok(()),
        false => file.try_lock().map_err(|error| match error {
            TryLockError::Error(error) => TryLockError::Error(without_locks(error)),
            held => held,
        }),
    }
}

/// Locks an open file, and waits for other programs that hold it.
pub(crate) fn lock(file: &File) -> io::Result<()> {
    file.lock().map_err(without_locks)
}

/// Locks an open file against those who write it, and waits for them.
pub(crate) fn lock_shared(file: &File) -> io::Result<()> {
    file.lock_shared().map_err(without_locks)
}

/// A file system where no file can be held against other programs, such as NFS without its lock service.
#[derive(Debug, thiserror::Error)]
#[error("this disk has no locks ({0})")]
struct NoLocks(io::Error);

/// What to do on a disk for which [`has_no_locks`] holds.
pub(crate) const WITHOUT_LOCKS: &str = "the disk has no locks, as NFS has none without its lock service: name a folder on another disk in WARLORD_HOME, and one for WARLORD_STATE if that is there too";

/// The error of a lock: an interruption, or a file system without locks, since `flock` fails for no other reason.
fn without_locks(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::Interrupted => error,
        _ => io::Error::new(io::ErrorKind::Unsupported, NoLocks(error)),
    }
}

/// Returns `true` for the error of a file that could not be locked because its file system has no locks.
pub(crate) fn has_no_locks(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<NoLocks>())
}

/// Gives a lock back. The standard library asks Windows twice, since a file may be locked in two ways; Wine answers the
/// second time that another one holds the lock, and Windows that there is none.
pub(crate) fn unlock(file: &File) -> io::Result<()> {
    const LOCK_VIOLATION: i32 = 33;
    match file.unlock() {
        Err(error) if cfg!(windows) && error.raw_os_error() == Some(LOCK_VIOLATION) => Ok(()),
        done => done,
    }
}

/// True if another program holds the file at that path by [`open_held`].
pub(crate) fn is_held_at(path: &Path) -> bool {
    let mut options = fs::OpenOptions::new();
    // who holds it on Windows keeps others from writing only
    let opened = options.read(true).write(cfg!(windows)).open(path);
    match opened {
        Ok(file) => matches!(hold(&file), Err(TryLockError::WouldBlock)),
        Err(error) => is_held(&error),
    }
}

/// True for the refusal of Windows to open a file that another handle does not share.
fn is_held(error: &io::Error) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    cfg!(windows) && error.raw_os_error() == Some(SHARING_VIOLATION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_an_end_is_not_read_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a");
        fs::write(&file, [7; 10]).expect("written");
        assert_eq!(read_within(&file, 10).expect("short enough"), [7; 10]);
        let refused = read_within(&file, 9).expect_err("too long");
        assert_eq!(refused.kind(), io::ErrorKind::FileTooLarge);
        #[cfg(unix)]
        assert!(read_within(Path::new("/dev/zero"), 4096).is_err());
    }

    #[test]
    fn a_held_file_is_read_and_replaced_by_name_but_not_held_twice() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a");
        let mut options = private_options();
        options.read(true).append(true).create_new(true);
        let mut first = open_held(&mut options, &file).expect("made").expect("free");
        first.write_all(b"one").expect("written");
        assert!(is_held_at(&file));
        assert_eq!(read_within(&file, 10).expect("read by others"), b"one");
        let mut options = private_options();
        options.read(true).append(true);
        let second = open_held(&mut options, &file).expect("there");
        assert!(second.is_none(), "held twice");
        // Windows puts nothing in the place of an open file on every disk
        let first = match cfg!(unix) {
            true => Some(first),
            false => {
                drop(first);
                None
            }
        };
        replace(&file, b"two").expect("replaced");
        assert!(first.as_ref().is_none_or(|first| !is_still(&file, first)));
        drop(first);
        assert!(!is_held_at(&file) && !is_held_at(&folder.path().join("b")));
        assert_eq!(read_within(&file, 10).expect("there"), b"two");
        let now = open_held(&mut options, &file)
            .expect("there")
            .expect("free");
        assert!(is_still(&file, &now));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_cannot_be_flushed_costs_nothing() {
        // a folder of `/proc` answers EINVAL, as network shares do
        let refused = File::open("/proc/self").and_then(|folder| folder.sync_all());
        assert!(refused.is_err_and(|error| cannot_flush(&error)));
        let file = File::open("/proc/self/status").expect("there");
        sync_name(&file, Path::new("/proc/self/status")).expect("nothing better can be done");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_disk_without_locks_is_named_with_what_to_do() {
        use std::os::unix::fs::OpenOptionsExt as _;
        /// A handle of the name alone, of which `flock` says EBADF, as it does on NFS without locks.
        const O_PATH: i32 = 0o10_000_000;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.key");
        fs::write(&file, "a").expect("written");
        let mut options = fs::OpenOptions::new();
        options.read(true).custom_flags(O_PATH);
        let waited = lock(&options.open(&file).expect("there")).expect_err("no locks");
        let source = open_held(&mut options, &file).expect_err("no locks");
        assert!(has_no_locks(&source) && has_no_locks(&waited));
        assert!(source.to_string().starts_with("this disk has no locks"));
        let error = crate::StorageError::Unwritable { file, source };
        assert!(
            error.advice().contains("WARLORD_HOME"),
            "{}",
            error.advice()
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_what_it_leads_to_is_written() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("dotfiles")).expect("a folder");
        fs::write(at("dotfiles/real"), "old").expect("written");
        let mode = fs::Permissions::from_mode(0o640);
        fs::set_permissions(at("dotfiles/real"), mode).expect("set");
        symlink("dotfiles/real", at("second")).expect("a link");
        symlink(at("second"), at("first")).expect("a link");
        replace(&at("first"), b"new").expect("written");
        assert!(at("first").is_symlink() && at("second").is_symlink());
        assert_eq!(fs::read(at("dotfiles/real")).expect("there"), b"new");
        let mode = fs::metadata(at("dotfiles/real"))
            .expect("there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o640);
        // a key is for its owner alone, whatever the file was before
        replace_private(&at("first"), b"key").expect("written");
        let mode = fs::metadata(at("dotfiles/real"))
            .expect("there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
        // a link to what is not there yet
        symlink("dotfiles/later", at("third")).expect("a link");
        replace(&at("third"), b"now").expect("written");
        assert_eq!(fs::read(at("dotfiles/later")).expect("there"), b"now");
        assert_eq!(fs::read_dir(at("dotfiles")).expect("a folder").count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_cannot_be_replaced_stays_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let blocked = folder.path().join("a");
        fs::create_dir(&blocked).expect("a folder");
        fs::write(blocked.join("b"), "b").expect("written");
        assert!(replace(&blocked, b"new").is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_behind_a_link_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let link = folder.path().join("a");
        std::os::unix::fs::symlink("/dev/null", &link).expect("a link");
        let refused = replace(&link, b"new").expect_err("no regular file");
        assert!(refused.to_string().contains("no regular file"), "{refused}");
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
    }
}
