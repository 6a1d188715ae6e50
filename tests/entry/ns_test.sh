#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ./ns on a tree of its own with stand-ins for the package manager and CMake: what it asks of them, what
# it hands on, and what it prints.
set -euo pipefail

script=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tree" "$work/bin" "$work/elsewhere"
cp "$script" "$work/tree/ns"
ln -s "$work/tree/ns" "$work/link"
calls="$work/calls"
export calls INSTALLED="$work/installed"
: >"$INSTALLED"
unset NS_JOBS NS_COMMAND
export PYTHONUSERBASE="$work/user" # the .pth file must not reach the user who runs this

stand_in() { # stand_in <name>, body from standard input
  { echo '#!/usr/bin/env bash'; cat; } >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}
stand_in dpkg-query <<'SH'
sed 's/^/ii  /' "$INSTALLED"
SH
stand_in apt-cache <<'SH'
[[ $2 != libclang-rt-14-dev ]]   # a distribution that has only the second alternative
SH
stand_in apt-get <<'SH'
echo "apt-get $*" >>"$calls"
[[ $1 == install ]] || exit 0
for word in "${@:2}"; do [[ $word == -* ]] || echo "$word" >>"$INSTALLED"; done
SH
stand_in sudo <<'SH'
exec "$@"
SH
stand_in cmake <<'SH'
echo "cmake $*" >>"$calls"
echo "compiler output"
[[ -e broken ]] && exit 1
if [[ $1 == --preset ]]; then mkdir -p "build/$2"; touch "build/$2/build.ninja"; exit; fi
mkdir -p "$2/apps/cli" "$2/tests/fuzz"
for name in text_fuzz json_fuzz fclib_fuzz run_fuzz surface_fuzz scene_fuzz scene_run_fuzz \
  netlist_fuzz urdf_fuzz fuzz_seeds; do
  printf '#!/usr/bin/env bash\necho "%s $*" >>"$calls"\n' "$name" >"$2/tests/fuzz/$name"
  chmod +x "$2/tests/fuzz/$name"
done
cat >"$2/apps/cli/nonsmooth" <<'COMMAND'
#!/usr/bin/env bash
echo "folder $PWD"
printf '<%s>' "$@"
echo
case "$1 ${2:-}" in sovle*) exit 2 ;; "solve --wrong") exit 2 ;; undecided*) exit 3 ;; esac
COMMAND
chmod +x "$2/apps/cli/nonsmooth"
SH
stand_in ctest <<'SH'
echo "ctest $*" >>"$calls"
SH
export PATH="$work/bin:/usr/bin:/bin"

failures=0
expect() { # expect <what> <pattern> <text>
  if [[ $3 != *"$2"* ]]; then
    printf '%s: expected "%s" in:\n%s\n' "$1" "$2" "$3"
    failures=1
  fi
}
refuse() { # refuse <what> <pattern> <text>
  if [[ $3 == *"$2"* ]]; then
    printf '%s: did not expect "%s" in:\n%s\n' "$1" "$2" "$3"
    failures=1
  fi
}
run() { # run <arguments>: from another folder, through a link; sets out, err, status, called
  : >"$calls"
  status=0
  (cd "$work/elsewhere" && "$work/link" "$@") >"$work/out" 2>"$work/err" || status=$?
  out=$(<"$work/out") err=$(<"$work/err") called=$(<"$calls")
}

run solve 'a b' '--x=*' ''
expect 'arguments unchanged' '<solve><a b><--x=*><>' "$out"
expect "caller's folder" "folder $work/elsewhere" "$out"
refuse 'quiet build' 'compiler output' "$out$err"
expect 'set-up first' 'apt-get install -y --no-install-recommends' "$called"
expect 'standard profile' 'libsuitesparse-dev' "$called"
expect 'standard profile' 'libsundials-dev' "$called"
refuse 'standard profile' 'libgtest-dev' "$called"
expect 'own preset' 'cmake --preset release' "$called"
expect "the distribution's Python" 'Python3_EXECUTABLE=/usr/bin/python3' "$called"

