// A viewer by LibVNC's client library, for scripts/rfb-test.
//
// usage: rfb-client HOST PORT ENCODINGS BYTES PASSWORD OUT SECONDS [ACT]...
//   HOST       an address, or the path of a Unix socket; PORT is of no use then
//   ENCODINGS  as the library has them: "hextile", "rre", "raw", or several
//   BYTES      of a pixel: 4, 2 or 1
//   PASSWORD   - for none
//   OUT        where the last picture goes: a line "WIDTH HEIGHT BYTES RMAX GMAX BMAX RSHIFT GSHIFT BSHIFT", then its pixels
//   SECONDS    how long to look on; then until nothing has changed for half a second
//   ACT        move:X:Y press:X:Y lift:X:Y down:SYMBOL up:SYMBOL, before; stall:SECONDS reads nothing meanwhile; leave ends
// output: "size WxH" for each size, "updates N" at the end; exit status: 0, 1 no connection or no picture, 2 usage
#include <rfb/rfbclient.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *password;
static long updates;
static double last;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static char *give_password(rfbClient *client) {
  (void)client;
  return strdup(password);
}

static void finished(rfbClient *client) {
  (void)client;
  updates++;
  last = now();
}

static rfbBool resize(rfbClient *client) {
  size_t size = (size_t)client->width * (size_t)client->height * client->format.bitsPerPixel / 8;
  free(client->frameBuffer);
  client->frameBuffer = calloc(1, size);
  printf("size %dx%d\n", client->width, client->height);
  fflush(stdout);
  return client->frameBuffer != NULL;
}

static rfbBool look_on(rfbClient *client, double seconds) {
  double start = now();
  last = start;
  while (now() - start < seconds || now() - last < 0.5 || updates == 0) {
    int count = WaitForMessage(client, 50000);
    if (count < 0 || (count > 0 && !HandleRFBServerMessage(client))) return FALSE;
    if (now() - start > seconds + 20) return FALSE;
  }
  return TRUE;
}

static int save(rfbClient *client, const char *path) {
  rfbPixelFormat *format = &client->format;
  FILE *file = fopen(path, "wb");
  if (!file) return 1;
  fprintf(
      file, "%d %d %d %d %d %d %d %d %d\n", client->width, client->height, format->bitsPerPixel / 8, format->redMax,
      format->greenMax, format->blueMax, format->redShift, format->greenShift, format->blueShift);
  size_t size = (size_t)client->width * (size_t)client->height;
  size_t count = fwrite(client->frameBuffer, (size_t)format->bitsPerPixel / 8, size, file);
  return fclose(file) != 0 || count != size;
}

// Returns whether it is the last one.
static int act(rfbClient *client, const char *text) {
  int x = 0, y = 0;
  unsigned symbol = 0;
  if (sscanf(text, "move:%d:%d", &x, &y) == 2) SendPointerEvent(client, x, y, 0);
  else if (sscanf(text, "press:%d:%d", &x, &y) == 2) SendPointerEvent(client, x, y, rfbButton1Mask);
  else if (sscanf(text, "lift:%d:%d", &x, &y) == 2) SendPointerEvent(client, x, y, 0);
  else if (sscanf(text, "down:%x", &symbol) == 1) SendKeyEvent(client, symbol, TRUE);
  else if (sscanf(text, "up:%x", &symbol) == 1) SendKeyEvent(client, symbol, FALSE);
  else if (sscanf(text, "stall:%d", &x) == 1) {
    SendFramebufferUpdateRequest(client, 0, 0, client->width, client->height, FALSE);
    sleep((unsigned)x);
  } else return 1;
  return 0;
}

int main(int count, char **words) {
  if (count < 8) {
    fprintf(stderr, "usage: rfb-client HOST PORT ENCODINGS BYTES PASSWORD OUT SECONDS [ACT]...\n");
    return 2;
  }
  int bytes = atoi(words[4]);
  rfbClient *client = rfbGetClient(bytes == 4 ? 8 : bytes == 2 ? 5 : 2, 3, bytes);
  client->appData.encodingsString = words[3];
  client->serverHost = strdup(words[1]);
  client->serverPort = atoi(words[2]);
  client->MallocFrameBuffer = resize;
  client->FinishedFrameBufferUpdate = finished;
  client->canHandleNewFBSize = TRUE;
  if (strcmp(words[5], "-") != 0) {
    password = words[5];
    client->GetPassword = give_password;
  }
  if (!rfbInitClient(client, NULL, NULL)) return 1;
  for (int index = 8; index < count; index++)
    if (act(client, words[index])) return 0;
  if (!look_on(client, atof(words[7]))) return 1;
  printf("updates %ld\n", updates);
  return save(client, words[6]);
}
