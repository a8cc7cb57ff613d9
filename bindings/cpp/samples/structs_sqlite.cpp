// Rows of SQLite as structs, and structs as rows. DataConfig's sample of SQLite.
// Links with: -lsqlite3

#include <varvel/structs/sqlite.hpp>

#include <iostream>

struct user {
  long long id = 0;
  std::string name;
  std::optional<double> score;
  std::vector<std::string> tags;
  VARVEL_FIELDS(user, id, name, score, tags)
};

int main() {
  sqlite3* database = nullptr;
  sqlite3_open(":memory:", &database);
  sqlite3_exec(database, "CREATE TABLE users (id INTEGER, name TEXT, score REAL, tags TEXT)",
               nullptr, nullptr, nullptr);
  sqlite3_stmt* insert = nullptr;
  sqlite3_prepare_v2(database, "INSERT INTO users VALUES (:id, :name, :score, :tags)", -1, &insert,
                     nullptr);
  std::vector<user> users(2);
  users[0].id = 1;
  users[0].name = "Ada";
  users[0].score = 9.5;
  users[0].tags = {"admin", "owner"};
  users[1].id = 1LL << 40;
  varvel::write_rows(insert, users).value();
  sqlite3_finalize(insert);

  sqlite3_stmt* select = nullptr;
  sqlite3_prepare_v2(database, "SELECT tags, score, name, id FROM users ORDER BY id", -1, &select,
                     nullptr);
  std::cout << varvel::write(varvel::read_rows<user>(select).value()) << '\n';
  sqlite3_finalize(select);

  sqlite3_prepare_v2(database, "SELECT name AS id, name, tags FROM users", -1, &select, nullptr);
  std::cout << varvel::read_rows<user>(select).error() << '\n';
  sqlite3_finalize(select);
  sqlite3_close(database);
}
