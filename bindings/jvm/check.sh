#!/bin/sh
# Everything that must pass: the build with its lints and documentation, and all
# tests, on the Java that is there (17 or later). With the argument 25 they run
# on Java 25 once more, if that is installed. There varvel-native is tested, too,
# if the C library is built: VARVEL_LIBRARY names it, or cargo has built it.
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

java=$(java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p')
home=
for found in "${JAVA_25_HOME:-}" /usr/lib/jvm/*-25-*; do
    if [ -x "$found/bin/javac" ]; then
        home=$found
    fi
done

# The newest library of all profiles of cargo.
library=${VARVEL_LIBRARY:-}
if [ -z "$library" ]; then
    built=$(cd ../.. && cd "${CARGO_TARGET_DIR:-target}" 2> /dev/null && pwd) || true
    library=$(ls -t "$built"/*/libvarvel_capi.so "$built"/*/libvarvel_capi.dylib 2> /dev/null |
        head -n 1) || true
fi

mvn() {
    command mvn --batch-mode --no-transfer-progress ${home:+"-Djvm.native.home=$home"} \
        ${library:+"-Dvarvel.library=$library"} "$@"
}

# The whole build without a test: it needs the same plugins and libraries.
fetch() {
    mvn --quiet -Dtest=NoTest -Dsurefire.failIfNoSpecifiedTests=false verify
}

# The compiler of the tests of newer types. They are skipped where it cannot be had.
newer() {
    version=$(sed -n 's/.*<newer-scala>\(.*\)<.*/\1/p' pom.xml)
    mvn --quiet org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get \
        "-Dartifact=org.scala-lang:scala3-compiler_3:$version" ||
        echo "skipped: the tests of Scala $version (its compiler was not found)"
}

wanted=$(cat pom.xml ./*/pom.xml | cksum)
if [ "$(cat target/fetched 2> /dev/null)" != "$wanted" ]; then
    fetch || { sleep 5 && fetch; } || { sleep 30 && fetch; }
    newer
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

# Runs the program of samples/native with the jars that the build made, as modules.
sample() {
    path=
    for jar in varvel-java/target/varvel-java-[0-9].[0-9].[0-9].jar \
        varvel-native/target/varvel-native-[0-9].[0-9].[0-9].jar; do
        path="$path${path:+:}$jar"
    done
    "$1/bin/java" --module-path "$path" --add-modules dev.varvel.ffi \
        --enable-native-access=dev.varvel.ffi "-Dvarvel.library=$library" \
        samples/native/Settings.java samples/native/settings.yaml > "$said"
    diff samples/native/expected.txt "$said"
}

run
if [ "${1:-}" != 25 ]; then
    exit
fi
if [ -z "$home" ]; then
    echo "skipped: the tests on Java 25 (it is not installed)"
    exit
fi
java=25
# The classes that were compiled for Java 17 run there.
JAVA_HOME=$home run -Dmaven.main.skip -Dmaven.javadoc.skip -Dmaven.source.skip -Dspotless.check.skip
if [ -z "$library" ]; then
    echo "skipped: the tests of varvel-native (the C library is not built: cargo build -p varvel-capi)"
    exit
fi
echo "varvel-native was tested with $library"
sample "$home"