shown=$(cat "$PYTHONUSERBASE"/lib/python3*/site-packages/nonsmooth.pth 2>&1 || true)
expect 'Python finds the package' "$work/tree/build/release/python" "$shown"

run solve again
refuse 'second run without network' 'apt-get' "$called"
refuse 'second run without configuring' '--preset' "$called"

run sovle
expect 'exit code of the command' 2 "$status"
expect 'hint on an unknown verb' './ns help' "$err"
run solve --wrong
expect 'exit code of the command' 2 "$status"
refuse 'no hint where the verb is right' './ns help' "$err"
run undecided
expect 'exit code of the command' 3 "$status"
refuse 'no hint otherwise' './ns help' "$err"

run test
expect 'only what is missing' 'libgtest-dev' "$called"
refuse 'only what is missing' 'libsuitesparse-dev' "$called"
expect 'second alternative' 'libclang-rt-dev' "$called"
expect 'tests' 'ctest --test-dir build/dev --output-on-failure' "$called"
run test
refuse 'alternative counts as installed' 'apt-get' "$called"
run test --asan --ubsan
expect 'one sanitizer build' 'ctest --test-dir build/asan_ubsan' "$called"
run test --fuzz
expect 'fuzz targets only' \
  '--target text_fuzz json_fuzz fclib_fuzz run_fuzz surface_fuzz scene_fuzz scene_run_fuzz netlist_fuzz urdf_fuzz fuzz_seeds' "$called"
expect 'time per fuzzer' 'fclib_fuzz -max_total_time=60' "$called"
expect 'seeds' 'build/fuzz/seeds/json' "$called"
refuse 'no other tests' 'ctest' "$called"
run test --fsat
expect 'unknown argument' "unknown argument '--fsat'" "$err"
expect 'unknown argument' 1 "$status"

run setup --profile huge
expect 'unknown profile' "unknown profile 'huge'" "$err"
installed=$(<"$INSTALLED")
: >"$INSTALLED"
run setup --profile minimal
expect 'minimal profile' 'libeigen3-dev' "$called"
refuse 'minimal profile' 'libsundials-dev' "$called"
echo "$installed" >>"$INSTALLED"
run build
expect 'preset of the profile' 'cmake --preset minimal' "$called"
run test
run build
refuse 'a test run keeps the profile' 'cmake --preset release' "$called"
run setup
touch "$work/tree/broken"
run build
expect 'full output on failure' 'compiler output' "$err"
expect 'failure' 1 "$status"

stand_in own_command <<'SH'
printf 'own <%s>' "$@"
exit 3
SH
export NS_COMMAND="$work/bin/own_command"
run solve 'a b'
expect 'the given command' 'own <solve>own <a b>' "$out"
expect 'its exit code' 3 "$status"
refuse 'no set-up, no build' 'cmake' "$called"
run bench x
expect 'the given command' 'own <bench>own <x>' "$out"
run build
expect 'nothing to build' 'built nothing' "$err"
expect 'nothing to build' 0 "$status"
refuse 'nothing to build' 'cmake' "$called"
NS_COMMAND="$work/bin/absent"
run solve x
expect 'no such command' "NS_COMMAND is no program: $work/bin/absent" "$err"
expect 'no such command' 1 "$status"
unset NS_COMMAND

rm -rf "$work/tree/build" "$work/tree/broken"
run demo
expect 'demo' '<demo>' "$out"
expect 'pictures before Python' 'nonsmooth_cli' "$(grep -m1 -- '--build' <<<"$called")"
refuse 'everything in the end' 'nonsmooth_cli' "$(grep -- '--build' <<<"$called" | tail -n 1)"
run demo
refuse 'demo once more' 'nonsmooth_cli' "$called"

run
expect 'help without arguments' './ns demo' "$out"
exit "$failures"
