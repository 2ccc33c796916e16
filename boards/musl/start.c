// Where a board file starts: puts its addresses right, then goes on where musl starts. A file that the kernel loads anywhere
// has thousands of words that hold addresses in it. Packed (DT_RELR) their list takes 2 kB on arm64 instead of 110 kB, but
// musl before 1.2.4, as of Debian 12, does not read that list. docs/adr/006-hardened-files.md.
#include <elf.h>
#include <stddef.h>
#include <stdint.h>

#if UINTPTR_MAX > UINT32_MAX
typedef Elf64_Dyn Dynamic;
typedef Elf64_Ehdr Header;
#else
typedef Elf32_Dyn Dynamic;
typedef Elf32_Ehdr Header;
#endif

// Of the ELF specification, newer than musl's header. https://www.sco.com/developers/gabi/latest/ch5.dynamic.html
enum { RELR_SIZE = 35, RELR = 36 };

// The linker makes both; hidden names are found relative to the code, without an address that is still wrong.
extern __attribute__((visibility("hidden"))) Dynamic _DYNAMIC[];
extern __attribute__((visibility("hidden"))) const Header __ehdr_start;

// Nothing is set up yet: no thread pointer, which stack protectors read.
__attribute__((visibility("hidden"), no_stack_protector)) void relocate_packed(void);
void relocate_packed(void) {
  const uintptr_t base = (uintptr_t)&__ehdr_start;
  const uintptr_t *list = NULL;
  size_t count = 0;
  for (Dynamic *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == RELR) list = (const uintptr_t *)(base + entry->d_un.d_ptr);
    if (entry->d_tag == RELR_SIZE) {
      count = entry->d_un.d_val / sizeof *list;
      // Done here: a musl that reads the list finds it empty.
      entry->d_un.d_val = 0;
    }
  }
  uintptr_t *place = NULL;
  for (size_t index = 0; index < count; index++) {
    // An even word is the place of an address, an odd one tells which of the next 63 or 31 words are others.
    if ((list[index] & 1) == 0) {
      place = (uintptr_t *)(base + list[index]);
      *place++ += base;
    } else {
      for (size_t bit = 0; bit + 1 < 8 * sizeof *list; bit++) {
        if (list[index] >> (bit + 1) & 1) place[bit] += base;
      }
      place += 8 * sizeof *list - 1;
    }
  }
}

// The kernel jumps here; only the stack pointer means something, and musl's _start reads it.
#ifdef __aarch64__
__asm__(".text\n.globl start_packed\n.hidden start_packed\n.type start_packed,%function\n"
        "start_packed:\n  bl relocate_packed\n  b _start\n");
#else
__asm__(".text\n.arm\n.globl start_packed\n.hidden start_packed\n.type start_packed,%function\n"
        "start_packed:\n  bl relocate_packed\n  b _start\n");
#endif
