// The Linux and C library calls this project makes, for both compilers and every board.
//
// Most of it imports as it stands. What Swift does not import (variadic functions, macros that cast or compute, packed
// structures, unions) has a `static inline` function below, named after what it stands for with `linux_` in front.
// No logic here.
#pragma once
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/can.h>
#include <linux/can/error.h>
#include <linux/can/raw.h>
#include <linux/fb.h>
#include <linux/gpio.h>
#include <linux/input.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/serial.h>
#include <linux/uinput.h>
#include <linux/vt.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// Errors

static inline int linux_errno(void) { return errno; }
// The C libraries in use answer something for any number.
static inline const char *linux_error_text(int code) { return strerror(code); }
static inline void linux_set_errno(int code) { errno = code; }

// Files

static inline int linux_open(const char *path, int flags, unsigned mode) { return open(path, flags, mode); }
static inline int linux_stat(const char *path, struct stat *out) { return stat(path, out); }
static inline int linux_is_character_device(const struct stat *s) { return S_ISCHR(s->st_mode); }
static inline int linux_is_directory(const struct stat *s) { return S_ISDIR(s->st_mode); }
static inline int linux_is_block_device(const struct stat *s) { return S_ISBLK(s->st_mode); }
static inline int linux_is_regular(const struct stat *s) { return S_ISREG(s->st_mode); }
static inline int linux_is_socket(const struct stat *s) { return S_ISSOCK(s->st_mode); }
static inline int linux_is_pipe(const struct stat *s) { return S_ISFIFO(s->st_mode); }
static inline unsigned linux_device_major(const struct stat *s) { return major(s->st_rdev); }
static inline unsigned linux_device_minor(const struct stat *s) { return minor(s->st_rdev); }
static inline const char *linux_entry_name(const struct dirent *entry) { return entry->d_name; }
// Bytes of a path, which Swift has without a sign.
static inline long linux_readlink(const uint8_t *path, uint8_t *out, size_t size) {
  return readlink((const char *)path, (char *)out, size);
}
// A function and a structure share the name.
static inline int linux_lock(int fd) { return flock(fd, LOCK_EX | LOCK_NB); }
static inline int linux_descriptor_flags(int fd) { return fcntl(fd, F_GETFD); }
static inline void *linux_map_failed(void) { return MAP_FAILED; }

// ioctl, with a number or with a structure

static inline int linux_ioctl_value(int fd, unsigned long request, long value) { return ioctl(fd, request, value); }
static inline int linux_ioctl_pointer(int fd, unsigned long request, void *pointer) {
  return ioctl(fd, request, pointer);
}

// Requests whose macro is computed

static inline unsigned long linux_FBIO_WAITFORVSYNC(void) { return FBIO_WAITFORVSYNC; }
static inline unsigned long linux_UI_DEV_CREATE(void) { return UI_DEV_CREATE; }
static inline unsigned long linux_UI_DEV_DESTROY(void) { return UI_DEV_DESTROY; }
static inline unsigned long linux_UI_DEV_SETUP(void) { return UI_DEV_SETUP; }
static inline unsigned long linux_UI_ABS_SETUP(void) { return UI_ABS_SETUP; }
static inline unsigned long linux_UI_SET_EVBIT(void) { return UI_SET_EVBIT; }
static inline unsigned long linux_UI_SET_KEYBIT(void) { return UI_SET_KEYBIT; }
static inline unsigned long linux_UI_SET_RELBIT(void) { return UI_SET_RELBIT; }
static inline unsigned long linux_UI_SET_ABSBIT(void) { return UI_SET_ABSBIT; }
static inline unsigned long linux_UI_SET_PROPBIT(void) { return UI_SET_PROPBIT; }

// epoll: the event is a packed structure with a union on some machines

static inline uint32_t linux_EPOLLIN(void) { return EPOLLIN; }
static inline uint32_t linux_EPOLLOUT(void) { return EPOLLOUT; }
static inline uint32_t linux_EPOLLERR(void) { return EPOLLERR; }
static inline uint32_t linux_EPOLLHUP(void) { return EPOLLHUP; }
static inline int linux_EPOLL_CLOEXEC(void) { return EPOLL_CLOEXEC; }
static inline int linux_epoll_ctl(int epoll, int operation, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
  return epoll_ctl(epoll, operation, fd, &event);
}
static inline uint32_t linux_epoll_events(const struct epoll_event *event) { return event->events; }
static inline uint64_t linux_epoll_token(const struct epoll_event *event) { return event->data.u64; }

