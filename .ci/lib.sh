# Shared by `run` and `long`: named gates with a clock, and the packages that they need. Sourced, never run.

# Nothing here may wait for a person.
exec </dev/null
export DEBIAN_FRONTEND=noninteractive CARGO_TERM_COLOR="${CARGO_TERM_COLOR:-never}"
# A machine that builds once gains nothing from incremental files.
if [ "${CI:-}" = true ]; then export CARGO_INCREMENTAL=0; fi

summary=()
gate_name=
gate_start=0

# limit SECONDS: everything that follows must fit into them.
limit() { budget=$1; }

# gate NAME COMMAND...: runs the command, prints its time, ends everything when it fails or the budget is spent.
gate() {
    gate_name=$1
    gate_start=$SECONDS
    shift
    printf '\n== %s: %s\n' "$gate_name" "$*"
    local left=$((budget - SECONDS)) status=0
    if [ "$left" -le 0 ]; then
        finish "no time left"
    fi
    if [ "$(type -t "$1")" = function ]; then
        export -f "${1?}"
        timeout --kill-after=30 "$left" bash -euo pipefail -c "$1" || status=$?
    else
        timeout --kill-after=30 "$left" "$@" || status=$?
    fi
    case $status in
        0) finish ok ;;
        124 | 137) finish "stopped: the whole run may take $((budget / 60)) minutes" ;;
        *) finish "failed with $status" ;;
    esac
}

# Notes how the current gate ended; anything but "ok" ends the run with the table of times.
finish() {
    summary+=("$(printf '%5d s  %-22s %s' $((SECONDS - gate_start)) "$gate_name" "$1")")
    printf -- '-- %s: %s after %d s\n' "$gate_name" "$1" $((SECONDS - gate_start))
    if [ "$1" != ok ]; then
        report
        exit 1
    fi
}

report() {
    printf '\n'
    printf '%s\n' "${summary[@]}"
    printf '%5d s  %-22s limit %d s\n' "$SECONDS" "in all" "$budget"
}

# Debian packages: a compiler for the build, Python for the second verifier, a counter of instructions, network tools for the
# namespaces, a screen and GL for the window.
packages="gcc libc6-dev python3 valgrind iproute2 nftables procps xvfb xauth xdotool libgl1 libegl1 libgl1-mesa-dri libx11-6
    libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libfontconfig1"

# Installs what is missing where that is possible; a test that lacks a tool says so and passes.
install_packages() {
    command -v dpkg-query >/dev/null || { echo "no Debian packages here: nothing installed"; return 0; }
    local missing=() name
    for name in $packages; do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        echo "all there"
    elif [ "$(id -u)" -ne 0 ]; then
        echo "not root, so still missing: ${missing[*]}"
    else
        echo "installing ${missing[*]}"
        apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
            echo "not installed: what needs them says so"
    fi
}
export packages

# rustfmt and clippy are components that a minimal toolchain lacks.
install_components() {
    if ! cargo fmt --version >/dev/null 2>&1 || ! cargo clippy --version >/dev/null 2>&1; then
        rustup component add rustfmt clippy
    fi
}

# The second verifier of protocol-spec/ checks every vector, and audits spoilt transcripts as the program does: $mutants of them.
second_verifier() {
    command -v python3 >/dev/null || { echo "no python3 here: nothing checked a second time"; return 0; }
    cargo build --locked -q -p nightcoach-cli
    local binary="${CARGO_TARGET_DIR:-target}/debug/nightcoach-cli" vectors=protocol-spec/vectors
    python3 protocol-spec/reference/vectors.py
    python3 protocol-spec/reference/mutate.py --binary "$binary" --identities "$vectors/transcripts.json" \
        --count "$mutants" --seed 1 ${spoilt:?}
}

# Fuzzing with feedback for $fuzz_seconds each, where a nightly compiler is found. What it finds joins no corpus by itself. The
# tests replay the corpora and mutate them without feedback, everywhere.
fuzzing() {
    if ! cargo +nightly --version >/dev/null 2>&1 || ! command -v c++ >/dev/null; then
        echo "no nightly compiler, or none for C++: the corpora were replayed and mutated by the tests, without feedback"
        return 0
    fi
    cargo fuzz --version 2>/dev/null || cargo install --locked cargo-fuzz --version 0.13.2
    local folder fuzzed
    folder=$(mktemp -d)
    trap "rm -rf '$folder'" EXIT
    for fuzzed in actions decoders verifiers table; do
        mkdir "$folder/$fuzzed"
        cargo +nightly fuzz run -s none --fuzz-dir tests/fuzz "$fuzzed" "$folder/$fuzzed" "tests/fuzz/corpus/$fuzzed" -- \
            -max_total_time="$fuzz_seconds" -max_len=2500 -print_final_stats=1
    done
}
