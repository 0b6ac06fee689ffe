/* Loaded before the program: lets calls of one kind fail, from a certain one on, where they write below a folder.

   FAULT_UNDER the folder, FAULT_KIND write, sync, open or rename, FAULT_AT the first call that fails, counted from 1,
   FAULT_ERRNO the error, FAULT_LOG a file that is made once a call has failed. A failing write writes half of what it was
   given before, as a full disk does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int count;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

static int is_under(const char *path) {
    const char *under = getenv("FAULT_UNDER");
    char whole[PATH_MAX];
    if (!under || !path) return 0;
    if (path[0] != '/') {
        char folder[PATH_MAX / 2];
        if (!getcwd(folder, sizeof folder)) return 0;
        snprintf(whole, sizeof whole, "%s/%s", folder, path);
        path = whole;
    }
    return strncmp(path, under, strlen(under)) == 0;
}

static int is_file_under(int fd) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    /* a pipe has no path */
    return path[0] == '/' && is_under(path);
}

/* The number of failing calls so far, this one included; 0 where this one does not fail. */
static int fails(const char *kind) {
    const char *wanted = getenv("FAULT_KIND"), *at = getenv("FAULT_AT"), *log = getenv("FAULT_LOG");
    if (!wanted || !at || strcmp(wanted, kind)) return 0;
    int number = __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
    int failing = number - atoi(at) + 1;
    if (failing < 1) return 0;
    if (failing == 1 && log) {
        int (*open_really)(const char *, int, ...) = real("open");
        int fd = open_really(log, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        if (fd >= 0) close(fd);
    }
    const char *error = getenv("FAULT_ERRNO");
    errno = error ? atoi(error) : EIO;
    return failing;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    ssize_t (*write_really)(int, const void *, size_t) = real("write");
    if (is_file_under(fd)) {
        int failing = fails("write");
        if (failing == 1 && length > 1) return write_really(fd, bytes, length / 2);
        if (failing) return -1;
    }
    return write_really(fd, bytes, length);
}

int fsync(int fd) {
    int (*sync_really)(int) = real("fsync");
    return is_file_under(fd) && fails("sync") ? -1 : sync_really(fd);
}

int fdatasync(int fd) {
    int (*sync_really)(int) = real("fdatasync");
    return is_file_under(fd) && fails("sync") ? -1 : sync_really(fd);
}

int rename(const char *from, const char *to) {
    int (*rename_really)(const char *, const char *) = real("rename");
    return is_under(to) && fails("rename") ? -1 : rename_really(from, to);
}

#define OPEN(name)                                                                    \
    int name(const char *path, int flags, ...) {                                      \
        int (*open_really)(const char *, int, ...) = real(#name);                     \
        mode_t mode = 0;                                                              \
        if (flags & O_CREAT) {                                                        \
            va_list more;                                                             \
            va_start(more, flags);                                                    \
            mode = va_arg(more, int);                                                 \
            va_end(more);                                                             \
        }                                                                             \
        int writes = (flags & O_ACCMODE) != O_RDONLY;                                 \
        if (writes && is_under(path) && fails("open")) return -1;                     \
        return open_really(path, flags, mode);                                        \
    }
OPEN(open)
OPEN(open64)
