#!/usr/bin/env python3
"""A bot to start from: plays legal orders at random.

It speaks engine protocol 1 on its standard input and output. The rules it leaves to a `warlord engine` of its own:
every command is handed on to it, only `go` is answered here. Try it with

    warlord host --player engine "python3 docs/random-bot.py"

or, where the program is not on the path, "python3 docs/random-bot.py target/release/warlord".
"""

import random
import subprocess
import sys

rules = subprocess.Popen(
    [sys.argv[1] if len(sys.argv) > 1 else "warlord", "engine"],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    text=True,
)


def ask(command):
    """The lines of the answer to one command, the closing `ok` or `error ...` among them."""
    rules.stdin.write(command + "\n")
    rules.stdin.flush()
    lines = []
    while not lines or not (lines[-1] == "ok" or lines[-1].startswith("error")):
        line = rules.stdout.readline()
        if not line:
            sys.exit("the rules are gone")
        lines.append(line.rstrip("\n"))
    return lines


def orders(side=""):
    """What is legal now."""
    return ask(f"orders {side}".strip())[:-1]


def turn():
    """A whole turn: orders up to `end`, or up to the one that ends the game."""
    chosen = []
    while (legal := orders()) and chosen[-1:] != ["end"]:
        chosen.append(random.choice(legal))
        if chosen[-1] != "end":
            ask("do " + chosen[-1])
    return chosen


for command in sys.stdin:
    words = command.split()
    if "seed" in words:  # in a match of many games the same seed means the same turn
        random.seed(int(words[words.index("seed") + 1]))
    if words[:1] != ["go"]:
        answer = ask(command.strip())
    elif words[1] in ("white", "black"):  # a hidden set-up: one of the ready-made ones
        answer = [random.choice(orders(words[1])), "ok"]
    else:
        answer = turn() + ["ok"]
    print("\n".join(answer), flush=True)
    if words[:1] == ["quit"]:
        break