static inline int linux_TFD_FLAGS(void) { return TFD_NONBLOCK | TFD_CLOEXEC; }
static inline int linux_EFD_FLAGS(void) { return EFD_NONBLOCK | EFD_CLOEXEC; }
static inline int linux_SFD_FLAGS(void) { return SFD_NONBLOCK | SFD_CLOEXEC; }
/// The last real-time signal.
static inline int linux_SIGRTMAX(void) { return SIGRTMAX; }

// Signals: the handler is a union, the standard ones are casts

typedef void (*linux_signal_handler)(int);
static inline int linux_sigaction(int number, linux_signal_handler handler, int flags, struct sigaction *old) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  sigemptyset(&action.sa_mask);
  return sigaction(number, &action, old);
}
static inline int linux_sigaction_restore(int number, const struct sigaction *old) {
  return sigaction(number, old, NULL);
}
static inline int linux_is_ignored(const struct sigaction *action) { return action->sa_handler == SIG_IGN; }
static inline void linux_ignore_signal(int number) { signal(number, SIG_IGN); }
static inline int linux_SA_CRASH_FLAGS(void) { return SA_ONSTACK | SA_NODEFER | (int)SA_RESETHAND; }

// Threads: their names are a number in one C library and a pointer in the other

static inline int linux_pthread_create(
    uintptr_t *out, const pthread_attr_t *attributes, void *(*body)(void *), void *context) {
  pthread_t thread;
  int error = pthread_create(&thread, attributes, body, context);
  *out = (uintptr_t)thread;
  return error;
}
static inline void linux_pthread_detach(uintptr_t thread) { pthread_detach((pthread_t)thread); }
static inline int linux_pthread_join(uintptr_t thread) { return pthread_join((pthread_t)thread, NULL); }

// Input: the time's fields differ between 32 and 64 bits

static inline int64_t linux_input_event_nanoseconds(const struct input_event *event) {
  return (int64_t)event->input_event_sec * 1000000000 + (int64_t)event->input_event_usec * 1000;
}

// Files that change: an event is followed by its name

static inline int linux_IN_FLAGS(void) { return IN_NONBLOCK | IN_CLOEXEC; }
// A file was taken away or got another name: its links are among its attributes.
static inline uint32_t linux_IN_GONE(void) { return IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF; }
static inline uint32_t linux_IN_REPLACED(void) { return IN_MOVED_TO | IN_CLOSE_WRITE; }
// A folder was taken away or got another name. What is watched in it otherwise stays watched.
static inline uint32_t linux_IN_MOVED(void) { return IN_DELETE_SELF | IN_MOVE_SELF; }
static inline uint32_t linux_IN_MORE(void) { return IN_MASK_ADD; }
static inline int linux_inotify_add_watch(int fd, const uint8_t *path, uint32_t mask) {
  return inotify_add_watch(fd, (const char *)path, mask);
}
// A symbolic link is made, and never written to.
static inline uint32_t linux_IN_MADE(void) { return IN_CREATE; }
static inline uint32_t linux_IN_ATTRIB(void) { return IN_ATTRIB; }
// More happened than the kernel keeps.
static inline uint32_t linux_IN_LOST(void) { return IN_Q_OVERFLOW; }

// Sockets: addresses are cast, and the kinds are enumerations in one C library

static inline int linux_socket_unix(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); }
static inline int linux_socket_unix_datagram(void) {
  return socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}
