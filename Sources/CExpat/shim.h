// SPDX-License-Identifier: Apache-2.0
// Expat for Swift.
#pragma once
#include <expat.h>
