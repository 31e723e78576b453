// SPDX-License-Identifier: Apache-2.0
// How a test types what a document says: what is real, and what is replaced and why.

/// The frame of a `ReadmeScript`, in Bash.
///
/// It expects `TARMAC` (the program under test), `SOURCE` (the repository), a JACK server, and an
/// empty working directory, which is also the reader's home. The script works in `source`, which
/// looks like the repository.
///
/// `tarmac run`, `make run` and anything with `--watch` stay in the foreground until Ctrl-C: they
/// run beside what follows, as in a second terminal. They are ended with Ctrl-C before the next rig
/// is started and at the end, and must end well.
enum ReadmeShell {
  /// Before the first command.
  static let start = #"""
    set -euo pipefail
    export XDG_RUNTIME_DIR=$PWD/run XDG_STATE_HOME=$PWD/state LC_ALL=C.UTF-8
    mkdir -p -m 700 run
    mkdir -p source/.build/release
    cp -R "$SOURCE/presets" "$SOURCE/scenarios" "$SOURCE/units" "$SOURCE/docs" "$SOURCE/Makefile" "$SOURCE/.ci" source/
    rm -rf source/presets/demo
    ln -s "$SOURCE/scripts" source/scripts
    ln -s "$TARMAC" source/.build/release/tarmac
    ln -s "$SOURCE/.build/plugins" source/.build/plugins
    cd source
    source=$PWD

    terminal=    # the process group of what stays in the foreground
    press_ctrl_c() {
      local status=0
      if [ -z "$terminal" ]; then return 0; fi
      kill -INT -- "-$terminal" 2>/dev/null || true
      wait "$terminal" || status=$?
      terminal=
      if [ $status != 0 ] && [ $status != "$stopped" ]; then
        echo "what stayed in the foreground ended with $status" >&2
        cat "$HOME/foreground.log" >&2
        return 1
      fi
    }
    # What a document leaves in the background ends with it, whatever it does with signals.
    trap 'press_ctrl_c; kill -KILL $(jobs -p) 2>/dev/null || true; wait' EXIT

    # In a process group of its own, as a shell does it, so that it can be sent Ctrl-C, which may end it with $1.
    foreground() {
      press_ctrl_c
      stopped=$1
      shift
      set -m
      "$@" >"$HOME/foreground.log" 2>&1 &
      terminal=$!
      set +m
    }
    until_up() {
      for _ in $(seq 2400); do
        if "$TARMAC" status >/dev/null 2>&1; then return 0; fi
        if ! kill -0 "$terminal" 2>/dev/null; then break; fi
        sleep 0.05
      done
      echo "the rig did not come up" >&2
      cat "$HOME/foreground.log" >&2
      return 1
    }
    program() { if type -P tarmac; then :; else echo "$TARMAC"; fi; }

    tarmac() {
      case " $* " in
        " run "*) foreground 0 "$(program)" "$@"; until_up ;;
        *" --watch "* | " watch "*) timeout --preserve-status --signal=INT 1 "$(program)" "$@" >/dev/null || [ $? = 130 ] ;;
        *" --follow "*) timeout --preserve-status --signal=INT 1 "$(program)" "$@" >/dev/null || [ $? = 130 ] ;;
        " learn --list ") "$(program)" "$@" ;;
        " learn "*) echo "(tarmac $*: nobody moves a control here; LiveFeedbackTests does)" ;;
        " stop ") "$(program)" stop; wait "$terminal"; terminal= ;;
        *) "$(program)" "$@" ;;
      esac
    }
    make() {
      case "$1" in
        # Make itself dies of Ctrl-C, whatever tarmac does.
        run) foreground 130 env make -o build "$@"; until_up ;;
        deps | help) command make "$@" ;;
        install | uninstall)
          echo "(make $1: below a folder of the test, so that nothing of this machine is changed)"
          command make "$@" DESTDIR="$HOME/installed"
          ;;
        bench)
          echo "(make bench: its script, for a second instead of minutes, and without real-time scheduling)"
          # The program may be a slow debug build: in real time it would starve the tests beside it.
          if ! BENCH_SECONDS=1 BENCH_REALTIME=off BENCH_PATIENCE=120 TARMAC="$TARMAC" scripts/bench xruns >"$HOME/bench.log" 2>&1; then
            cat "$HOME/bench.log"
            grep -q "Too many servers" "$HOME/bench.log"
            echo "(make bench: not run to its end, JACK allows 8 servers on a machine and they are taken)"
          fi
          ;;
        plugins | plots)
          echo "(make $1: make test builds the plugins before it begins, and PageTests measures them; here its recipe is read)"
          command make -n "$@" >/dev/null
          ;;
        commands)
          echo "(make $1: ReadmeTests compare the page with what it writes; here its recipe is read)"
          command make -n "$@" >/dev/null
          ;;
        session-layer)
          echo "(make $1: SessionPageTests compare the page with what it writes; here its recipe is read)"
          command make -n "$@" >/dev/null
          ;;
        *)
          grep -q "make $1" .ci/run .ci/beside
          echo "(make $1: CI runs it; inside of a test only its recipe is read)"
          command make -n "$@" >/dev/null
          ;;
      esac
    }
    # As root nothing is changed by it.
    sudo() { "$@"; }

    """#

  /// The rig for the commands that are in the text only.
  static let djRig = #"""
    tarmac demo presets/demo
    tarmac run presets/dj.yaml --web
    """#

  /// Ends what still runs.
  static let end = #"""
    press_ctrl_c
    echo "all commands were run"
    """#
}
