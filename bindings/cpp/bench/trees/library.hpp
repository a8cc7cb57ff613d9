// The jobs of libdart's suite, written once over all libraries.
//
// A library is a struct. It has `name` and `version`, and of these functions those that it can do:
//
//     parser{}.parse(text, f)     calls `f` with the document that was read
//     open(text)                  a document that is kept, for all of the following
//     root(document)              its node;  object_of(node): what is asked for keys
//     write(document, f)          calls `f` with its JSON
//     find(object, key)           the node of a key
//     each_member(node, f)        calls `f` with each key and its node
//     each_item(node, f)          calls `f` with each node
//     string, integer, number, boolean(node)
//     key_text(key)               the text of a key that `each_member` gave
//     equal(a, b)                 whether two documents are equal
//     sum(node, key)              the sum of the integers of this key in an array of objects
//     make_object, make_array     an empty tree, which is changed
//     set(tree, key, text), push(tree, text), push(tree, integer)
//     finish(tree, f)             calls `f` with the JSON of a tree
//     build(keys, values, f)      makes an object of parts; calls `f` with what was made
//     copy(tree)

#ifndef VARVEL_BENCH_TREES_LIBRARY_HPP
#define VARVEL_BENCH_TREES_LIBRARY_HPP

#include "../generate.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

using given = std::shared_ptr<const trees>;

/// The jobs of a library; those that it cannot do are empty.
struct library {
  using factory = std::function<job(given)>;
  factory parse, write, lookup, members, items, strings, integers, numbers, booleans, column,
      compare, build, insert_members, push_strings, push_integers, insert_shared, push_shared;
};

/// Returns JSON with the members of each object in order: some libraries keep no order.
std::string in_order(std::string_view json);