static inline int linux_socket_udp(void) { return socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); }
static inline int linux_bind_unix(int fd, const struct sockaddr_un *address) {
  return bind(fd, (const struct sockaddr *)address, sizeof *address);
}
// The name's bytes are told apart from those behind it by their number: it may begin with a zero.
static inline int linux_connect_unix(int fd, const struct sockaddr_un *address, int length) {
  return connect(fd, (const struct sockaddr *)address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
}
static inline int linux_bind_udp(int fd, uint32_t address, uint16_t port) {
  struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(address)};
  return bind(fd, (const struct sockaddr *)&in, sizeof in);
}
// Has room for little that has not been read, so that who sends faster waits, and what is read is new.
static inline int linux_socket_tcp(void) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), room = 65536;
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  return fd;
}
static inline int linux_connect_tcp(int fd, uint32_t address, uint16_t port) {
  struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(address)};
  return connect(fd, (const struct sockaddr *)&in, sizeof in);
}
// A former connection's rest does not keep the port.
static inline int linux_bind_tcp(int fd, uint32_t address, uint16_t port) {
  struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(address)};
  int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  return bind(fd, (const struct sockaddr *)&in, sizeof in);
}
// Small packets go at once. A silent connection is asked after some seconds, again at intervals, and has gone after so many
// questions.
static inline void linux_ask_silent(int fd, int idle, int interval, int count) {
  int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}
// A silent connection is asked after 10 s, every 5 s, and has gone after 30 s without an answer.
static inline void linux_keep_alive(int fd) {
  int limit = 30000;
  linux_ask_silent(fd, 10, 5, 4);
  setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &limit, sizeof limit);
}
// A connection to a program that looks on: it does not wait, small packets go at once, and the kernel keeps little of the
// bytes that are not taken.
static inline void linux_prepare_viewer(int fd) {
  int room = 65536;
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  // No limit to what is not taken: a viewer that reads nothing for a minute stays.
  linux_ask_silent(fd, 30, 10, 3);
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
}
static inline int linux_SHUT_WR(void) { return SHUT_WR; }
// The error that a socket waited to tell; 0 for none.
static inline int linux_socket_error(int fd) {
  int code = 0;
  socklen_t size = sizeof code;
  return getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : errno;
}
// A raw socket of an interface, that tells the times of frames, how many were dropped, and states of the bus. Has room for
// thousands of frames, as far as this user may have it. An interface that is not up is none.
static inline int linux_socket_can(const char *interface, const struct can_filter *filters, unsigned count) {
  int fd = socket(PF_CAN, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, CAN_RAW), on = 1, room = 1 << 20;
  struct ifreq request = {0};
  can_err_mask_t errors = CAN_ERR_BUSOFF | CAN_ERR_RESTARTED;
  struct sockaddr_can address = {.can_family = AF_CAN, .can_ifindex = (int)if_nametoindex(interface)};
  if (fd < 0) return -1;
  setsockopt(fd, SOL_CAN_RAW, CAN_RAW_FD_FRAMES, &on, sizeof on);
  setsockopt(fd, SOL_CAN_RAW, CAN_RAW_ERR_FILTER, &errors, sizeof errors);
  setsockopt(fd, SOL_SOCKET, SO_TIMESTAMP, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_RXQ_OVFL, &on, sizeof on);
  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room) != 0)
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  strncpy(request.ifr_name, interface, IFNAMSIZ - 1);
  int isThere = address.can_ifindex != 0 && ioctl(fd, SIOCGIFFLAGS, &request) == 0, isUp = request.ifr_flags & IFF_UP;
  // An interface of index 0 would be all of them.
  errno = isThere ? ENETDOWN : ENODEV;
  if (!isThere || !isUp ||
      setsockopt(fd, SOL_CAN_RAW, CAN_RAW_FILTER, filters, (socklen_t)(count * sizeof *filters)) != 0 ||
      bind(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
    int code = errno;
    close(fd);
    errno = code;
    return -1;
  }
  return fd;
}
// The bytes of a frame, its age in nanoseconds by the kernel's clock, and how many frames were dropped since the socket was made.
static inline long linux_read_can(int fd, void *bytes, size_t size, int64_t *age, uint32_t *dropped) {
  union {
    // Some C libraries add a time of their own.
    char bytes[128];
    struct cmsghdr header;
  } control;
  struct iovec part = {.iov_base = bytes, .iov_len = size};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  long count = recvmsg(fd, &message, 0);
  *age = 0;
  if (count < 0) return count;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET) continue;
    if (part->cmsg_type == SCM_TIMESTAMP) {
      struct timeval then;
      struct timespec now;
      memcpy(&then, CMSG_DATA(part), sizeof then);
      clock_gettime(CLOCK_REALTIME, &now);
      *age = ((int64_t)now.tv_sec - then.tv_sec) * 1000000000 + now.tv_nsec - (int64_t)then.tv_usec * 1000;
    } else if (part->cmsg_type == SO_RXQ_OVFL) {
      memcpy(dropped, CMSG_DATA(part), sizeof *dropped);
    }
  }
  return count;
}
// The kernel's words about devices that come and go, without those that udev passes on.
static inline int linux_socket_uevents(void) {
  int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT);
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
  if (fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
    int code = errno;
    close(fd);
    errno = code;
    return -1;
  }
  return fd;
}
// The bytes of one word; 0 where another program has sent it.
static inline long linux_read_uevent(int fd, void *bytes, size_t size) {
  struct sockaddr_nl from = {0};
  socklen_t length = sizeof from;
  ssize_t count = recvfrom(fd, bytes, size, 0, (struct sockaddr *)&from, &length);
  return count > 0 && from.nl_pid != 0 ? 0 : count;
}

