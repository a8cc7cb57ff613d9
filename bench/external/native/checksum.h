// Checksums of parsed trees, which do not depend on the order of an object's keys. The struct and the
// arithmetic are those of `Checksum` in src/checksum.rs. Floats are summed as bits and as numbers. -0, 0
// and an integer zero count alike. Strings and keys are summed by length and by FNV-1a hash.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

struct Checksum {
    uint64_t nodes = 0;
    uint64_t keys = 0;
    uint64_t ints = 0;
    uint64_t floats = 0;
    uint64_t float_bits = 0;
    double float_sum = 0;
    uint64_t string_bytes = 0;
    uint64_t string_hash = 0;

    void integer(uint64_t value) { nodes++; ints += value; }
    void number(double value) {
        nodes++;
        floats += value != 0;
        value += 0.0;
        uint64_t bits;
        memcpy(&bits, &value, 8);
        float_bits += bits;
        float_sum += value;
    }
    void boolean(bool value) { nodes++; ints += value ? 2 : 1; }
    void null() { nodes++; }
    void container() { nodes++; }
    void string(const char *text, size_t length) { nodes++; bytes(text, length, 1); }
    void key(const char *text, size_t length) { keys++; bytes(text, length, 3); }

private:
    void bytes(const char *text, size_t length, uint64_t factor) {
        uint64_t hash = 0xcbf29ce484222325u;
        for (size_t i = 0; i < length; i++) {
            hash = (hash ^ static_cast<unsigned char>(text[i])) * 0x100000001b3u;
        }
        string_bytes += length;
        string_hash += hash * factor;
    }
};

// The timed walk of a lazy parser: reads every value, hashes nothing.
struct Touch {
    uint64_t sum = 0;
    void integer(uint64_t value) { sum += value; }
    void number(double value) {
        uint64_t bits;
        memcpy(&bits, &value, 8);
        sum += bits;
    }
    void boolean(bool value) { sum += value; }
    void null() { sum++; }
    void container() { sum++; }
    void string(const char *text, size_t length) { sum += length + static_cast<unsigned char>(*text); }
    void key(const char *, size_t length) { sum += length; }
};
