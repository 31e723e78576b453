// SPDX-License-Identifier: Apache-2.0
// libsoxr for Swift.
#pragma once
#include <soxr.h>
