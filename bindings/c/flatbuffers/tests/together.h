/*
 * The two files of the program `together`.
 */
#ifndef TOGETHER_H
#define TOGETHER_H

#include <stddef.h>

/* Returns what varvel_frozen.h, the runtime, and the code that both have print of a float, one after
 * the other: 0 if that is not the same. */
size_t other_floats(double value, char text[32]);

/* Writes a record of the schema `sensors`, and reads it back: the number of its samples. */
size_t other_schema(void);

#endif
