// The Linux and C library calls this project makes, for both compilers.
#pragma once
#include <unistd.h>
#include <fcntl.h>
#include <errno.h>
#include <string.h>
#include <stdlib.h>
#include <time.h>
