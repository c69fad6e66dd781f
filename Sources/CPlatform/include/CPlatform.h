/* System calls that Swift's C library module leaves out, or that differ between systems. Unless
   stated otherwise, they return 0, or -1 with the reason in errno. */
#ifndef CARDEX_CPLATFORM_H
#define CARDEX_CPLATFORM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/types.h>

#include "Terminal.h"

/* Opens a directory, relative to another one or to AT_FDCWD, and returns the descriptor. This also
   works for a directory that may be used but not listed. */
int cardex_open_directory(int base, const char *path);

/* Whether a directory belongs to the process file system, whose links are not names of files. */
int cardex_is_process_directory(int directory);

/* Opens a new file without a name in a directory, for reading and writing, and returns the
   descriptor. Fails where such a file could not be given a name later. */
int cardex_open_unnamed(int directory, mode_t mode);

/* Gives the open file a name; fails with EEXIST if the name exists. */
int cardex_link_descriptor(int descriptor, int directory, const char *name);

/* Renames a file; fails with EEXIST if the new name exists. */
int cardex_rename_new(int directory, const char *from, const char *to);

/* Waits until the content of the file and its metadata are safe from a power failure. */
int cardex_sync_file(int descriptor);

/* Like cardex_sync_file, but only with the metadata that is needed to read the content. */
int cardex_sync_content(int descriptor);

/* Like cardex_sync_file, for the names in a directory; the file is any file in it. */
int cardex_sync_directory(int directory, int file);

/* Extended attributes. The first two functions return sizes; with a size of 0 they write
   nothing. */
ssize_t cardex_list_attributes(int descriptor, char *names, size_t size);
ssize_t cardex_get_attribute(int descriptor, const char *name, void *value, size_t size);
int cardex_set_attribute(int descriptor, const char *name, const void *value, size_t size);
int cardex_remove_attribute(int descriptor, const char *name);

/* Copies the access control list of a file on systems where it is not an extended attribute. */
int cardex_copy_access_list(int from, int to);

/* Makes a copy of this process. On Linux, the copy is sent SIGTERM when the calling thread ends,
   and is killed before this process if memory runs out. Returns the copy's process ID, or 0 in the
   copy. */
pid_t cardex_fork(void);

/* Starts a program, which is looked up in PATH, in a process made by cardex_fork, which posix_spawn
   cannot do. The program gets the descriptors under the given numbers, and default actions for the
   given signals. Returns the process ID, or -1 if the program cannot be run. */
pid_t cardex_start_child(const char *program, char *const *arguments, char **environment,
                         const int *descriptors, const int *numbers, size_t count,
                         const int *signals, size_t signal_count);

/* From now on, this thread and what it starts can read files at the paths and below those that are
   directories, and open no others, connect to nothing and start no program. Descriptors that are open
   stay as they are, and paths that do not exist allow nothing. Fails where the system has no Landlock. */
int cardex_restrict_to_reading(const char *const *paths, size_t count);

/* Continues a cyclic redundancy check (CRC-32 of zlib and PNG), which begins with 0. */
uint32_t cardex_crc32(uint32_t sum, const void *bytes, size_t size);

/* XXH3 of xxHash with 64 bits and a seed of 0, by the best of AVX2, SSE2, NEON and plain C that the
   processor supports. */
uint64_t cardex_hash(const void *bytes, size_t size);

/* XXH3 with 64 bits and a key of random bytes. */
#define CARDEX_HASH_KEY_SIZE 192
uint64_t cardex_keyed_hash(const void *bytes, size_t size, const void *key);

/* For tests: from now on uses the implementation for all processors of this architecture, or the
   best one again. */
void cardex_hash_choose(int is_plain);

/* The number of processors that this process may run on; 1 if unknown. */
int cardex_processor_count(void);

/* Whether the processor has AVX2 and BMI2, and the system saves their registers; 0 on other
   architectures than x86-64. */
int cardex_has_avx2(void);

#endif
