// The system of a web module. There is none: one thread, no files, no devices, and no clock, for a page hands the time in.
// Calls fail with ENOSYS. Memory, texts and arithmetic come from wasi-libc; scripts/build-web refuses a module that calls
// anything else. The declarations are those of musl for another machine with 32 bits, as for boards.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int error_number;
int *__errno_location(void) { return &error_number; }

static int refuse(void) {
  error_number = ENOSYS;
  return -1;
}

// Called by the page before anything else.
void __wasm_call_ctors(void);
void initialize(void) __attribute__((export_name("_initialize")));
void initialize(void) { __wasm_call_ctors(); }

// Memory

int getpagesize(void) { return 4096; }

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  (void)protection;
  (void)offset;
  if (descriptor >= 0) {
    refuse();
    return MAP_FAILED;
  }
  void *memory = flags & MAP_FIXED ? address : aligned_alloc(64, (length + 63) & ~(size_t)63);
  if (memory) return memset(memory, 0, length);
  error_number = ENOMEM;
  return MAP_FAILED;
}

int munmap(void *address, size_t length) {
  (void)length;
  free(address);
  return 0;
}

// Swift seeds the hashes of its dictionaries with it. Nobody sends this module keys that collide.
void arc4random_buf(void *bytes, size_t count);
void arc4random_buf(void *bytes, size_t count) { memset(bytes, 0x5A, count); }

// Time stands still.

int clock_gettime(clockid_t clock, struct timespec *time) {
  (void)clock;
  memset(time, 0, sizeof *time);
  return 0;
}

// One thread: locks are always free, and another thread cannot be made.

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context) {
  (void)thread;
  (void)attributes;
  (void)body;
  (void)context;
  return EAGAIN;
}
int pthread_join(pthread_t thread, void **result) {
  (void)thread;
  (void)result;
  return ESRCH;
}

#define ALWAYS_0(call) { return (call), 0; }
int pthread_attr_init(pthread_attr_t *a) ALWAYS_0((void)a)
int pthread_attr_destroy(pthread_attr_t *a) ALWAYS_0((void)a)
int pthread_attr_setstacksize(pthread_attr_t *a, size_t size) ALWAYS_0(((void)a, (void)size))
int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) ALWAYS_0(((void)m, (void)a))
int pthread_mutex_destroy(pthread_mutex_t *m) ALWAYS_0((void)m)
int pthread_mutex_lock(pthread_mutex_t *m) ALWAYS_0((void)m)
int pthread_mutex_unlock(pthread_mutex_t *m) ALWAYS_0((void)m)
int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a) ALWAYS_0(((void)c, (void)a))
int pthread_cond_destroy(pthread_cond_t *c) ALWAYS_0((void)c)
int pthread_cond_broadcast(pthread_cond_t *c) ALWAYS_0((void)c)
int pthread_cond_signal(pthread_cond_t *c) ALWAYS_0((void)c)
// Nobody could wake the thread that waits.
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  (void)c;
  (void)m;
  __builtin_trap();
}

enum { KEYS = 16 };
static const void *values[KEYS];
static unsigned key_count;
int pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
  (void)destroy;
  if (key_count == KEYS) return EAGAIN;
  *key = key_count++;
  return 0;
}
void *pthread_getspecific(pthread_key_t key) { return key < KEYS ? (void *)values[key] : NULL; }
int pthread_setspecific(pthread_key_t key, const void *value) {
  if (key >= KEYS) return EINVAL;
  values[key] = value;
  return 0;
}

// Signals

int pthread_sigmask(int how, const sigset_t *set, sigset_t *former) ALWAYS_0(((void)how, (void)set, (void)former))
int sigaltstack(const stack_t *stack, stack_t *former) {
  (void)stack;
  (void)former;
  return refuse();
}
int sigfillset(sigset_t *set) ALWAYS_0((void)set)
int sigdelset(sigset_t *set, int number) ALWAYS_0(((void)set, (void)number))
int sigemptyset(sigset_t *set) ALWAYS_0((void)set)
int sigaddset(sigset_t *set, int number) ALWAYS_0(((void)set, (void)number))
int sigismember(const sigset_t *set, int number) ALWAYS_0(((void)set, (void)number))

// Files and events

int stat(const char *path, struct stat *out) {
  (void)path;
  (void)out;
  return refuse();
}
ssize_t write(int descriptor, const void *bytes, size_t count) {
  (void)descriptor;
  (void)bytes;
  (void)count;
  return refuse();
}
int close(int descriptor) {
  (void)descriptor;
  return refuse();
}
int timerfd_create(int clock, int flags) {
  (void)clock;
  (void)flags;
  return refuse();
}
int eventfd(unsigned value, int flags) {
  (void)value;
  (void)flags;
  return refuse();
}
int epoll_create1(int flags) {
  (void)flags;
  return refuse();
}
int epoll_ctl(int epoll, int operation, int descriptor, struct epoll_event *event) {
  (void)epoll;
  (void)operation;
  (void)descriptor;
  (void)event;
  return refuse();
}
int open(const char *path, int flags, ...) {
  (void)path;
  (void)flags;
  return refuse();
}
int fcntl(int descriptor, int command, ...) {
  (void)descriptor;
  (void)command;
  return refuse();
}
ssize_t read(int descriptor, void *bytes, size_t count) {
  (void)descriptor;
  (void)bytes;
  (void)count;
  return refuse();
}
int poll(struct pollfd *descriptors, nfds_t count, int time) {
  (void)descriptors;
  (void)count;
  (void)time;
  return refuse();
}
DIR *opendir(const char *path) {
  (void)path;
  refuse();
  return NULL;
}
struct dirent *readdir(DIR *folder) {
  (void)folder;
  return NULL;
}
int closedir(DIR *folder) {
  (void)folder;
  return refuse();
}
int access(const char *path, int mode) {
  (void)path;
  (void)mode;
  return refuse();
}
ssize_t readlink(const char *path, char *out, size_t size) {
  (void)path;
  (void)out;
  (void)size;
  return refuse();
}
int rename(const char *path, const char *name) {
  (void)path;
  (void)name;
  return refuse();
}
int unlink(const char *path) {
  (void)path;
  return refuse();
}
int fsync(int descriptor) {
  (void)descriptor;
  return refuse();
}
int socket(int family, int type, int protocol) {
  (void)family;
  (void)type;
  (void)protocol;
  return refuse();
}

int bind(int descriptor, const struct sockaddr *address, socklen_t length) {
  (void)descriptor;
  (void)address;
  (void)length;
  return refuse();
}

ssize_t recvfrom(
    int descriptor, void *bytes, size_t count, int flags, struct sockaddr *address, socklen_t *length) {
  (void)descriptor;
  (void)bytes;
  (void)count;
  (void)flags;
  (void)address;
  (void)length;
  return refuse();
}

int ioctl(int descriptor, int request, ...) {
  (void)descriptor;
  (void)request;
  return refuse();
}
char *getenv(const char *name) {
  (void)name;
  return NULL;
}
int atexit(void (*handler)(void)) {
  (void)handler;
  return refuse();
}
