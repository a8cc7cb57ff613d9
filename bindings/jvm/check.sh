#!/bin/sh
# Everything that must pass: the build with its lints and documentation, and all
# tests, on the Java that is there (17 or later). With the argument 25 they run
# on Java 25 once more, if that is installed.
#
# Plugins and libraries are fetched first, and again if that fails; then nothing
# is fetched.
set -eu
cd "$(dirname "$0")"
case "${1:-25}" in
    25) ;;
    *)
        echo "usage: check.sh [25]"
        exit 2
        ;;
esac

mvn() {
    command mvn --batch-mode --no-transfer-progress "$@"
}

# The whole build without a test: it needs the same plugins and libraries.
fetch() {
    mvn --quiet -Dtest=NoTest -Dsurefire.failIfNoSpecifiedTests=false verify
}

wanted=$(cat pom.xml ./*/pom.xml | cksum)
if [ "$(cat target/fetched 2> /dev/null)" != "$wanted" ]; then
    fetch || { sleep 5 && fetch; } || { sleep 30 && fetch; }
    mkdir -p target
    echo "$wanted" > target/fetched
fi

said=$(mktemp)
trap 'rm -f "$said"' EXIT

# Runs the tests, and says in the last line how many there were.
run() {
    # A pipe has the status of its last command.
    { mvn --offline verify "$@" || echo "*** failed"; } | tee "$said"
    if grep -q '^\*\*\* failed' "$said"; then
        exit 1
    fi
    # Surefire has a line for each class, with its time, and one for each module.
    sed -n 's/.*Tests run: \([0-9]*\), .*Skipped: \([0-9]*\)$/\1 \2/p' "$said" |
        awk -v java="$java" '{ run += $1; skipped += $2 }
            END { printf "test result: ok. Java %s: %d passed; 0 failed; %d skipped\n", java, run - skipped, skipped }'
}

java=$(java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p')
run

if [ "${1:-}" != 25 ]; then
    exit
fi
home=
for found in "${JAVA_25_HOME:-}" /usr/lib/jvm/*-25-*; do
    if [ -x "$found/bin/javac" ]; then
        home=$found
    fi
done
if [ -z "$home" ]; then
    echo "skipped: the tests on Java 25 (it is not installed)"
    exit
fi
java=25
# The classes that were compiled for Java 17 run there.
JAVA_HOME=$home run -Dmaven.main.skip -Dmaven.javadoc.skip -Dmaven.source.skip -Dspotless.check.skip
