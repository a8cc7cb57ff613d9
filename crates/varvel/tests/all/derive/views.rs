//! Types that are read in place.

use varvel::{
    Decode, Encode, ErrorKind, Frozen, List, ReadInPlace, Timestamp, Value, View, json, value,
};

#[derive(Debug, PartialEq, Encode, Decode, View)]
struct User {
    id: u64,
    name: String,
    scores: Vec<f64>,
    friends: Vec<Friend>,
    nick: Option<String>,
}

#[derive(Debug, PartialEq, Encode, Decode, View)]
struct Friend {
    name: String,
    since: Option<u16>,
    mood: Mood,
    best: Option<Box<User>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Encode, Decode, View)]
#[varvel(rename_all = "kebab-case")]
enum Mood {
    #[default]
    VeryGood,
    #[varvel(alias = "meh")]
    SoSo,
}

fn user() -> User {
    let lin = Friend {
        name: "Lin".into(),
        since: None,
        mood: Mood::SoSo,
        best: None,
    };
    let kurt = Friend {
        name: "Kurt, of Königsberg".into(),
        since: Some(1931),
        mood: Mood::VeryGood,
        best: Some(Box::new(User {
            id: 7,
            name: String::new(),
            scores: vec![],
            friends: vec![],
            nick: None,
        })),
    };
    User {
        id: u64::MAX,
        name: "Ada".into(),
        scores: (0..40).map(|n| f64::from(n) / 4.0).collect(),
        friends: vec![lin, kurt],
        nick: Some("countess".into()),
    }
}

/// Checks the user above, whatever the order of the members.
fn check(frozen: &Frozen) {
    let user = User::view(frozen).unwrap();
    assert_eq!(
        (user.id(), user.name(), user.nick()),
        (u64::MAX, "Ada", Some("countess"))
    );
    assert_eq!(user.scores().iter().sum::<f64>(), 195.0);
    let friends: List<'_, Friend> = user.friends();
    let [lin, kurt] = [0, 1].map(|i| friends.get(i).unwrap());
    assert_eq!(
        (lin.name(), lin.since(), lin.mood()),
        ("Lin", None, Mood::SoSo)
    );
    assert!(lin.best().is_none());
    assert_eq!(
        (kurt.name(), kurt.since()),
        ("Kurt, of Königsberg", Some(1931))
    );
    assert_eq!(kurt.best().map(|best| best.id()), Some(7));
    assert!(friends.get(2).is_none());
    let names: Vec<&str> = friends.iter().map(|friend| friend.name()).collect();
    assert_eq!(names, ["Lin", "Kurt, of Königsberg"]);
    assert!(
        frozen
            .as_bytes()
            .as_ptr_range()
            .contains(&names[0].as_ptr())
    );
    // The record is a view like any other, too.
    assert_eq!(
        View::from(kurt).field("since").unwrap().as_i64(),
        Some(1931)
    );
}

#[test]
fn reads_what_was_written() {
    check(&Frozen::from_typed(&user()).unwrap());
}

#[test]
fn members_are_found_in_any_order() {
    let mut tree = Value::from_typed(&user()).unwrap();
    // Each friend gets a layout of its own, and so does the user.
    let mut object = tree.object_mut().unwrap();
    let id = object.remove("id").unwrap();
    object.insert("more", 1);
    object.insert("id", id);
    let since = tree["friends"][0].object_mut().unwrap().remove("since");
    assert!(since.is_some());
    let mood = tree["friends"][1]
        .object_mut()
        .unwrap()
        .remove("mood")
        .unwrap();
    tree["friends"][1]["mood"] = mood;
    check(&tree.freeze().unwrap());
    tree["friends"][0]["mood"] = "meh".into();
    check(&tree.freeze().unwrap());
}

#[test]
fn objects_with_more_keys_than_shapes_are_kept_for() {
    // Beyond the budget of shapes an object carries its own keys.
    let mut users = Vec::new();
    for i in 0..3_000 {
        let mut tree = value!({"name": "A"});
        for n in 0..20 {
            tree[format!("{i}-{n}").as_str()] = n.into();
        }
        tree["mood"] = "meh".into();
        users.push(tree);
    }
    let frozen = Value::from_iter(users).freeze().unwrap();
    let friends = varvel::__private::typed::view::<Vec<Friend>>(&frozen).unwrap();
    assert_eq!(friends.len(), 3_000);
    assert!(
        friends
            .iter()
            .all(|friend| friend.name() == "A" && friend.mood() == Mood::SoSo)
    );
}