namespace jobs {

template <class L, class Run, class Result>
job of(Run run, Result result) {
  return {L::name, L::version(), std::move(run), std::move(result)};
}

/// Opens all documents.
template <class L>
auto open(const given& in) {
  using document = decltype(L::open(std::string()));
  auto all = std::make_shared<std::vector<document>>();
  for (const std::string& text : in->json) all->push_back(L::open(text));
  return all;
}

template <class L>
job parse(given in) {
  auto parser = std::make_shared<typename L::parser>();
  return of<L>(
      [=] {
        for (const std::string& text : in->json)
          parser->parse(text, [](const auto& document) { keep(document); });
      },
      [=] {
        texts all;
        for (const std::string& text : in->json) {
          parser->parse(text, [&](const auto& document) {
            L::write(document, [&](std::string_view json) { all.push_back(in_order(json)); });
          });
        }
        return all;
      });
}

template <class L>
job write(given in) {
  auto documents = open<L>(in);
  return of<L>(
      [=] {
        for (const auto& one : *documents) L::write(one, [](std::string_view json) { keep(json); });
      },
      [=] {
        texts all;
        for (const auto& one : *documents)
          L::write(one, [&](std::string_view json) { all.push_back(in_order(json)); });
        return all;
      });
}

template <class L>
job lookup(given in) {
  auto documents = open<L>(in);
  auto objects =
      std::make_shared<std::vector<decltype(L::object_of(L::root(documents->front())))>>();
  for (const auto& one : *documents) objects->push_back(L::object_of(L::root(one)));
  return of<L>(
      [=] {
        for (std::size_t i = 0; i < objects->size(); i++) {
          const auto& object = (*objects)[i];
          for (const std::string& key : in->shuffled[i]) keep(L::find(object, key));
        }
        keep(documents);
      },
      [=] {
        texts all;
        for (std::size_t i = 0; i < objects->size(); i++) {
          for (const std::string& key : in->shuffled[i])
            all.emplace_back(L::string(L::find((*objects)[i], key)));
        }
        return all;
      });
}

template <class L>
job members(given in) {
  auto documents = open<L>(in);
  return of<L>(
      [=] {
        for (const auto& one : *documents) {
          L::each_member(L::root(one), [](const auto& key, const auto& value) {
            keep(key);
            keep(value);
          });
        }
      },
      [=] {
        texts all;
        for (const auto& one : *documents) {
          L::each_member(L::root(one), [&](const auto& key, const auto& value) {
            all.push_back(std::string(L::key_text(key)) + "=" + std::string(L::string(value)));
          });
        }
        // Some libraries keep no order.
        std::sort(all.begin(), all.end());
        return all;
      });
}

/// Makes a job that does `take` with every item, and shows each by `show`.
template <class L, class Take, class Show>
job each(given in, Take take, Show show) {
  auto documents = open<L>(in);
  return of<L>(
      [=] {
        for (const auto& one : *documents)
          L::each_item(L::root(one), [&](const auto& item) { keep(take(item)); });
      },
      [=] {
        texts all;
        for (const auto& one : *documents)
          L::each_item(L::root(one), [&](const auto& item) { all.push_back(show(item)); });
        return all;
      });
}

template <class L>
job items(given in) {
  return each<L>(
      in, [](const auto& item) -> const auto& { return item; },
      [](const auto& item) {
        return L::is_string(item) ? varvel::write(std::string(L::string(item)))
                                  : std::to_string(L::integer(item));
      });
}
template <class L>
job strings(given in) {
  return each<L>(
      in, [](const auto& item) { return L::string(item); },
      [](const auto& item) { return varvel::write(std::string(L::string(item))); });
}
template <class L>
job integers(given in) {
  return each<L>(
      in, [](const auto& item) { return L::integer(item); },
      [](const auto& item) { return std::to_string(L::integer(item)); });
}
template <class L>
job numbers(given in) {
  return each<L>(
      in, [](const auto& item) { return L::number(item); },
      [](const auto& item) { return varvel::write(L::number(item)); });
}
template <class L>
job booleans(given in) {
  return each<L>(
      in, [](const auto& item) { return L::boolean(item); },
      [](const auto& item) { return L::boolean(item) ? "true" : "false"; });
}

template <class L>
job column(given in) {
  auto documents = open<L>(in);
  auto sum = std::make_shared<std::int64_t>(0);
  return of<L>(
      [=] {
        const std::string key = "qty";
        *sum = L::sum(L::root(documents->front()), key);
        keep(*sum);
      },
      [=] { return texts{std::to_string(*sum)}; });
}

template <class L>
job compare(given in) {
  auto some = open<L>(in), others = open<L>(in);
  auto equal = std::make_shared<std::size_t>(0);
  return of<L>(
      [=] {
        *equal = 0;
        for (std::size_t i = 0; i < some->size(); i++)
          *equal += L::equal((*some)[i], (*others)[i]) ? 1 : 0;
        keep(*equal);
      },
      [=] {
        const std::size_t different = L::equal((*some)[0], (*others)[1]) ? 1 : 0;
        return texts{std::to_string(*equal), std::to_string(different)};
      });
}

template <class L>
job build(given in) {
  auto values = std::make_shared<std::vector<texts>>();
  for (const std::string& one : in->json) {
    texts& of_one = values->emplace_back();
    const varvel::frozen document = varvel::frozen::parse(one);
    for (const auto value : document.root().values()) of_one.push_back(value.as<std::string>());
  }
  return of<L>(
      [=] {
        for (std::size_t i = 0; i < in->json.size(); i++)
          L::build(in->keys[i], (*values)[i], [](const auto& made) { keep(made); });
      },
      [=] {
        texts all;
        for (std::size_t i = 0; i < in->json.size(); i++) {
          L::build(in->keys[i], (*values)[i], [&](const auto& made) {
            L::finish(made, [&](std::string_view json) { all.push_back(in_order(json)); });
          });
        }
        return all;
      });
}

/// Makes a job that fills an empty tree for each document, from values that were read beforehand.
template <class L, class T, class Make, class Add>
job fill(given in, Make make, Add add) {
  auto values = std::make_shared<std::vector<std::vector<T>>>();
  for (const std::string& one : in->json) {
    std::vector<T>& of_one = values->emplace_back();
    const varvel::frozen document = varvel::frozen::parse(one);
    for (const auto value : document.root().values()) of_one.push_back(value.as<T>());
  }
  return of<L>(
      [=] {
        for (std::size_t i = 0; i < values->size(); i++) {
          auto made = make();
          for (std::size_t j = 0; j < (*values)[i].size(); j++) add(made, i, j, (*values)[i][j]);
          keep(made);
        }
      },
      [=] {
        texts all;
        for (std::size_t i = 0; i < values->size(); i++) {
          auto made = make();
          for (std::size_t j = 0; j < (*values)[i].size(); j++) add(made, i, j, (*values)[i][j]);
          L::finish(made, [&](std::string_view json) { all.push_back(in_order(json)); });
        }
        return all;
      });
}

template <class L>
job insert_members(given in) {
  return fill<L, std::string>(
      in, [] { return L::make_object(); },
      [in](auto& made, std::size_t i, std::size_t j, const std::string& value) {
        L::set(made, in->keys[i][j], value);
      });
}
template <class L, class T>
job push(given in) {
  return fill<L, T>(
      in, [] { return L::make_array(); },
      [](auto& made, std::size_t, std::size_t, const T& value) { L::push(made, value); });
}

/// Makes a job that changes a copy of each document.
template <class L, class Change>
job change_shared(given in, Change change) {
  auto documents = open<L>(in);
  return of<L>(
      [=] {
        for (const auto& one : *documents) {
          auto copy = L::copy(one);
          change(copy);
          keep(copy);
        }
      },
      [=] {
        texts all;
        for (const auto& one : *documents) {
          auto copy = L::copy(one);
          change(copy);
          L::finish(copy, [&](std::string_view json) { all.push_back(in_order(json)); });
        }
        return all;
      });
}
template <class L>
job insert_shared(given in) {
  const std::string key = "the thin ice", value = "the wall";
  return change_shared<L>(in, [=](auto& copy) { L::set(copy, key, value); });
}
template <class L>
job push_shared(given in) {
  const std::string value = "the wall";
  return change_shared<L>(in, [=](auto& copy) { L::push(copy, value); });
}

}  // namespace jobs

