/*
 * Lines of JSON, of which some become MessagePack: `filter FILE OUT` keeps the paid orders.
 * Input of any size is read in bounded memory, and the progress goes to standard error. At the end
 * the MessagePack is read back and shown as JSON.
 */
#include <inttypes.h>
#include <stdio.h>
#include <varvel.h>

typedef struct {
  FILE *from, *to;
  uint64_t read, shown, kept;
  vv_buffer record;
  vv_error *error;
} job;

static size_t read_more(void *context, void *to, size_t room) {
  job *work = context;
  size_t got = fread(to, 1, room, work->from);
  if (got == 0 && ferror(work->from)) {
    return VV_READ_FAILED;
  }
  work->read += got;
  if (work->read - work->shown > (1u << 20)) { /* each MiB */
    work->shown = work->read;
    fprintf(stderr, "%" PRIu64 " bytes read, %" PRIu64 " records kept\n", work->read, work->kept);
  }
  return got;
}

static bool keep_paid(void *context, vv_node order, uint64_t line) {
  job *work = context;
  (void)line;
  if (!vv_bool_or(vv_get(order, VV_LIT("paid")), false)) {
    return true;
  }
  work->kept++;
  /* The buffer keeps its memory from record to record. */
  return vv_write(VV_MSGPACK, order, NULL, &work->record, &work->error) == VV_OK &&
         fwrite(work->record.data, 1, work->record.len, work->to) == work->record.len;
}

static bool write_out(void *context, const void *data, size_t len) {
  return fwrite(data, 1, len, context) == len;
}

static bool show_progress(void *context, const vv_progress *progress) {
  (void)context;
  fprintf(stderr, "%" PRIu64 " records written\n", progress->records);
  return true; /* false would end it */
}

int main(int argc, char **argv) {
  job work = {NULL, NULL, 0, 0, 0, VV_BUFFER, NULL};
  vv_error *error = NULL;
  vv_records_options options = VV_RECORDS_OPTIONS;
  vv_progress done = {0, 0, 0, 0};
  vv_input input = {read_more, NULL};
  vv_output output = {write_out, NULL};
  vv_code code;

  work.from = fopen(argc > 1 ? argv[1] : "orders.ndjson", "rb");
  work.to = argc > 2 ? fopen(argv[2], "w+b") : tmpfile();
  if (work.from == NULL || work.to == NULL) {
    fprintf(stderr, "a file cannot be opened\n");
    return 1;
  }
  input.context = &work;
  code = vv_records_each(VV_JSON, input, NULL, keep_paid, &work, &error);
  if (code == VV_OK) {
    printf("%" PRIu64 " paid orders\n", work.kept);
    fclose(work.from);
    rewind(work.to);
    work.from = work.to;
    output.context = stdout;
    options.progress = show_progress;
    code = vv_records_convert(VV_MSGPACK, input, VV_JSON, output, &options, &done, &error);
  }
  if (code != VV_OK) {
    fprintf(stderr, "%s\n", vv_error_message(work.error != NULL ? work.error : error));
  }
  vv_error_free(work.error);
  vv_error_free(error);
  vv_buffer_free(&work.record);
  fclose(work.from);
  return code == VV_OK ? 0 : 1;
}