static inline int linux_accept(int fd) { return accept(fd, NULL, NULL); }
static inline int linux_set_nonblocking(int fd) { return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }
// Sends to a socket, or writes to a serial line, without waiting and without SIGPIPE.
static inline long linux_send(int fd, const void *bytes, size_t count) {
  long sent = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
  return sent < 0 && errno == ENOTSOCK ? write(fd, bytes, count) : sent;
}
static inline int linux_set_close_on_exec(int fd) { return fcntl(fd, F_SETFD, FD_CLOEXEC); }

// Serial lines: the speeds are octal codes

static inline unsigned linux_serial_speed(int baud) {
  switch (baud) {
  case 1200: return B1200;
  case 2400: return B2400;
  case 4800: return B4800;
  case 9600: return B9600;
  case 19200: return B19200;
  case 38400: return B38400;
  case 57600: return B57600;
  case 115200: return B115200;
  case 230400: return B230400;
  case 460800: return B460800;
  case 921600: return B921600;
  default: return 0;
  }
}

// Has the driver of a serial line turn a driver of RS-485 to sending and back, by RTS. ENOTTY where it cannot.
static inline int linux_serial_rs485(int fd) {
  struct serial_rs485 settings = {.flags = SER_RS485_ENABLED | SER_RS485_RTS_ON_SEND};
  return ioctl(fd, TIOCSRS485, &settings);
}

// GPIO lines: the structures have arrays, and the flags are 64 bits that a macro shifts