#[test]
fn floats_are_lent_where_they_are_aligned() {
    let frozen = Frozen::from_typed(&user()).unwrap();
    let frozen = Frozen::from_bytes(varvel::Buffer::from(frozen.into_bytes())).unwrap();
    let scores = User::view(&frozen).unwrap().scores();
    if let Some(slice) = scores.as_slice() {
        assert_eq!(slice.len(), 40);
        assert!(
            frozen
                .as_bytes()
                .as_ptr_range()
                .contains(&slice.as_ptr().cast())
        );
    }
    let copy: Vec<f64> = scores.iter().collect();
    assert_eq!(copy, user().scores);
}

#[derive(Debug, Encode, View)]
#[varvel(rename_all = "camelCase", deny_unknown)]
struct Odd {
    small: i8,
    wide_one: f32,
    #[varvel(rename = "type")]
    kind: u8,
    #[varvel(default)]
    count: u32,
    #[varvel(default)]
    mood: Mood,
    #[varvel(default)]
    list: Vec<i32>,
    #[varvel(required)]
    must: Option<bool>,
    place: (f64, f64, f64),
    id: [u32; 4],
    when: Timestamp,
    wrapped: Wrapped,
    code: Code,
    #[varvel(skip)]
    #[allow(dead_code)]
    cache: Option<std::cell::Cell<u8>>,
}

#[derive(Debug, Encode, View)]
struct Wrapped(Vec<Box<str>>);

#[derive(Clone, Copy, Debug, PartialEq, Encode, View)]
#[varvel(integer)]
enum Code {
    Ok = 200,
    Gone = 410,
}

fn odd() -> Value {
    let time = Timestamp::new(5, 6).unwrap();
    value!({
        "small": -3, "wideOne": 0.1_f32, "type": 255, "must": null, "place": [1, 2.5, -0.0],
        "id": [1, 2, 3, 4294967295_u32], "when": time, "wrapped": ["a", "b"], "code": 410
    })
}

#[test]
fn odd_types_and_attributes() {
    let frozen = odd().freeze().unwrap();
    let odd = Odd::view(&frozen).unwrap();
    assert_eq!((odd.small(), odd.wide_one(), odd.kind()), (-3, 0.1, 255));
    assert_eq!(
        (odd.count(), odd.mood(), odd.list().len()),
        (0, Mood::VeryGood, 0)
    );
    assert_eq!((odd.must(), odd.place()), (None, (1.0, 2.5, -0.0)));
    assert_eq!((odd.id(), odd.when().nanos()), ([1, 2, 3, u32::MAX], 6));
    assert_eq!(odd.wrapped().iter().collect::<Vec<&str>>(), ["a", "b"]);
    assert_eq!(odd.code(), Code::Gone);
    assert!(format!("{odd:?}").starts_with("OddView { small: -3, wideOne: 0.1, type: 255, "));
}

/// Returns the error of a tree that was changed.
fn refused<T: ReadInPlace>(mut tree: Value, path: &str, to: Value) -> String {
    *tree.path_mut(path).unwrap() = to;
    let frozen = tree.freeze().unwrap();
    let error = varvel::__private::typed::view::<T>(&frozen).err().unwrap();
    assert!(error.offset().is_some());
    error.without_offset().to_string()
}

