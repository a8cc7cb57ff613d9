// Documents that are read once and then looked into in place.

#ifndef VARVEL_FROZEN_HPP
#define VARVEL_FROZEN_HPP

#include <varvel/format.hpp>
#include <varvel/view.hpp>

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace varvel {

/// A frozen document: one contiguous buffer that does not change. Copies share it, so a copy costs
/// a count; any number of threads may read it.
///
///     varvel::frozen document = varvel::frozen::parse(text, varvel::format::yaml);
///     int port = document["server"]["port"].as_or(80);
class frozen : public detail::readable<frozen> {
 public:
  /// No document; its root is missing.
  frozen() noexcept = default;
  frozen(const frozen&) noexcept = default;
  frozen(frozen&& other) noexcept { swap(other); }
  frozen& operator=(frozen other) noexcept {
    swap(other);
    return *this;
  }
  ~frozen() = default;

  /// Exchanges two documents.
  void swap(frozen& other) noexcept {
    document_.swap(other.document_);
    std::swap(root_, other.root_);
  }

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

  /// Freezes a node: the document that it is the root of, in the form that the options ask for.
  static result<frozen> try_of(const view& of, const options& how = options()) {
    vv_frozen* document = nullptr;
    vv_error* error = nullptr;
    const vv_code code = vv_freeze_node(of.raw(), how.raw(), &document, &error);
    if (code != VV_OK) return varvel::error::adopt(code, error);
    return frozen(document);
  }
  /// Freezes a node, or throws.
  static frozen of(const view& node, const options& how = options()) {
    return try_of(node, how).value();
  }

  /// Validates frozen bytes and copies them.
  static result<frozen> try_from_bytes(bytes_view bytes, const options& how = options()) {
    return try_parse(bytes.chars(), format::frozen, how);
  }
  /// Validates frozen bytes and copies them, or throws.
  static frozen from_bytes(bytes_view bytes, const options& how = options()) {
    return try_from_bytes(bytes, how).value();
  }
  /// Validates frozen bytes where they are, once and in linear time. They are lent: they must not
  /// change, and must outlive the document and all values made of it.
  static result<frozen> try_borrow(bytes_view bytes, const options& how = options()) {
    return adopt_with(bytes, nullptr, nullptr, how);
  }
  /// Validates frozen bytes where they are, or throws.
  static frozen borrow(bytes_view bytes, const options& how = options()) {
    return try_borrow(bytes, how).value();
  }
  /// Takes the frozen bytes that an owner has: a `std::vector`, a `std::string`, anything with
  /// `data()` and `size()` that does not move its content when it is moved to the heap. They are
  /// validated, and not copied.
  template <class Owner>
  static result<frozen> try_adopt(Owner owner, const options& how = options()) {
    auto kept = std::make_unique<Owner>(std::move(owner));
    const bytes_view bytes(kept->data(), kept->size() * sizeof(*kept->data()));
    // The library frees the owner, also where it fails.
    return adopt_with(bytes, &free_owner<Owner>, kept.release(), how);
  }
  /// Takes the frozen bytes that an owner has, or throws.
  template <class Owner>
  static frozen adopt(Owner owner, const options& how = options()) {
    return try_adopt(std::move(owner), how).value();
  }
  /// Takes a document of the C library.
  static frozen adopt_raw(vv_frozen* document) { return frozen(document); }

  /// Returns the root of the document; lent until the last copy is gone.
  view root() const noexcept VARVEL_LIFETIMEBOUND { return root_; }
  /// Returns the root of the document.
  const view& node() const noexcept VARVEL_LIFETIMEBOUND { return root_; }
  /// Returns the value of a member or an item of the root; missing if there is none.
  template <class Key>
  view operator[](Key&& key) const noexcept VARVEL_LIFETIMEBOUND {
    return root_[std::forward<Key>(key)];
  }

  /// Returns whether there is no document.
  bool is_none() const noexcept { return document_ == nullptr; }
  /// Returns the bytes of the document, to store or send; lent until the last copy is gone.
  bytes_view document_bytes() const noexcept VARVEL_LIFETIMEBOUND {
    const vv_bytes lent = vv_frozen_bytes(raw());
    return bytes_view(lent.data, lent.len);
  }
  /// Returns a copy of the bytes of the document.
  std::vector<std::byte> copy_bytes() const {
    const bytes_view lent = document_bytes();
    return std::vector<std::byte>(lent.begin(), lent.end());
  }
  /// Returns the canonical form of the document: equal documents have equal bytes.
  frozen canonical() const { return of(root_, options().canonical()); }

  /// Returns the document of the C library, lent.
  const vv_frozen* raw() const noexcept { return document_ == nullptr ? nullptr : document_->raw; }
  /// Gives the document of the C library away, if no copy shares it; else NULL.
  vv_frozen* release() noexcept {
    if (document_ == nullptr || document_.use_count() != 1) return nullptr;
    vv_frozen* given = document_->raw;
    document_->raw = nullptr;
    document_.reset();
    root_ = view();
    return given;
  }

 private:
  struct owned {
    explicit owned(vv_frozen* document) noexcept : raw(document) {}
    owned(const owned&) = delete;
    owned& operator=(const owned&) = delete;
    ~owned() { vv_frozen_free(raw); }
    vv_frozen* raw;
  };

  explicit frozen(vv_frozen* document)
      : document_(std::make_shared<owned>(document)), root_(vv_frozen_root(document)) {}

  template <class Owner>
  static void free_owner(void* context, const void*, std::size_t) {
    delete static_cast<Owner*>(context);
  }
  static result<frozen> adopt_with(bytes_view bytes, vv_free_fn free, void* context,
                                   const options& how) {
    vv_frozen* document = nullptr;
    vv_error* error = nullptr;
    const vv_code code =
        vv_frozen_adopt(bytes.data(), bytes.size(), free, context, how.raw(), &document, &error);
    if (code != VV_OK) return varvel::error::adopt(code, error);
    return frozen(document);
  }

  std::shared_ptr<owned> document_;
  view root_;
};

namespace detail {

VARVEL_COLD inline view copy_of(const view& of, std::shared_ptr<const void>& owner) {
  const result<frozen> made = frozen::try_of(of);
  if (!made) return view();
  const auto kept = std::make_shared<frozen>(*made);
  owner = kept;
  return kept->node();
}

}  // namespace detail
}  // namespace varvel

#endif
