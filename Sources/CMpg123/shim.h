// SPDX-License-Identifier: Apache-2.0
// libmpg123 for Swift.
#pragma once
#include <mpg123.h>