/// Returns the jobs of a library that reads.
template <class L>
void add_reading(library& to) {
  if constexpr (requires { typename L::parser; }) to.parse = jobs::parse<L>;
  if constexpr (requires { &L::writes; }) to.write = jobs::write<L>;
  to.lookup = jobs::lookup<L>;
  to.members = jobs::members<L>;
  to.items = jobs::items<L>;
  to.strings = jobs::strings<L>;
  to.integers = jobs::integers<L>;
  to.numbers = jobs::numbers<L>;
  to.booleans = jobs::booleans<L>;
  if constexpr (requires { &L::sum; }) to.column = jobs::column<L>;
  if constexpr (requires { &L::equal; }) to.compare = jobs::compare<L>;
}

/// Returns the jobs of a library that changes trees.
template <class L>
void add_changing(library& to) {
  to.build = jobs::build<L>;
  to.insert_members = jobs::insert_members<L>;
  to.push_strings = jobs::push<L, std::string>;
  to.push_integers = jobs::push<L, std::int64_t>;
  to.insert_shared = jobs::insert_shared<L>;
  to.push_shared = jobs::push_shared<L>;
}

/// The libraries, each in a file of `trees/`.
library varvel_frozen();
library varvel_values();
library simdjson_trees();
library yyjson_trees();
library yyjson_changing_trees();
library rapidjson_trees();
library nlohmann_trees();
library flexbuffers_trees();

/// Jobs of ours alone: `parse` into a document of its own each time, a value frozen, keys prepared,
/// FlexBuffers made of parts.
job varvel_parse_fresh(given in);
job varvel_freeze(given in);
job varvel_lookup_prepared(given in);
job flexbuffers_build(given in);

#endif
