// SPDX-License-Identifier: Apache-2.0
// libyaml for Swift.
#pragma once
#include <yaml.h>
