// SPDX-License-Identifier: Apache-2.0
// wslay for Swift.
#pragma once
#include <wslay/wslay.h>
