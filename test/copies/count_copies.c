// Preloaded into a process (LD_PRELOAD), stands in for memcpy and memmove, and writes a line for each copy of kLeast bytes and more while the file
// that COPIES_LOG names exists:
//
//     <bytes> <to> <from> <ring|own> <ring|own>
//
// addresses in hex; `ring`: in a mapped file of the domain, ROSLET_DIR (says /proc/self/maps), `own`: anywhere else. V8 copies typed arrays
// by memmove, so this counts what JavaScript copies as well as native code.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kLeast = 256 };

static void* (*real_memmove)(void*, const void*, size_t);
static const char* log_path;
static const char* domain = "/dev/shm/roslet";
static __thread int inside;

__attribute__((constructor)) static void Begin(void) {
  real_memmove = (void* (*)(void*, const void*, size_t))dlsym(RTLD_NEXT, "memmove");
  log_path = getenv("COPIES_LOG");
  if (getenv("ROSLET_DIR") != NULL) domain = getenv("ROSLET_DIR");
}

// Before the real one is known. The compiler must not make a memmove of it.
static void* Plain(void* to, const void* from, size_t size) {
  volatile unsigned char* target = to;
  const volatile unsigned char* source = from;
  if (target <= source) {
    for (size_t i = 0; i < size; ++i) target[i] = source[i];
  } else {
    for (size_t i = size; i > 0; --i) target[i - 1] = source[i - 1];
  }
  return to;
}

static const char* PlaceOf(const void* address) {
  const char* place = "own";
  FILE* maps = fopen("/proc/self/maps", "re");
  if (maps == NULL) abort();
  char line[4096];
  while (fgets(line, sizeof(line), maps) != NULL) {
    unsigned long begin, end;
    if (sscanf(line, "%lx-%lx", &begin, &end) != 2) continue;
    if ((uintptr_t)address < begin || (uintptr_t)address >= end) continue;
    // The maker of a ring maps it before it has a name: only its folder shows then.
    if (strstr(line, domain) != NULL) place = "ring";
    break;
  }
  fclose(maps);
  return place;
}

static void Record(const void* to, const void* from, size_t size) {
  int log = open(log_path, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (log < 0) return;
  dprintf(log, "%zu %lx %lx %s %s\n", size, (unsigned long)to, (unsigned long)from, PlaceOf(to), PlaceOf(from));
  close(log);
}

void* memmove(void* to, const void* from, size_t size) {
  if (size >= kLeast && log_path != NULL && !inside) {
    inside = 1;
    Record(to, from, size);
    inside = 0;
  }
  return real_memmove != NULL ? real_memmove(to, from, size) : Plain(to, from, size);
}

void* memcpy(void* restrict to, const void* restrict from, size_t size) { return memmove(to, from, size); }
void* __memmove_chk(void* to, const void* from, size_t size, size_t room) {
  if (size > room) abort();
  return memmove(to, from, size);
}
void* __memcpy_chk(void* restrict to, const void* restrict from, size_t size, size_t room) {
  return __memmove_chk(to, from, size, room);
}
