//! The examples at the end of each help text. `tests/cli/examples.rs` runs them.

/// The examples of a subcommand. The lines that begin with `$` are commands, and what is above each says
/// what it does.
pub fn of(subcommand: &str) -> Option<&'static str> {
    let found = EXAMPLES.iter().find(|(name, _)| *name == subcommand);
    found.map(|(_, text)| *text)
}

const EXAMPLES: &[(&str, &str)] = &[
    (
        "convert",
        "\
  Freeze a document, and read it as JSON again:
    $ varvel convert orders.json orders.varvel
    $ varvel convert orders.varvel --pretty

  Make a frozen stream of compressed lines, and MessagePack of that:
    $ varvel convert events.ndjson.gz events.varvels
    $ varvel convert events.varvels events.msgpacks.zst

  Keep the last member where a key comes twice, in a pipe:
    $ cat duplicate-keys.json | varvel convert - --duplicates last > unique.json",
    ),
    (
        "get",
        "\
  A node by its path, as errors write it, or by a JSON Pointer:
    $ varvel get orders.json 'orders[1].customer.name'
    $ varvel get orders.json /orders/1/customer/name --raw

  The first record of a stream:
    $ varvel get events.ndjson.gz '[0]' --pretty",
    ),
    (
        "validate",
        "\
  Check several files:
    $ varvel validate orders.json events.ndjson.gz

  Let a script go on only if all is well:
    $ varvel validate --quiet orders.json && echo well",
    ),
];
