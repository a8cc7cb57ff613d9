//! `cargo xtask fresh`: the commands of the pages, as a newcomer gives them, on a bare Debian.
//!
//! The root has the Rust toolchain, a C compiler and git; beyond that, only what the page names.
//! Each page's commands run in a copy of their own, in a clone of the current commit. The rule by
//! which commands are found is in `page`.

use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::changes::Changes;
use crate::cmd::Cmd;
use crate::languages::{self, LANGUAGES, Language};
use crate::steps::{self, Choice, Step};

mod bare;
mod inside;
mod page;
mod registries;

use bare::Bare;
use page::Start;

/// The commands that CI runs, and their turns: not those of the checks that take longest.
const TURNS: &[(usize, &str)] = &[
    (0, "jvm"),
    (2, "go"),
    (4, "c"),
    (5, "cpp"),
    (6, "dart"),
    (7, "start"),
];

/// Languages whose commands run by hand alone: they build with all optimisation.
#[cfg(test)]
const BY_HAND: &[&str] = &["python"];

/// How long CI lets the commands of one page run, with the making of the root.
const MOST: Duration = Duration::from_secs(600);

/// The pages whose commands run.
#[derive(clap::Args)]
pub struct Args {
    /// Languages whose commands run; those of README.md and of all languages if none is named.
    #[arg(value_name = "LANG")]
    names: Vec<String>,
    /// Keep the root below this folder, and use it again the next time.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Stop the command that runs after so many minutes.
    #[arg(long, value_name = "N")]
    minutes: Option<u64>,
    #[command(flatten)]
    choice: Choice,
}

/// Commands that run in one copy of the root.
#[derive(Clone)]
enum Place {
    /// The first command of README.md.
    Start,
    /// Its second, which runs all tests.
    Test,
    Language(&'static Language),
}

/// Returns whether the commands of a language's page are run.
fn is_run(language: &&Language) -> bool {
    language.exists() && language.is_binding()
}

impl Place {
    fn all() -> Vec<Self> {
        let languages = LANGUAGES.iter().filter(is_run);
        [Self::Start, Self::Test]
            .into_iter()
            .chain(languages.map(Self::Language))
            .collect()
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Test => "test",
            Self::Language(one) => one.name,
        }
    }

    fn page(&self) -> String {
        match self {
            Self::Start | Self::Test => "README.md".to_owned(),
            Self::Language(one) => one.page(),
        }
    }

    fn title(&self) -> String {
        match self {
            Self::Start => "the first command of README.md is enough on a bare Debian".to_owned(),
            Self::Test => "the second command of README.md is enough on a bare Debian".to_owned(),
            Self::Language(one) => {
                format!(
                    "the two commands of {} are enough on a bare Debian",
                    one.page()
                )
            }
        }
    }

    /// Runs its commands.
    fn run(&self, bare: &Bare, end: Option<Instant>) -> Result<()> {
        let page = self.page();
        let mut copy = bare.copy(self.name())?;
        let start = copy.read(&page).and_then(|text| Start::of(&text));
        let start = start.with_context(|| page.clone())?;
        if let Some(least) = &start.go {
            copy.with_go(least)?;
        }
        if !start.needs.is_empty() {
            copy.run("apt-get update -qq", end)?;
        }
        let commands = match self {
            Self::Start => &start.commands[..1],
            Self::Test => &start.commands[1..],
            Self::Language(_) => &start.commands[..],
        };
        let mut all = start.needs.iter().chain(commands);
        all.try_for_each(|command| copy.run(command, end))
            .with_context(|| page)
    }
}

/// Runs `cargo xtask fresh`.
pub fn run(args: &Args) -> Result<()> {
    let mut places = Place::all();
    for name in &args.names {
        if !languages::find(name).is_some_and(|one| is_run(&one)) {
            let known = LANGUAGES.iter().filter(is_run);
            let known: Vec<&str> = known.map(|one| one.name).collect();
            bail!("no language `{name}`; there are: {}", known.join(", "));
        }
    }
    if !args.names.is_empty() {
        places.retain(|place| args.names.iter().any(|name| name == place.name()));
    }
    if Cmd::new("git status --porcelain").read() != Some(String::new()) {
        println!("what is not committed is left out");
    }
    let end = |minutes: u64| Instant::now() + Duration::from_secs(60 * minutes);
    let end = args.minutes.map(end);
    let begin = Instant::now();
    let bare = Rc::new(Bare::new(args.root.as_deref(), end)?);
    println!("the bare root took {:.1} s", begin.elapsed().as_secs_f64());
    let step = |place: &Place| {
        let (bare, place) = (Rc::clone(&bare), place.clone());
        Step::new(place.name(), &place.title(), {
            let place = place.clone();
            move || place.run(&bare, end)
        })
    };
    let steps = places.iter().map(step).collect();
    steps::run("fresh", steps, &args.choice)
}

/// Runs the commands of one page in CI, if it is the turn of one. A machine that cannot make a root
/// skips them, and one that is too slow stops them with a warning: no check fails for its time.
pub fn in_turn(changes: &Changes) -> Result<()> {
    let due = TURNS
        .iter()
        .filter(|(turn, _)| changes.all() || *turn == changes.turn);
    let due: Vec<&str> = due.map(|(_, name)| *name).collect();
    let places = Place::all().into_iter();
    let places: Vec<Place> = places.filter(|one| due.contains(&one.name())).collect();
    if places.is_empty() {
        println!("not its turn");
        return Ok(());
    }
    let mut end = Instant::now() + MOST;
    let bare = match Bare::new(None, Some(end)) {
        Ok(bare) => bare,
        Err(error) => {
            println!("skipped: the commands of the pages on a bare Debian ({error:#})");
            return Ok(());
        }
    };
    for place in places {
        println!("{}", place.title());
        let result = steps::part(format!("fresh {}", place.name()), || {
            place.run(&bare, Some(end))
        });
        match result {
            Err(error) if Instant::now() >= end => {
                println!("warning: stopped after {} s: {error:#}", MOST.as_secs());
            }
            result => result?,
        }
        end = Instant::now() + MOST;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::changes::TURNS as ROUND;

    #[test]
    fn each_page_has_one_turn() {
        let mut turns: Vec<usize> = TURNS.iter().map(|(turn, _)| *turn).collect();
        turns.dedup();
        assert!(turns.len() == TURNS.len() && turns.iter().all(|turn| *turn < ROUND));
        for place in Place::all() {
            let named = TURNS.iter().filter(|(_, name)| *name == place.name());
            // All tests take too long for CI, which runs them outside of the root.
            let by_hand = matches!(place, Place::Test) || BY_HAND.contains(&place.name());
            let expected = usize::from(!by_hand);
            assert_eq!(named.count(), expected, "{}", place.name());
        }
    }

    #[test]
    fn a_language_that_is_not_there_is_refused() {
        let args = Args {
            names: vec!["cobol".to_owned()],
            root: None,
            minutes: None,
            choice: Choice::default(),
        };
        let error = run(&args).unwrap_err().to_string();
        assert_eq!(
            error,
            "no language `cobol`; there are: c, cpp, go, dart, jvm, python"
        );
    }

    #[test]
    fn ci_passes_where_it_is_not_the_turn_of_a_page() {
        let changes = Changes {
            base: Some("a commit".to_owned()),
            files: Vec::new(),
            turn: 1,
        };
        assert!(in_turn(&changes).is_ok());
    }
}
