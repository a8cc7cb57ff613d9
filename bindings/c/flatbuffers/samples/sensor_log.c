/*
 * A sensor logger: appends records to a file, each with its size before it, reads them back, and writes
 * them as JSON.
 *
 *     sensor_log FILE
 */
#include "sensors.h"

#include <stdio.h>
#include <stdlib.h>

static bool to_file(void *context, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, (FILE *)context) == size;
}

/* Appends one record. The builder is used again, with its memory. */
static bool append(FILE *file, vfb_builder *builder, const char *sensor, Lab_Unit_t unit,
                   const Lab_Sample *samples, size_t count, const uint8_t *battery)
{
    vfb_string_ref_t name;
    Lab_Sample_vec_ref_t list;
    vfb_builder_reset(builder);
    name = vfb_string_create(builder, vfb_text(sensor));
    list = Lab_Sample_vec_create(builder, samples, count);
    Lab_Record_finish_as_root(builder, Lab_Record_create(builder, name, unit, list, battery), VFB_SIZE_PREFIXED);
    if (vfb_builder_write(builder, to_file, file)) return true;
    fprintf(stderr, "not written: %s\n", vfb_status_text(builder->status));
    return false;
}

/* Reads records one after the other. Returns `false` if there is something else in the bytes. */
static bool show(const uint8_t *bytes, size_t size)
{
    vfb_error error;
    size_t at, next;
    for (at = 0; at < size; at += next) {
        Lab_Record_t record;
        Lab_Sample_t sample;
        double sum = 0.0;
        size_t i;
        next = vfb_prefixed_size(bytes + at, size - at);
        if (next == 0) {
            fprintf(stderr, "the last record is cut off\n");
            return false;
        }
        record = Lab_Record_as_root_with(bytes + at, next, VFB_SIZE_PREFIXED | VFB_IDENTIFIED, NULL, &error);
        if (!vfb_is(record)) {
            fprintf(stderr, "record at %lu: %s\n", (unsigned long)at, vfb_status_text(error.status));
            return false;
        }
        VFB_EACH(Lab_Sample, i, sample, Lab_Record_samples(record)) sum += (double)Lab_Sample_value(sample);
        printf("%.*s: %lu samples, sum %.1f %s\n", (int)Lab_Record_sensor(record).size, Lab_Record_sensor(record).at,
               (unsigned long)i, sum, Lab_Unit_name_of(Lab_Record_unit(record)));
        if (!Lab_Record_print_json(record, 0, to_file, stdout, &error)) return false;
        printf("\n");
    }
    return true;
}

int main(int count, char **arguments)
{
    static const Lab_Sample cellar[] = {{1000, 11.5f}, {2000, 11.25f}}, roof[] = {{1500, 99870.0f}};
    const char *path = count > 1 ? arguments[1] : "sensors.log";
    const uint8_t battery = 87;
    static uint8_t bytes[4096];
    vfb_builder builder;
    size_t size;
    bool ok;
    FILE *file = fopen(path, "wb");
    if (file == NULL) return 1;
    vfb_builder_init(&builder, NULL);
    ok = append(file, &builder, "cellar", Lab_Unit_Celsius, cellar, 2, &battery)
         && append(file, &builder, "roof", Lab_Unit_Pascal, roof, 1, NULL);
    vfb_builder_free(&builder);
    if (fclose(file) != 0 || !ok) return 1;

    file = fopen(path, "rb");
    if (file == NULL) return 1;
    size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return show(bytes, size) ? 0 : 1;
}
