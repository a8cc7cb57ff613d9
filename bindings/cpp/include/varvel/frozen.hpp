// Documents that are read once and then looked into in place.

#ifndef VARVEL_FROZEN_HPP
#define VARVEL_FROZEN_HPP

#include <varvel/format.hpp>
#include <varvel/view.hpp>

#include <memory>
#include <string_view>

namespace varvel {

/// A frozen document: one contiguous buffer that does not change. Copies share it, so a copy costs a
/// count; any number of threads may read it.
class frozen {
 public:
  /// No document; its root is missing.
  frozen() noexcept = default;

  /// Reads a document of any format. The text is not used after that. Fails with what is wrong with
  /// it and where.
  static result<frozen> try_parse(std::string_view text, format as = format::json,
                                  const options& how = options()) {
    vv_frozen* document = nullptr;
    vv_error* error = nullptr;
    const vv_code code = vv_freeze(static_cast<vv_format>(as), text.data(), text.size(), how.raw(),
                                   &document, &error);
    if (code != VV_OK) return varvel::error::adopt(code, error);
    return frozen(document);
  }
  /// Reads a document of any format, or throws.
  static frozen parse(std::string_view text, format as = format::json,
                      const options& how = options()) {
    return try_parse(text, as, how).value();
  }

  /// Returns the root of the document.
  view root() const noexcept { return view(vv_frozen_root(document_.get())); }
  /// Returns the value of a member of the root; missing if there is none.
  template <class Key>
  view operator[](Key&& key) const noexcept {
    return root()[std::forward<Key>(key)];
  }

  /// Returns the bytes of the document, to store or send; lent until the last copy is gone.
  std::string_view bytes() const noexcept {
    const vv_bytes lent = vv_frozen_bytes(document_.get());
    return std::string_view(reinterpret_cast<const char*>(lent.data), lent.len);
  }
  /// Returns the document of the C library, lent.
  const vv_frozen* raw() const noexcept { return document_.get(); }

 private:
  explicit frozen(vv_frozen* document) : document_(document, vv_frozen_free) {}

  std::shared_ptr<vv_frozen> document_;
};

}  // namespace varvel

#endif
