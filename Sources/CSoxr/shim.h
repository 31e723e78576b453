// SPDX-License-Identifier: Apache-2.0
// libsamplerate for Swift.
#pragma once
#include <samplerate.h>
