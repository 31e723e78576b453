// SPDX-License-Identifier: Apache-2.0
// libsndfile for Swift.
#pragma once
#include <sndfile.h>
