#!/usr/bin/env python3
"""Makes the fixtures of a release with that release's own program: `make.py PROGRAM [FOLDER]`.

Ann and Ben each get a data folder with matches that are under way, in every family: in mid-turn, with a sealed secret, by mail, and a
turn that was ended while the other player was away; besides a finished match, and the people they have met. Without FOLDER
they come to the folder of the program's version beside this file, which is made anew. The settings and the kept set-ups are the
window's: the test `a_release_is_written` of the crate `client` adds them.

Every later version must open, continue and finish all of this (`main.rs` here). The keys are made for this alone.
"""

import json
import os
import pathlib
import queue
import random
import shutil
import subprocess
import sys
import threading
import time

# (a program without optimization thinks for long)
PATIENCE = 240
# family, a small scenario, and how its set-up is chosen by hand
GAMES = {
    "warlord": ("test-of-wills", ["book 1", "end"]),
    "wargame": ("wargame-1", ["book 1", "end"]),
    "tourney": ("tourney-small", []),
}
# long enough that no match ends while it is made
TURNS = "60"


def into(stream, lines):
    """Reads a stream all the time: a program that fills its pipe would stop."""
    def read():
        for line in stream:
            lines.put(line.rstrip("\n"))
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()


class Program:
    """A program that plays, and what it writes."""

    def __init__(self, maker, home, *arguments):
        command = [maker.program, *arguments, "--json"]
        self.process = subprocess.Popen(
            command, env=maker.environment(home), text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.events, self.words = queue.Queue(), queue.Queue()
        into(self.process.stdout, self.events)
        into(self.process.stderr, self.words)
        self.said = []

    def line(self, lines, wanted):
        """The first line for which `wanted` is true."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                line = lines.get(timeout=max(0.1, end - time.monotonic()))
            except queue.Empty:
                line = None
            if line is None:
                sys.exit("in vain, after:\n" + "\n".join(self.said[-20:]))
            self.said.append(line)
            if wanted(line):
                return line

    def event(self, name, **fields):
        def is_wanted(line):
            found = json.loads(line)
            return found["event"] == name and all(found[key] == value for key, value in fields.items())

        return json.loads(self.line(self.events, is_wanted))

    def hear(self, *words):
        return self.line(self.words, lambda line: any(word in line for word in words))

    def type(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def kill(self):
        """Without a chance to clean up, as a crash of the machine would."""
        self.process.kill()
        self.process.wait()


class Maker:
    def __init__(self, program, folder):
        self.program = str(program)
        self.folder = folder
        self.homes = {name: folder / name for name in ("ann", "ben")}
        self.letters = folder / "letters"

    def environment(self, home):
        return {"PATH": os.environ["PATH"], "HOME": str(home), "WARLORD_HOME": str(home), "WARLORD_STATE": str(home / "state"), "NO_COLOR": "1"}

    def run(self, home, *arguments):
        done = subprocess.run([self.program, *arguments], env=self.environment(home), capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            sys.exit(f"{arguments}: {done.stdout}{done.stderr}")
        return done.stdout

    def file(self, name, match):
        return str(self.homes[name] / "matches" / f"{match}.fpm")

    def host(self, match, scenario, *more):
        place = ["--listen", "127.0.0.1:0", "--no-lan", "--no-mapping", "--record", self.file("ann", match)]
        return Program(self, self.homes["ann"], "host", "--scenario", scenario, *place, *more)

    def join(self, match, code, *more):
        return Program(self, self.homes["ben"], "join", code, "--record", self.file("ben", match), *more)

    def both(self, match, scenario, ann, ben, turns=TURNS):
        ann = self.host(match, scenario, "--max-turns", turns, *ann)
        ben = self.join(match, ann.event("invitation")["code"], *ben)
        return ann, ben

    def first(self, match, play):
        """Plays a match with one seed after the other until it comes to what it is for: who is asked for what is luck."""
        for seed in range(1, 40):
            for home in self.homes.values():
                for file in (home / "matches").glob(f"{match}.*"):
                    file.unlink()
            if play(match, str(seed)):
                return
        sys.exit(f"no {match} came to it")

    def may_move(self, player, set_up):
        """True once the player may write orders; false if a card is asked for first."""
        words = ["Write one order a line"] + ([] if set_up else ["unseen"])
        return "unseen" not in player.hear(*words)

    def in_mid_turn(self, family, scenario, set_up):
        """Ben has typed a part of a turn when both programs die."""

        def play(match, seed):
            ann, ben = self.both(match, scenario, ["--player", "computer:1", "--seed", seed], [])
            if set_up:
                ben.hear("Choose your")
                ben.type(*set_up)
            is_moving = True
            for typed in range(2):
                is_moving = is_moving and self.may_move(ben, set_up)
                if is_moving:
                    # a turn of one order, then one that is not ended
                    ben.type("orders")
                    ben.type(ben.hear("-").split()[0].rstrip(";"), *["end", "end"][: 1 - typed])
            if is_moving:
                ben.hear("-")
                time.sleep(0.5)
            ann.kill()
            ben.kill()
            return is_moving

        self.first(f"turn-{family}", play)

    def sealed(self, family, scenario, set_up):
        """Ann has sealed her set-up, and Ben's program dies before he has."""
        ann, ben = self.both(f"sealed-{family}", scenario, [], [])
        ann.hear("Choose your")
        ben.hear("Choose your")
        ann.type(*set_up)
        ben.event("locked")
        ann.kill()
        ben.kill()

    def kept(self, family, scenario, set_up):
        """Ben ends a turn while Ann is away: it is kept, and signed once she is back."""

        def play(match, seed):
            ann, ben = self.both(match, scenario, ["--player", "computer:1", "--seed", seed], [])
            if set_up:
                ben.hear("Choose your")
                ben.type(*set_up)
            is_moving = self.may_move(ben, set_up)
            ann.kill()
            if is_moving:
                ben.event("line", state="lost")
                ben.type("orders")
                order = ben.hear("-").split()[0].rstrip(";")
                ben.type(order, "end")
                (self.letters / f"kept-{family}.txt").write_text(order + "\n")
                # (nothing says that it is kept)
                time.sleep(2)
            ben.kill()
            return is_moving

        self.first(f"kept-{family}", play)

    def dueling(self, family, scenario):
        """Ann has sealed a card in the middle of a turn, and Ben has not: in the first match of some in which there is a duel."""

        def play(match, seed):
            ann, ben = self.both(match, scenario, ["--player", "computer:3", "--seed", seed], [])
            is_sealed = self.wander(ben, random.Random(int(seed)))
            if is_sealed:
                # (a lot is sealed too: the event would be that one's)
                time.sleep(1)
            ann.kill()
            ben.kill()
            return is_sealed

        self.first(f"sealed-{family}", play)

    def wander(self, player, chance):
        """Moves at random until a card is asked for; false if none is for long."""
        for _ in range(60):
            if "unseen" in player.hear("Write one order a line", "unseen", "Still to decide:"):
                return True
            # the list of orders, and the help, whose lines have two blanks, as its end
            player.type("orders", "help")
            listed = []
            while "  " not in (line := player.line(player.words, lambda line: line != "Still to decide:")):
                listed += [order.strip() for order in line.split(";")]
            player.hear("a line that starts with #")
            fights = [order for order in listed if order.startswith("fight")]
            orders = fights or [order for order in listed if "-" in order] or listed or ["end"]
            player.type(chance.choice(orders), "end")
        return False

    def by_mail(self, family, scenario, letters):
        """A match by letters, of which the last one has been written and not read."""
        letter = self.letters / f"mail-{family}.fpx"
        match = f"mail-{family}"
        self.run(self.homes["ann"], "host", "--scenario", scenario, "--max-turns", "6", "--record", self.file("ann", match), "--letter", str(letter))
        for number in range(letters):
            name = ("ben", "ann")[number % 2]
            answer = self.letters / "answer.fpx"
            self.run(self.homes[name], "import", self.file(name, match), str(letter), "--reply", str(answer), "--player", "computer:1")
            answer.replace(letter)

    def finished(self):
        ann, ben = self.both("finished", "test-of-wills", ["--player", "computer:1"], ["--player", "computer:1"], turns="4")
        for program in (ann, ben):
            program.event("verdict", verdict="COMPLETE")
            program.process.wait()

    def people(self):
        """Each has met the other; Ann has a name of her own for Ben, and nobody else gets in."""
        ann = self.homes["ann"]
        self.run(ann, "people", "name", "Ben", "Benny from the club")
        self.run(ann, "people", "block", "ab" * 32)

    def make(self):
        self.letters.mkdir(parents=True)
        for name, home in self.homes.items():
            home.mkdir()
            self.run(home, "identity", "name", name.capitalize())
        for family, (scenario, set_up) in GAMES.items():
            print(family, flush=True)
            self.in_mid_turn(family, scenario, set_up)
            if set_up:
                self.sealed(family, scenario, set_up)
            else:
                self.dueling(family, scenario)
            self.kept(family, scenario, set_up)
            self.by_mail(family, scenario, 5)
        self.finished()
        self.people()
        about = self.run(self.homes["ann"], "about").splitlines()[0]
        (self.folder / "README.txt").write_text(
            f"Made by {about} with crates/warlord/tests/releases/make.py.\nThe keys were made for this alone. Never changed: later versions must read it.\n"
        )


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path(__file__).parent / version
    shutil.rmtree(folder, ignore_errors=True)
    Maker(program, folder.resolve()).make()
    for rest in list(folder.rglob("*.lock")):
        rest.unlink()
    print(f"{folder}: {sum(file.stat().st_size for file in folder.rglob('*') if file.is_file())} bytes")


main()
