// SPDX-License-Identifier: Apache-2.0
// The files of page/, taken into the program when it is built.
#include "web_page.h"

static const unsigned char index_html[] = {
#embed "page/index.html"
};

const struct tarmac_web_file tarmac_web_files[] = {
    {"/index.html", "text/html; charset=utf-8", index_html, sizeof index_html},
};

const size_t tarmac_web_file_count = sizeof tarmac_web_files / sizeof tarmac_web_files[0];
