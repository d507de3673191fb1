/* Stands between a program and the C library: counts the operations that change files below a folder, kills the
   program before one of them, and writes down what they did.

   DEATH_ROOT  the folder, a real path without links
   DEATH_AT    the number of the operation, from 1, before which the program is killed
   DEATH_TORN  if set, and the operation is a write, half of it is still written
   DEATH_LOG   a file for a record of each operation: a line of fields, for writes followed by the bytes

   Preloaded by tests; no part of the program. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *root;
static size_t root_length;
static long at = -1, done;
static int torn, log_file = -1;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
    root = getenv("DEATH_ROOT");
    root_length = root ? strlen(root) : 0;
    const char *number = getenv("DEATH_AT");
    at = number ? atol(number) : -1;
    torn = getenv("DEATH_TORN") != NULL;
    const char *path = getenv("DEATH_LOG");
    if (path) log_file = REAL(open64)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

/* The path of a descriptor, or of a name in a folder. */
static void path_of(int folder, const char *name, char *out) {
    if (name && name[0] == '/') {
        snprintf(out, PATH_MAX, "%s", name);
        return;
    }
    char link[64];
    out[0] = 0;
    if (folder == AT_FDCWD) {
        if (!getcwd(out, PATH_MAX)) out[0] = 0;
    } else {
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, out, PATH_MAX - 1);
        out[length > 0 ? length : 0] = 0;
    }
    if (name) {
        size_t length = strlen(out);
        snprintf(out + length, PATH_MAX - length, "/%s", name);
    }
}

static int is_below(const char *path) {
    return root && !strncmp(path, root, root_length) && (path[root_length] == '/' || !path[root_length]);
}

/* Counts an operation on `path`; the lock is held until `after`. Returns whether it counts. */
static int before(const char *path, int is_write) {
    if (!is_below(path)) return 0;
    pthread_mutex_lock(&lock);
    done++;
    if (done == at && !(torn && is_write)) kill(getpid(), SIGKILL);
    return 1;
}

static void after(int counted, const char *what, const char *path, const char *other, long offset,
                  const void *bytes, long length) {
    if (!counted) return;
    int saved = errno;
    if (log_file >= 0) {
        char line[3 * PATH_MAX];
        int count = snprintf(line, sizeof line, "%s\t%s\t%s\t%ld\t%ld\n", what, path, other ? other : "",
                             offset, length);
        if (REAL(write)(log_file, line, count) < 0) abort();
        if (bytes && length > 0 && REAL(write)(log_file, bytes, length) < 0) abort();
    }
    if (done == at) kill(getpid(), SIGKILL);
    errno = saved;
    pthread_mutex_unlock(&lock);
}

static int opened(int folder, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    path_of(folder, name, path);
    int changes = (flags & (O_CREAT | O_TRUNC)) && is_below(path);
    struct stat found;
    int there = changes && stat(path, &found) == 0;
    int counted = changes && (!there || (flags & O_TRUNC)) ? before(path, 0) : 0;
    int file = REAL(openat64)(folder, name, flags, mode);
    if (counted && file < 0) {
        pthread_mutex_unlock(&lock);
        return file;
    }
    after(counted, there ? "truncate" : "create", path, NULL, 0, NULL, 0);
    return file;
}

#define MODE(flags, last)                       \
    mode_t mode = 0;                            \
    if ((flags) & (O_CREAT | O_TMPFILE)) {      \
        va_list rest;                           \
        va_start(rest, last);                   \
        mode = va_arg(rest, mode_t);            \
        va_end(rest);                           \
    }

int open(const char *name, int flags, ...) { MODE(flags, flags) return opened(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { MODE(flags, flags) return opened(AT_FDCWD, name, flags, mode); }
int openat(int folder, const char *name, int flags, ...) { MODE(flags, flags) return opened(folder, name, flags, mode); }
int openat64(int folder, const char *name, int flags, ...) { MODE(flags, flags) return opened(folder, name, flags, mode); }

ssize_t write(int file, const void *bytes, size_t length) {
    char path[PATH_MAX];
    if (file == log_file || !root) return REAL(write)(file, bytes, length);
    path_of(file, NULL, path);
    int counted = before(path, 1);
    if (counted && done == at && torn) length /= 2;
    long offset = counted ? lseek(file, 0, SEEK_CUR) : 0;
    ssize_t written = REAL(write)(file, bytes, length);
    after(counted, "write", path, NULL, offset, bytes, written);
    return written;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    /* One part at a time; callers write the rest themselves. */
    for (int part = 0; part < count; part++)
        if (parts[part].iov_len) return write(file, parts[part].iov_base, parts[part].iov_len);
    return 0;
}

static int truncated(int file, off64_t length) {
    char path[PATH_MAX];
    path_of(file, NULL, path);
    int counted = before(path, 0);
    int result = REAL(ftruncate64)(file, length);
    after(counted, "truncate", path, NULL, length, NULL, 0);
    return result;
}
int ftruncate64(int file, off64_t length) { return truncated(file, length); }
int ftruncate(int file, off_t length) { return truncated(file, length); }

static int synced(int file, int (*sync)(int)) {
    char path[PATH_MAX];
    path_of(file, NULL, path);
    int counted = before(path, 0);
    int result = sync(file);
    after(counted, "sync", path, NULL, 0, NULL, 0);
    return result;
}
int fsync(int file) { return synced(file, REAL(fsync)); }
int fdatasync(int file) { return synced(file, REAL(fdatasync)); }

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    char one[PATH_MAX], other[PATH_MAX];
    path_of(from_folder, from, one);
    path_of(to_folder, to, other);
    int counted = before(other, 0);
    int result = REAL(renameat)(from_folder, from, to_folder, to);
    if (counted && result < 0) pthread_mutex_unlock(&lock);
    else after(counted, "rename", one, other, 0, NULL, 0);
    return result;
}
int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

int unlinkat(int folder, const char *name, int flags) {
    char path[PATH_MAX];
    path_of(folder, name, path);
    int counted = before(path, 0);
    int result = REAL(unlinkat)(folder, name, flags);
    if (counted && result < 0) pthread_mutex_unlock(&lock);
    else after(counted, flags & AT_REMOVEDIR ? "rmdir" : "unlink", path, NULL, 0, NULL, 0);
    return result;
}
int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }
int rmdir(const char *name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }

int mkdir(const char *name, mode_t mode) {
    char path[PATH_MAX];
    path_of(AT_FDCWD, name, path);
    int counted = before(path, 0);
    int result = REAL(mkdir)(name, mode);
    if (counted && result < 0) pthread_mutex_unlock(&lock);
    else after(counted, "mkdir", path, NULL, 0, NULL, 0);
    return result;
}
