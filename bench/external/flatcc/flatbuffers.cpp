/*
 * C++ FlatBuffers, by the code of `flatc --cpp` and the headers of that version.
 */
#include "subject.h"

#include <cstring>

#include "flatcc_generated.h"

namespace {

void encode(flatbuffers::FlatBufferBuilder &b, const plain_container &value) {
  flatbuffers::Offset<flatcc::FooBar> items[16];
  for (size_t i = 0; i < value.count && i < 16; i++) {
    const plain_foobar &from = value.list[i];
    const plain_foo &parent = from.sibling.parent;
    const flatcc::Foo foo(parent.id, parent.count, parent.prefix, parent.length);
    const flatcc::Bar sibling(foo, from.sibling.time, from.sibling.ratio, from.sibling.size);
    const auto name = b.CreateString(from.name.at, from.name.size);
    items[i] = flatcc::CreateFooBar(b, &sibling, name, from.rating, from.postfix);
  }
  const auto list = b.CreateVector(items, value.count);
  const auto location = b.CreateString(value.location.at, value.location.size);
  b.Finish(flatcc::CreateFooBarContainer(b, list, value.initialized,
                                         static_cast<flatcc::Fruit>(value.fruit), location));
}

}  // namespace

#define TEXT_OF(number) #number
#define VERSION(major, minor, revision) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(revision)

void *bench_flatcc_new() { return new flatbuffers::FlatBufferBuilder; }

const char *bench_flatcc_version() {
  return VERSION(FLATBUFFERS_VERSION_MAJOR, FLATBUFFERS_VERSION_MINOR, FLATBUFFERS_VERSION_REVISION);
}

size_t bench_flatcc_encode(void *kept, const plain_container *value, const uint8_t **bytes) {
  auto &builder = *static_cast<flatbuffers::FlatBufferBuilder *>(kept);
  builder.Clear();
  encode(builder, *value);
  *bytes = builder.GetBufferPointer();
  return builder.GetSize();
}

size_t bench_flatcc_encode_fresh(const plain_container *value, uint8_t *copy, size_t room) {
  flatbuffers::FlatBufferBuilder builder;
  encode(builder, *value);
  if (copy != nullptr && builder.GetSize() <= room) {
    std::memcpy(copy, builder.GetBufferPointer(), builder.GetSize());
  }
  return builder.GetSize();
}

bool bench_flatcc_verify(const uint8_t *bytes, size_t size) {
  flatbuffers::Verifier verifier(bytes, size);
  return flatcc::VerifyFooBarContainerBuffer(verifier);
}

const void *bench_flatcc_root(const uint8_t *bytes, size_t size) {
  return bench_flatcc_verify(bytes, size) ? flatcc::GetFooBarContainer(bytes) : nullptr;
}

uint64_t bench_flatcc_traverse(const void *root) {
  const auto *view = static_cast<const flatcc::FooBarContainer *>(root);
  auto sum = static_cast<uint64_t>(view->initialized());
  const auto add = [&sum](auto value) { sum += static_cast<uint64_t>(static_cast<int64_t>(value)); };
  add(view->fruit());
  if (const auto *location = view->location()) add(location->size());
  if (const auto *list = view->list()) {
    for (const auto *each : *list) {
      if (const auto *bar = each->sibling()) {
        const auto &parent = bar->parent();
        add(bar->time());
        add(bar->ratio());
        add(bar->size());
        sum += parent.id();
        add(parent.count());
        add(parent.prefix());
        add(parent.length());
      }
      if (const auto *name = each->name()) add(name->size());
      add(each->rating());
      add(each->postfix());
    }
  }
  return sum;
}
