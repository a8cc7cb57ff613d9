/* The first program: a JSON text is read, and a number of it is printed. */
#include <inttypes.h>
#include <stdio.h>
#include <varvel.h>

int main(void) {
  static const char text[] = "{\"server\": {\"host\": \"example.org\", \"port\": 8443}}";
  vv_frozen *document = NULL;
  vv_error *error = NULL;
  if (vv_freeze(VV_JSON, text, sizeof text - 1, NULL, &document, &error) != VV_OK) {
    fprintf(stderr, "%s\n", vv_error_excerpt(error));
    vv_error_free(error);
    return 1;
  }
  vv_node server = vv_get(vv_frozen_root(document), VV_LIT("server"));
  vv_str host = vv_string_or(vv_get(server, VV_LIT("host")), VV_LIT("localhost"));
  int64_t port = vv_i64_or(vv_get(server, VV_LIT("port")), 80);
  printf("%.*s:%" PRId64 "\n", (int)host.len, host.data, port);
  vv_frozen_free(document);
  return 0;
}
