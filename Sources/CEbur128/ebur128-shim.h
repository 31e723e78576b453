// SPDX-License-Identifier: Apache-2.0
// What measures loudness: libebur128, wherever it is installed.
#pragma once
#include <ebur128.h>