static inline uint64_t linux_GPIO_USED(void) { return GPIO_V2_LINE_FLAG_USED; }
static inline uint64_t linux_GPIO_ACTIVE_LOW(void) { return GPIO_V2_LINE_FLAG_ACTIVE_LOW; }
static inline uint64_t linux_GPIO_INPUT(void) { return GPIO_V2_LINE_FLAG_INPUT; }
static inline uint64_t linux_GPIO_OUTPUT(void) { return GPIO_V2_LINE_FLAG_OUTPUT; }
static inline uint64_t linux_GPIO_EDGE_RISING(void) { return GPIO_V2_LINE_FLAG_EDGE_RISING; }
static inline uint64_t linux_GPIO_EDGE_FALLING(void) { return GPIO_V2_LINE_FLAG_EDGE_FALLING; }
static inline uint64_t linux_GPIO_OPEN_DRAIN(void) { return GPIO_V2_LINE_FLAG_OPEN_DRAIN; }
static inline uint64_t linux_GPIO_OPEN_SOURCE(void) { return GPIO_V2_LINE_FLAG_OPEN_SOURCE; }
static inline uint64_t linux_GPIO_PULL_UP(void) { return GPIO_V2_LINE_FLAG_BIAS_PULL_UP; }
static inline uint64_t linux_GPIO_PULL_DOWN(void) { return GPIO_V2_LINE_FLAG_BIAS_PULL_DOWN; }
static inline uint64_t linux_GPIO_NO_PULL(void) { return GPIO_V2_LINE_FLAG_BIAS_DISABLED; }
// 64 bytes: its name and its label, each with a zero behind it in its 32 bytes.
static inline int linux_gpio_chip_info(int fd, uint8_t *names, uint32_t *lines) {
  struct gpiochip_info info = {0};
  int result = ioctl(fd, GPIO_GET_CHIPINFO_IOCTL, &info);
  memcpy(names, info.name, sizeof info.name);
  memcpy(names + 32, info.label, sizeof info.label);
  *lines = info.lines;
  return result;
}
// 64 bytes: its name and its user.
static inline int linux_gpio_line_info(int fd, uint32_t offset, uint8_t *names, uint64_t *flags) {
  struct gpio_v2_line_info info = {.offset = offset};
  int result = ioctl(fd, GPIO_V2_GET_LINEINFO_IOCTL, &info);
  memcpy(names, info.name, sizeof info.name);
  memcpy(names + 32, info.consumer, sizeof info.consumer);
  *flags = info.flags;
  return result;
}
// One line; its descriptor, which does not wait. The level is that of an output, the time in microseconds, the room in events.
static inline int linux_gpio_request(int fd, uint32_t offset, uint64_t flags, int level, uint32_t debounce, uint32_t room) {
  struct gpio_v2_line_request request = {
      .offsets = {offset}, .consumer = "panel-ui", .num_lines = 1, .event_buffer_size = room, .config.flags = flags};
  struct gpio_v2_line_config_attribute *attribute = request.config.attrs;
  if (flags & GPIO_V2_LINE_FLAG_OUTPUT)
    *attribute++ = (struct gpio_v2_line_config_attribute){
        .attr = {.id = GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES, .values = (uint64_t)level}, .mask = 1};
  if (debounce)
    *attribute++ = (struct gpio_v2_line_config_attribute){
        .attr = {.id = GPIO_V2_LINE_ATTR_ID_DEBOUNCE, .debounce_period_us = debounce}, .mask = 1};
  request.config.num_attrs = (uint32_t)(attribute - request.config.attrs);
  if (ioctl(fd, GPIO_V2_GET_LINE_IOCTL, &request) < 0) return -1;
  fcntl(request.fd, F_SETFL, fcntl(request.fd, F_GETFL) | O_NONBLOCK);
  return request.fd;
}
// 1 for active, 0, or -1 for an error.
static inline int linux_gpio_level(int fd) {
  struct gpio_v2_line_values values = {.mask = 1};
  return ioctl(fd, GPIO_V2_LINE_GET_VALUES_IOCTL, &values) < 0 ? -1 : (int)(values.bits & 1);
}
static inline int linux_gpio_set_level(int fd, int level) {
  struct gpio_v2_line_values values = {.bits = (uint64_t)level, .mask = 1};
  return ioctl(fd, GPIO_V2_LINE_SET_VALUES_IOCTL, &values);
}

// What is linked with a program, or not

// The default font's pack, of CDefaultFont. Weak: in a program without it the address is 0.
extern const uint8_t default_font[] __attribute__((weak));
extern const uint32_t default_font_length __attribute__((weak));
static inline const void *linked_default_font(void) { return default_font; }
static inline uint32_t linked_default_font_length(void) { return &default_font_length ? default_font_length : 0; }

// Processes

// Both ends are closed in whatever is run.
static inline int linux_pipe(int ends[2]) {
  if (pipe(ends) < 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
}
// Runs a program with nothing to read and both of its outputs in a descriptor, without an environment and with no signal
// blocked or ignored, in a group of its own. The types are other ones in each C library. Its arguments, sixteen at most, are
// the texts in so many bytes, each with a zero behind it.
static inline int linux_spawn(pid_t *child, const char *path, char *texts, size_t count, int output) {
  char *arguments[17] = {NULL};
  for (size_t start = 0, number = 0; start < count && number < 16; start += strlen(texts + start) + 1)
    arguments[number++] = texts + start;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  sigset_t none, ignored;
  char *const environment[] = {NULL};
  sigemptyset(&none);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  sigemptyset(&ignored);
  sigaddset(&ignored, SIGPIPE);
  sigaddset(&ignored, SIGXFSZ);
  sigaddset(&ignored, SIGUSR1);
  sigaddset(&ignored, SIGUSR2);
  posix_spawnattr_setsigdefault(&attributes, &ignored);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_adddup2(&actions, output, 2);
  int code = posix_spawn(child, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return code;
}
// Linux 5.3 or later. One C library has no function for it.
static inline int linux_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
