/*
 * The allocator of glibc behind a function of the test: the process asks fails() before each
 * allocation, and gets no memory if it returns true.
 */
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
int posix_memalign(void **out, size_t alignment, size_t size);

static int fails(size_t size);

void *malloc(size_t size) {
  return fails(size) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  return fails(count * size) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  return fails(size) ? NULL : __libc_realloc(old, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  if (fails(size)) {
    return 12;
  }
  *out = __libc_memalign(alignment, size);
  return *out == NULL ? 12 : 0;
}
