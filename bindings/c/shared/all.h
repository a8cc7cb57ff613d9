/*
 * varvel_flatbuffers_shared.h: numbers and text, which the runtime of FlatBuffers has in common with
 * varvel_frozen.h. Programs do not include this. Both headers may be in one file.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef VARVEL_FLATBUFFERS_SHARED_H
#define VARVEL_FLATBUFFERS_SHARED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "floats.h"
#include "number.h"
#include "utf8.h"

#endif
