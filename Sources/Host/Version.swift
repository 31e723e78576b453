// SPDX-License-Identifier: Apache-2.0
// The program's version.

/// The version that `tarmac --version` and `server.info` report.
package let tarmacVersion = "0.1.0-dev"
