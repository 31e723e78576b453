// SPDX-License-Identifier: Apache-2.0
// libqrencode for Swift.
#pragma once
#include <qrencode.h>
