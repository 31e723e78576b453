// SPDX-License-Identifier: Apache-2.0
// libFuzzer's own functions, which come with the toolchain.
#pragma once
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t capacity);