#[test]
fn errors_say_what_and_where() {
    let user = || Value::from_typed(&user()).unwrap();
    let mut without = odd();
    without.object_mut().unwrap().remove("must");
    let mut with = odd();
    with["extra"] = 1.into();
    let errors = [
        refused::<User>(user(), "id", (-1).into()),
        refused::<User>(user(), "name", value!(null)),
        refused::<User>(user(), "friends[1].since", 65_536.into()),
        refused::<User>(user(), "friends[1].mood", "bad".into()),
        refused::<User>(user(), "friends[1].best", value!({"id": 1})),
        refused::<User>(user(), "friends", value!({})),
        refused::<User>(user(), "scores[3]", "x".into()),
        refused::<Odd>(odd(), "place", value!([1, 2])),
        refused::<Odd>(odd(), "wideOne", 1e300.into()),
        refused::<Odd>(odd(), "code", 411.into()),
        refused::<Odd>(without, "small", 1.into()),
        refused::<Odd>(with, "small", 1.into()),
        refused::<Odd>(value!([1]), "[0]", 1.into()),
    ];
    let expected = [
        "number out of range: expected an integer that fits u64, found -1, at $.id",
        "wrong kind of value: expected a string, found null, at $.name",
        "number out of range: expected an integer that fits u16, found 65536, at $.friends[1].since",
        "unknown variant: expected one of `very-good`, `so-so`, found \"bad\", at $.friends[1].mood",
        "missing member: expected a member `name`, at $.friends[1].best",
        "wrong kind of value: expected an array, found an object, at $.friends",
        "wrong kind of value: expected a number that f64 holds, found a string, at $.scores[3]",
        "wrong kind of value: expected an array of exactly 3 items, found one of 2, at $.place",
        "number out of range: expected a number that a 32-bit float can hold, found 1e300, at $.wideOne",
        "unknown variant: expected one of 200, 410, found 411, at $.code",
        "missing member: expected a member `must`",
        "unknown member: expected one of `small`, `wideOne`, `type`, `count`, `mood`, `list`, `must`, `place`, `id`, \
         `when`, `wrapped`, `code`, found \"extra\", at $.extra",
        "wrong kind of value: expected an object, found an array",
    ];
    assert_eq!(errors, expected);
}

#[derive(Encode, View)]
struct Deep {
    inner: Option<Box<Deep>>,
}

#[test]
fn too_deep_is_an_error() {
    let deep = |levels: usize| {
        let mut tree = value!({"inner": null});
        for _ in 1..levels {
            tree = value!({"inner": (tree)});
        }
        tree.freeze().unwrap()
    };
    let frozen = deep(128);
    let mut levels = 1;
    let mut record = Deep::view(&frozen).unwrap();
    while let Some(inner) = record.inner() {
        record = inner;
        levels += 1;
    }
    assert_eq!(levels, 128);
    let error = Deep::view(&deep(100_000)).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
}

#[test]
fn json_numbers_are_read_as_what_fields_are() {
    let text =
        br#"{"small":1,"wideOne":0.1,"type":2,"must":true,"place":[0.5,1,2],"id":[1,2,3,4],"#;
    let mut text = text.to_vec();
    text.extend_from_slice(br#""when":0,"wrapped":[],"code":200}"#);
    let mut tree = Value::from(json::freeze(&text).unwrap());
    assert_eq!(
        refused::<Odd>(tree.clone(), "small", 1.into()),
        "wrong kind of value: expected a timestamp, found an integer, at $.when"
    );
    tree["when"] = Timestamp::new(1, 0).unwrap().into();
    let frozen = tree.freeze().unwrap();
    assert_eq!(Odd::view(&frozen).unwrap().wide_one(), 0.1);
}

#[derive(Clone, Copy, Debug, PartialEq, Encode, Decode, View)]
struct Meters(f32);

#[derive(Clone, Copy, Debug, PartialEq, Encode, Decode, View)]
struct Corner {
    x: f32,
    y: f64,
    z: Meters,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, View)]
struct Edge {
    #[varvel(alias = "begin")]
    from: Corner,
    to: Corner,
    #[varvel(default)]
    weight: f32,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, View)]
struct Net {
    edges: Vec<Edge>,
    corners: Vec<Corner>,
    name: String,
}

fn net() -> Net {
    let corner = |n: u8| Corner {
        x: f32::from(n) / 8.0,
        y: f64::from(n),
        z: Meters(-f32::from(n)),
    };
    Net {
        edges: (0..9)
            .map(|n| Edge {
                from: corner(n),
                to: corner(n + 1),
                weight: 0.25,
            })
            .collect(),
        corners: (20..23).map(corner).collect(),
        name: "net".into(),
    }
}

