// SPDX-License-Identifier: Apache-2.0
// Nettle for Swift: hashes, and comparing secrets in constant time.
#pragma once
#include <nettle/base64.h>
#include <nettle/memops.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
