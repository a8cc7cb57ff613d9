// Rows of SQLite as structs, and structs as rows. It needs sqlite3.h, and is included by itself.

#ifndef VARVEL_STRUCTS_SQLITE_HPP
#define VARVEL_STRUCTS_SQLITE_HPP

#include <varvel/structs.hpp>

#include <sqlite3.h>

namespace varvel {
namespace structs {

/// Whether a type is an enum of which a column holds a name.
template <class T, class = void>
inline constexpr bool is_name_column = false;
template <class T>
inline constexpr bool is_name_column<T, std::enable_if_t<std::is_enum_v<T>>> = !is_flags<T>;

/// Makes an error of the message that SQLite has for the last call of a statement.
VARVEL_COLD inline error sqlite_error(sqlite3_stmt* of) {
  return error(errc::io, sqlite3_errmsg(sqlite3_db_handle(of)));
}

VARVEL_COLD inline error column_again(std::string_view column) {
  return error(errc::duplicate_key, std::string("column `") + std::string(column) + "` twice");
}

VARVEL_COLD inline error column_error(errc code, std::string_view type, std::string_view column,
                                      int row) {
  return error(code, std::string("column `") + std::string(column) + "` of row " +
                         std::to_string(row) + std::string(" is no ") + std::string(type) +
                         ", or does not fit");
}

/// Reads a column into a field. What no column holds is JSON in a text.
template <class M>
bool read_column(sqlite3_stmt* row, int column, M& to) {
  const int type = sqlite3_column_type(row, column);
  if constexpr (is_nullable<M>) {
    if (type == SQLITE_NULL) {
      to = M();
      return true;
    }
    std::remove_reference_t<decltype(*to)> inner{};
    if (!read_column(row, column, inner)) return false;
    if constexpr (is_instance<M, std::optional>) {
      to = std::move(inner);
    } else {
      to = M(new decltype(inner)(std::move(inner)));
    }
    return true;
  } else if constexpr (std::is_same_v<M, bool>) {
    const std::int64_t value = sqlite3_column_int64(row, column);
    to = value == 1;
    return type == SQLITE_INTEGER && (value == 0 || value == 1);
  } else if constexpr (std::is_integral_v<M>) {
    return type == SQLITE_INTEGER && convert_exactly(sqlite3_column_int64(row, column), to);
  } else if constexpr (is_numbered<M>) {
    std::underlying_type_t<M> number{};
    if (!read_column(row, column, number)) return false;
    to = static_cast<M>(number);
    return true;
  } else if constexpr (std::is_floating_point_v<M>) {
    if (type == SQLITE_INTEGER) return convert_exactly(sqlite3_column_int64(row, column), to);
    return type == SQLITE_FLOAT && convert_exactly(sqlite3_column_double(row, column), to);
  } else {
    const bool text = type == SQLITE_TEXT;
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(row, column));
    const std::string_view found(bytes,
                                 static_cast<std::size_t>(sqlite3_column_bytes(row, column)));
    if constexpr (holds_bytes<M>) {
      return type == SQLITE_BLOB && copy_bytes(found, to);
    } else if constexpr (std::is_same_v<M, std::string>) {
      to.assign(found.data(), found.size());
      return text && is_utf8(found);
    } else if constexpr (is_name_column<M>) {
      return text && value_called(found, to);
    } else {
      return text && try_read_into(found, to).has_value();
    }
  }
}

/// Binds a field to a parameter.
template <class M>
result<void> bind_column(sqlite3_stmt* to, int parameter, const M& from) {
  int code = SQLITE_OK;
  if constexpr (is_nullable<M>) {
    if (from) return bind_column(to, parameter, *from);
    code = sqlite3_bind_null(to, parameter);
  } else if constexpr (std::is_integral_v<M>) {
    std::int64_t wide = 0;
    if constexpr (std::is_same_v<M, bool>) {
      wide = from ? 1 : 0;
    } else if (!convert_exactly(from, wide)) {
      return error(errc::unrepresentable, "an integer beyond those of SQLite");
    }
    code = sqlite3_bind_int64(to, parameter, wide);
  } else if constexpr (is_numbered<M>) {
    return bind_column(to, parameter, static_cast<std::underlying_type_t<M>>(from));
  } else if constexpr (std::is_floating_point_v<M>) {
    // SQLite takes NaN for NULL.
    if (from != from) return error(errc::unrepresentable, "a float of SQLite, found NaN");
    code = sqlite3_bind_double(to, parameter, static_cast<double>(from));
  } else if constexpr (holds_bytes<M>) {
    const std::string_view bytes = lent_bytes(from);
    code = sqlite3_bind_blob64(to, parameter, bytes.empty() ? "" : bytes.data(), bytes.size(),
                               SQLITE_TRANSIENT);
  } else {
    std::string text;
    if constexpr (std::is_same_v<M, std::string>) {
      text = from;
      if (!is_utf8(text)) return error(errc::invalid_utf8, "a text of SQLite that is not UTF-8");
    } else if constexpr (is_name_column<M>) {
      text = std::string(name_of_value(from));
      if (text.empty()) {
        return error(errc::unrepresentable,
                     std::string("a value of ") + std::string(name_of_type<M>()) +
                         " without a name: " + std::to_string(static_cast<long long>(from)));
      }
    } else {
      const result<void> written = try_write_into(from, text);
      if (!written) return written;
    }
    code =
        sqlite3_bind_text64(to, parameter, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  }
  if (code != SQLITE_OK) return sqlite_error(to);
  return {};
}

template <class T, std::size_t... I>
error read_row(sqlite3_stmt* from, const int* columns, T& to, int row, std::index_sequence<I...>) {
  error failed;
  const auto one = [&](auto number) {
    constexpr std::size_t i = number();
    auto& member = facts<T>::template get<i>(to);
    if (columns[i] < 0) {
      if constexpr (may_miss<T, i>) {
        set_missing<T, i>(member);
        return true;
      }
      failed = error(errc::missing_field,
                     std::string("no column `") + std::string(facts<T>::names[i]) + "`");
      return false;
    }
    if (read_column(from, columns[i], member)) return true;
    failed = column_error(errc::type_mismatch, name_of_type<std::decay_t<decltype(member)>>(),
                          facts<T>::names[i], row);
    return false;
  };
  (void)(one(std::integral_constant<std::size_t, I>()) && ...);
  return failed;
}

template <class T, std::size_t... I>
result<void> bind_row(sqlite3_stmt* to, const T& from, std::index_sequence<I...>) {
  result<void> done;
  const auto one = [&](auto number) {
    constexpr std::size_t i = number();
    const std::string name = std::string(":") + std::string(facts<T>::names[i]);
    const int parameter = sqlite3_bind_parameter_index(to, name.c_str());
    if (parameter == 0) return true;
    done = bind_column(to, parameter, facts<T>::template get<i>(from));
    return done.has_value();
  };
  (void)(one(std::integral_constant<std::size_t, I>()) && ...);
  return done;
}

}  // namespace structs

/// Reads all rows of a statement as structs: columns are found by the names of fields. Fields that
/// are no scalars are JSON in a text.
template <class T>
result<std::vector<T>> read_rows(sqlite3_stmt* from) {
  constexpr std::size_t count = structs::facts<T>::count;
  int columns[count + 1];
  for (std::size_t i = 0; i < count; i++) {
    columns[i] = -1;
    for (int c = 0; c < sqlite3_column_count(from); c++) {
      const char* const name = sqlite3_column_name(from, c);
      if (name == nullptr || !structs::is_field_name<T>(i, name)) continue;
      if (columns[i] >= 0) return structs::column_again(name);
      columns[i] = c;
    }
  }
  std::vector<T> rows;
  int code;
  while ((code = sqlite3_step(from)) == SQLITE_ROW) {
    rows.emplace_back();
    error failed = structs::read_row(from, columns, rows.back(), static_cast<int>(rows.size()) - 1,
                                     std::make_index_sequence<count>());
    if (failed) return failed;
  }
  if (code != SQLITE_DONE) return structs::sqlite_error(from);
  return rows;
}

/// Binds the fields of a struct to the parameters of a statement that have their names: `:id`.
template <class T>
result<void> bind_row(sqlite3_stmt* to, const T& from) {
  return structs::bind_row(to, from, std::make_index_sequence<structs::facts<T>::count>());
}

/// Runs a statement once for each struct.
template <class T>
result<void> write_rows(sqlite3_stmt* to, const std::vector<T>& rows) {
  for (const T& one : rows) {
    sqlite3_reset(to);
    const result<void> bound = bind_row(to, one);
    if (!bound) return bound;
    const int code = sqlite3_step(to);
    if (code != SQLITE_DONE && code != SQLITE_ROW) return structs::sqlite_error(to);
  }
  sqlite3_reset(to);
  return {};
}

}  // namespace varvel

#endif