/// Reads a view by iterating, by `for_each`, and by number.
fn read(view: NetView<'_>) -> Net {
    let corner = |c: CornerView<'_>| Corner {
        x: c.x(),
        y: c.y(),
        z: Meters(c.z()),
    };
    let edge = |e: EdgeView<'_>| Edge {
        from: corner(e.from()),
        to: corner(e.to()),
        weight: e.weight(),
    };
    let mut folded = Vec::new();
    view.edges().iter().for_each(|e| folded.push(edge(e)));
    let edges: Vec<Edge> = view.edges().into_iter().map(edge).collect();
    let numbered = (0..view.edges().len()).map(|i| edge(view.edges().get(i).unwrap()));
    assert_eq!(folded, edges);
    assert_eq!(numbered.collect::<Vec<_>>(), edges);
    Net {
        edges,
        corners: view.corners().iter().map(corner).collect(),
        name: view.name().into(),
    }
}

#[test]
fn records_of_floats_are_read_whatever_their_layout() {
    let net = net();
    let frozen = Frozen::from_typed(&net).unwrap();
    assert_eq!(read(Net::view(&frozen).unwrap()), net);
    // From JSON all floats have 64 bits, and whole numbers are integers.
    let text = json::to_vec(&net).unwrap();
    let parsed = json::freeze(&text).unwrap();
    assert_eq!(read(Net::view(&parsed).unwrap()), net);
    // One record among many has another layout: a number of another kind, another order, another
    // name, a missing member, one too many.
    let changes: [fn(&mut Value); 6] = [
        |edge| edge["from"]["y"] = 4.into(),
        |edge| edge["to"]["z"] = value!(-5.0),
        |edge| {
            *edge = value!({"to": edge["to"].clone(), "from": edge["from"].clone(), "weight": 0.25})
        },
        |edge| {
            *edge =
                value!({"begin": edge["from"].clone(), "to": edge["to"].clone(), "weight": 0.25})
        },
        |edge| edge["more"] = 1.into(),
        |edge| *edge = value!({"from": edge["from"].clone(), "to": edge["to"].clone()}),
    ];
    for (n, change) in changes.into_iter().enumerate() {
        for at in [0, 4, 8] {
            let mut tree = Value::from_typed(&net).unwrap();
            change(&mut tree["edges"][at]);
            let changed: Net = tree.to().unwrap();
            let frozen = tree.freeze().unwrap();
            assert_eq!(read(Net::view(&frozen).unwrap()), changed, "{n} at {at}");
        }
    }
}

#[test]
fn a_record_of_floats_is_still_a_node() {
    let frozen = Frozen::from_typed(&net()).unwrap();
    let view = Net::view(&frozen).unwrap();
    for (i, edge) in view.edges().iter().enumerate() {
        let node = frozen.view().path("edges").unwrap().item(i).unwrap();
        assert_eq!(View::from(edge), node);
        assert_eq!(View::from(edge.from()), node.field("from").unwrap());
        let to = View::from(edge.to());
        assert_eq!(to, node.field("to").unwrap());
        let error = to.field("w").unwrap_err();
        assert_eq!(
            error.path().unwrap().to_string(),
            format!("$.edges[{i}].to")
        );
    }
}

#[test]
fn a_member_by_two_of_its_names_is_refused_as_in_decoding() {
    #[derive(Debug, PartialEq, Decode, View)]
    struct Strict {
        #[varvel(alias = "one", alias = "uno")]
        a: i64,
    }
    for text in [
        r#"{"a":0,"one":1}"#,
        r#"{"one":1,"a":0}"#,
        r#"{"uno":1,"b":2,"one":0}"#,
    ] {
        let frozen = json::freeze(text.as_bytes()).unwrap();
        let error = Strict::view(&frozen).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DuplicateKey, "{text}");
        let decoded = frozen.view().to::<Strict>().unwrap_err();
        assert_eq!(decoded.kind(), error.kind(), "{text}");
    }
    let frozen = json::freeze(br#"{"b":1,"uno":2}"#).unwrap();
    assert_eq!(Strict::view(&frozen).unwrap().a(), 2);
}
