//! The examples at the end of each help text. `tests/cli/examples.rs` runs them.

/// Returns the examples of a subcommand, or of the command. Lines that begin with `$` are commands,
/// and the line above each says what it does.
pub fn of(subcommand: &str) -> Option<&'static str> {
    let found = EXAMPLES.iter().find(|(name, _)| *name == subcommand);
    found.map(|(_, text)| *text)
}

const EXAMPLES: &[(&str, &str)] = &[
    (
        "varvel",
        "\
Freeze a document, show what is in it, and print a node of it:
    $ varvel convert orders.json orders.varvel
    $ varvel inspect orders.varvel
    $ varvel get orders.varvel 'orders[0].customer.name'

  Make a frozen stream of lines, and print a part of a record by its number:
    $ varvel convert events.ndjson events.varvels
    $ varvel get events.varvels '[1].user'",
    ),
    (
        "convert",
        "\
Freeze a document, and read it as JSON again:
    $ varvel convert orders.json orders.varvel
    $ varvel convert orders.varvel --pretty

  Make a frozen stream of compressed lines, and MessagePack of that:
    $ varvel convert events.ndjson.gz events.varvels
    $ varvel convert events.varvels events.msgpacks.zst

  Set bad lines aside, and add the others to a stream:
    $ varvel convert events.ndjson.gz events.varvels --append --bad-lines bad.ndjson

  All files of a name with wildcards into one stream, and each into a file of a folder:
    $ varvel convert 'events*.ndjson*' all.msgpacks
    $ varvel convert 'events*.ndjson' streams/ --to frozen-stream

  A FlatBuffer by its schema, and back:
    $ varvel convert order.json order.bin --schema orders.fbs --root Order
    $ varvel convert order.bin order.yaml --schema orders.fbs --root Order

  Lines as FlatBuffers one behind the other, each with its size before it, and back:
    $ varvel convert events.ndjson events.bin --schema events.fbs --root Event --size-prefixed
    $ varvel convert events.bin --schema events.fbs --root Event --size-prefixed

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
        "inspect",
        "\
What is in a file, and what each part of a frozen one takes:
    $ varvel inspect orders.json
    $ varvel inspect orders.varvel

  One figure of it:
    $ varvel inspect --json orders.varvel | varvel get - parts.strings",
    ),
    (
        "validate",
        "\
Check several files:
    $ varvel validate orders.json events.ndjson.gz
    $ varvel validate --schema order.schema.json order.json

  Let a script go on only if all is well:
    $ varvel validate --quiet orders.json && echo well",
    ),
    (
        "fmt",
        "\
Print a document so that it can be read, and replace one:
    $ varvel fmt orders.json
    $ varvel fmt --in-place orders.json

  In a check before a commit:
    $ varvel fmt --check orders.json",
    ),
    (
        "set",
        "\
See what an edit would change, and make it:
    $ varvel set orders.json 'orders[0].paid' true --dry-run
    $ varvel set orders.json 'orders[0].paid' true

  An item behind the last one, a string that looks like a number:
    $ varvel set orders.json /cursor 9007199254740993 --string
    $ varvel set orders.json /opening/- '[8, 12]'

  An item before another:
    $ varvel set orders.json 'orders[0].items[1]' '{\"sku\": \"CH-1120\"}' --insert",
    ),
    (
        "rm",
        "\
Take a member out, and an item of standard input:
    $ varvel rm orders.json stock.CH-0032
    $ cat orders.json | varvel rm - 'orders[0]' > rest.json",
    ),
    (
        "head",
        "\
The first two records of a stream, compressed or not:
    $ varvel head -n 2 events.ndjson.gz
    $ varvel head -n 1 --pretty events.varvels",
    ),
    (
        "count",
        "\
How many records there are, of one stream and of several:
    $ varvel count events.varvels
    $ varvel count events.varvels events.ndjson.gz",
    ),
    (
        "schema",
        "\
The members of all records of a stream, and which may be missing:
    $ varvel schema events.ndjson.gz

  The JSON Schema of several documents:
    $ varvel schema --json-schema --pretty orders.json events.varvels

  Whether a FlatBuffers schema may follow another, and what breaks:
    $ varvel schema check orders.fbs orders-next.fbs

  A FlatBuffers schema as one binary file, which every command takes as well, and as text again:
    $ varvel schema compile orders.fbs --out orders.bfbs
    $ varvel schema compile orders.bfbs --out orders-again.fbs",
    ),
    (
        "splits",
        "\
Plan splits of a file, a line each, and convert the first one alone:
    $ varvel splits events.ndjson --size 16 --to ndjson > plan.ndjson
    $ varvel convert --split \"$(head -n 1 plan.ndjson)\" first.ndjson

  The plan of several files, with the default size:
    $ varvel splits 'events*.ndjson*'",
    ),
    (
        "gen",
        "\
Rust of a schema, into the folder of the sources:
    $ varvel gen rust orders.fbs --out src/generated

  In a check before a commit:
    $ varvel gen rust orders.fbs --out src/generated --check",
    ),
    (
        "completions",
        "\
For bash, as a file to source:
    $ varvel completions bash > varvel.bash",
    ),
    (
        "man",
        "\
Into a folder that `man` searches:
    $ mkdir -p man1 && varvel man man1",
    ),
];
