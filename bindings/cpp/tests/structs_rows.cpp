// Rows of SQLite: what a column holds, and the text of each error.
// Links with: -lsqlite3

#include <varvel/structs/sqlite.hpp>

#include <limits>

#include "check.hpp"

namespace {

enum class mode { slow, fast };
enum class rights : unsigned { read = 1, write = 2 };
VARVEL_TYPE(rights, bit_flags)
enum class ticket : std::uint16_t {};

struct row {
  mode how{};
  rights may{};
  ticket id{};
  double share = 0;
  std::string name;
  std::array<std::byte, 2> two{};
  std::uint64_t large = 0;
  std::vector<int> list;
  VARVEL_FIELDS(row, how, may, id, share, name, two, large, list)
};

struct database {
  sqlite3* raw = nullptr;
  database() {
    sqlite3_open(":memory:", &raw);
    run("CREATE TABLE rows (how, may, id, share, name, two, large, list)");
  }
  ~database() { sqlite3_close(raw); }
  void run(const char* sql) const { sqlite3_exec(raw, sql, nullptr, nullptr, nullptr); }

  /// Adds a row. Returns the message of the error.
  std::string add(const row& one) const {
    sqlite3_stmt* insert = nullptr;
    sqlite3_prepare_v2(
        raw, "INSERT INTO rows VALUES (:how, :may, :id, :share, :name, :two, :large, :list)", -1,
        &insert, nullptr);
    const auto done = varvel::write_rows(insert, std::vector<row>{one});
    sqlite3_finalize(insert);
    return done ? "no error" : done.error().message();
  }
  /// Returns what a query says, as JSON, or the message of the error.
  std::string all(const char* sql = "SELECT * FROM rows") const {
    sqlite3_stmt* select = nullptr;
    sqlite3_prepare_v2(raw, sql, -1, &select, nullptr);
    const auto rows = varvel::read_rows<row>(select);
    sqlite3_finalize(select);
    return rows ? varvel::write(*rows) : rows.error().message();
  }
};

TEST("enums, bytes and lists in columns") {
  const database here;
  row one;
  one.how = mode::fast;
  one.may = static_cast<rights>(3);
  one.id = static_cast<ticket>(65535);
  one.two = {std::byte{1}, std::byte{2}};
  one.list = {1, 2};
  CHECK_EQUAL(here.add(one), "no error");
  CHECK_EQUAL(here.all(), R"([{"how":"fast","may":["read","write"],"id":65535,"share":0.0,)"
                          R"("name":"","two":"AQI=","large":0,"list":[1,2]}])");
}

TEST("what SQLite cannot hold is an error") {
  const database here;
  row one;
  one.how = static_cast<mode>(7);
  CHECK_EQUAL(here.add(one), "a value of mode without a name: 7");
  one.how = mode::slow;
  one.share = std::numeric_limits<double>::quiet_NaN();
  CHECK_EQUAL(here.add(one), "a float of SQLite, found NaN");
  one.share = 0;
  one.name = "\xFF";
  CHECK_EQUAL(here.add(one), "a text of SQLite that is not UTF-8");
  one.name = "";
  one.large = std::numeric_limits<std::uint64_t>::max();
  CHECK_EQUAL(here.add(one), "an integer beyond those of SQLite");
  CHECK_EQUAL(here.all(), "[]");
  here.run("CREATE UNIQUE INDEX ids ON rows(id)");
  CHECK_EQUAL(here.add(row()), "no error");
  CHECK_EQUAL(here.add(row()), "UNIQUE constraint failed: rows.id");
}

TEST("a column that does not fit its field is an error") {
  const database here;
  CHECK_EQUAL(here.add(row()), "no error");
  const auto changed = [&](const char* sql) {
    const database fresh;
    fresh.add(row());
    fresh.run(sql);
    return fresh.all();
  };
  CHECK_EQUAL(changed("UPDATE rows SET id = 70000"),
              "column `id` of row 0 is no ticket, or does not fit");
  CHECK_EQUAL(changed("UPDATE rows SET how = 'fats'"),
              "column `how` of row 0 is no mode, or does not fit");
  CHECK_EQUAL(changed("UPDATE rows SET two = x'010203'"),
              "column `two` of row 0 is no array, or does not fit");
  CHECK_EQUAL(changed("UPDATE rows SET share = NULL"),
              "column `share` of row 0 is no double, or does not fit");
  CHECK_EQUAL(changed("UPDATE rows SET list = '[1'"),
              "column `list` of row 0 is no vector, or does not fit");
  CHECK_EQUAL(here.all("SELECT how FROM rows"), "no column `may`");
  CHECK_EQUAL(here.all("SELECT *, 7 AS id FROM rows"), "column `id` twice");
}

}  // namespace
