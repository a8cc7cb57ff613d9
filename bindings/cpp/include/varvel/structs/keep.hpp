// Values whose texts point into a document that is kept with them.

#ifndef VARVEL_STRUCTS_KEEP_HPP
#define VARVEL_STRUCTS_KEEP_HPP

#include <varvel/structs/read.hpp>

#include <memory>

namespace varvel {

/// A value, and the document that its fields of type `string_view` point into. Copies share the
/// document.
template <class T>
class kept {
 public:
  kept() = default;
  kept(T value, std::shared_ptr<const vv_frozen> document)
      : document_(std::move(document)), value_(std::move(value)) {}

  const T& operator*() const noexcept { return value_; }
  const T* operator->() const noexcept { return &value_; }
  /// Returns the value. Its views live as long as this does.
  const T& value() const noexcept { return value_; }

 private:
  std::shared_ptr<const vv_frozen> document_;
  T value_{};
};

/// Reads a document of a format, and keeps it for the views in the value.
template <class T>
result<kept<T>> try_keep(std::string_view bytes, format as = format::json,
                         const reading& how = reading()) {
  vv_frozen* frozen = nullptr;
  vv_error* raw = nullptr;
  const vv_code code = vv_freeze(static_cast<vv_format>(as), bytes.data(), bytes.size(),
                                 how.format_options().raw(), &frozen, &raw);
  if (code != VV_OK) return structs::document_error(code, raw, how);
  const std::shared_ptr<const vv_frozen> document(
      frozen, [](const vv_frozen* owned) { vv_frozen_free(const_cast<vv_frozen*>(owned)); });
  const vv_bytes all = vv_frozen_bytes(frozen);
  structs::plan_store store;
  structs::input in;
  in.document = structs::document(all.data, all.len);
  in.store = &store;
  in.keeps = true;
  in.is_text = structs::is_text_format(as);
  in.one_kind_of_number = in.is_text || as == format::frozen;
  in.unknown_refused = how.refuses_unknown();
  if (how.format_options().raw()->depth != 0) in.depth_left = how.format_options().raw()->depth;
  T value{};
  if (codec<T>::read(in, in.document.root(), value)) return kept<T>(std::move(value), document);
  return structs::reading_error(in.error, structs::name_of_type<T>(), as, bytes, how);
}
/// Reads a document of a format, and keeps it for the views in the value; or throws.
template <class T>
kept<T> keep(std::string_view bytes, format as = format::json, const reading& how = reading()) {
  return try_keep<T>(bytes, as, how).value();
}

}  // namespace varvel

#endif
