"""What the rulebook of War Lord Tourney says in examples and tables, held against the telling: 3.5, 3.6, 3.9, 3.11, 6.4."""

import random

from tourney_board import BLACK, GREEN, RED, WHITE, Options, cell_name, cell_of
from tourney_fights import CARDS, damage
from tourney_state import CASTLE, HELD
from tourney_telling import Position
from tourney_text import brawl, random_muster, read, show

MATRIX = """
HM 0:0 0:0 0:0 2:0 0:1 2:1
HL 0:0 0:0 0:1 2:1 0:0 2:0
MH 0:0 1:0 0:0 0:0 1:1 0:1
ML 0:2 1:2 0:0 0:0 1:0 0:0
LH 1:0 0:0 1:1 0:1 0:0 0:0
LM 1:2 0:2 1:0 0:0 0:0 0:0
"""

# Attackers, defenders: who is captured without a blow, then who duels whom ("-" if nobody) and whose Lady is at stake (3.5).
# N stands for a noble, here the Knight.
TABLE = """
F    F   : - ; F v F
F    K   : - ; F v K
F    L   : l ; -
F    FF  : - ; F v FF
F    KF  : - ; F v KF
F    LF  : - ; F v F
F    LK  : - ; F v K
K    F   : - ; K v F
K    L   : l ; -
W    L   : l ; -
K    FF  : - ; K v FF
K    WF  : - ; K v WF
K    LF  : - ; K v F
W    LK  : - ; W v K
L    F   : L ; -
L    K   : k ; -
L    W   : w ; -
L    L   : Ll ; -
L    FF  : L ; -
L    KF  : kL ; -
L    LF  : Ll ; -
L    LK  : Llk ; -
LF   F   : - ; F v F
LF   K   : k ; -
LF   L   : Ll ; -
LF   FF  : - ; F v FF
LF   KF  : k ; F v F
LF   LF  : Ll ; F v F
LF   LK  : Llk ; -
LK   F   : - ; K v F
LK   K   : k ; -
LK   L   : KLl ; -
LK   FF  : - ; K v FF
LK   KF  : k ; K v F
LK   LF  : KLl ; -
LK   LK  : KLlk ; -
KF   F   : - ; KF v F
KF   K   : - ; KF v K
KF   L   : l ; -
KF   FF  : - ; KF v FF
KF   KF  : - ; KF v KF
KF   LF  : - ; KF v F
KF   LK  : - ; KF v K
"""


def options(scenario="tourney", **settings):
    return Options(scenario, {key.replace("_", "-"): value for key, value in settings.items()})


def meeting(attackers, defenders, cell="f5", chosen=None):
    """A position in S4 with these men on a cell."""
    position = Position(chosen or options(several="2", grand="on"))
    for side, kinds in ((WHITE, attackers), (BLACK, defenders)):
        for kind in kinds:
            unit = position.put(side, kind, cell_of(cell))
            unit.came = unit.moved = side == WHITE
    return position


def fight(position):
    position.stage = "fights"
    position.advance()


def cards(position, winner=None):
    """One round: the winner's side fells every enemy at once, or all fall in two rounds."""
    for side in list(position.to_act()):
        card = ("MH" if side == WHITE else "LH") if winner is None else "HM" if side == winner else "ML"
        pairs = position.pairs(side)
        position.do("card " + " ".join(f"{card} {position.name(a)}:{position.enemy_name(b, side)}" for a, b in pairs), side)


def gone_to(position, captor):
    return "".join(sorted(position.text(unit) for unit in position.prisoners(captor)))


def tables():
    rows = [line.split() for line in MATRIX.strip().split("\n")]
    assert [row[0] for row in rows] == CARDS
    for own, *entries in rows:
        for other, entry in zip(CARDS, entries):
            assert entry == f"{damage(own, other)}:{damage(other, own)}", (own, other)
    for line in TABLE.strip().split("\n"):
        who, what = line.split(":")
        attackers, defenders = who.split()
        taken, duel = [part.strip() for part in what.split(";")]
        position = meeting(attackers, defenders)
        fight(position)
        found = "".join(
            position.text(unit) for unit in position.units if unit.place in (("dungeon", WHITE), ("dungeon", BLACK))
        )
        assert sorted(found) == sorted(taken.strip("-")), (line, found)
        if duel == "-":
            assert position.fight is None and not position.secret(), line
            continue
        assert position.secret() and position.to_act() == [WHITE, BLACK], line
        sides = ["".join(unit.kind for unit in units) for units in (position.fight.attackers, position.fight.defenders)]
        assert " v ".join(sides) == duel, (line, sides)
        # the Lady on either side is at stake
        for winner in (WHITE, BLACK):
            after = position.copy()
            cards(after, winner)
            while after.to_act() and after.ask[0] == "fate":
                assert after.to_act() == [winner], line
                after.do([text for text in after.orders() if text.startswith("capture")][0])
            losing = [unit for unit in after.units if unit.owner != winner]
            assert all(unit.place == ("dungeon", winner) or unit.place != cell_of("f5") for unit in losing), line


def maps():
    """The figures of 3.9 and fine print 12."""
    for chosen, knight, foot in (
        (options(), 3, 4), (options("tourney-hills"), 3, 5), (options("tourney-4"), 4, None),
    ):
        position = Position(chosen)
        board = position.board
        for (x, y), ground in board.terrain.items():
            turned = (board.size - 1 - x, board.size - 1 - y)
            # the rivers' hills and mountains too are symmetric by the half-turn
            assert board.terrain[turned] == ground, cell_name((x, y))
        for kind, expected in (("K", knight), ("L", knight), ("F", foot), ("W", foot)):
            if expected is None:
                continue
            reached = {board.greens[WHITE]: 0}
            fringe = [board.greens[WHITE]]
            while fringe:
                cell = fringe.pop(0)
                position.units = []
                position.queues = {seat: [] for seat in position.queues}
                unit = position.put(WHITE, kind, cell)
                for there in position.destinations(unit):
                    if there not in reached and there not in board.castle_at:
                        reached[there] = reached[cell] + 1
                        fringe.append(there)
            assert reached[board.greens[BLACK]] == expected, (chosen.scenario, kind, reached[board.greens[BLACK]])
            if kind == "K" and chosen.scenario == "tourney":
                woods = sum(ground in "FR" for ground in board.terrain.values())
                # 104 squares, the two Castles among them
                assert len(reached) + 2 == 121 - woods == 104, len(reached)


def golden():
    """3.11."""
    position = meeting("K", "F")
    fight(position)
    position.do("card HL f5:f5", WHITE)
    position.do("card LM f5:f5", BLACK)
    assert sorted(position.orders()) == ["capture f5", "slay f5"] and position.to_act() == [WHITE]  # 1
    assert (damage("HM", "HL"), damage("HL", "HM"), damage("LM", "ML"), damage("ML", "LM")) == (0, 0, 0, 0)  # 2
    position = meeting("K", "F")
    fight(position)
    for _ in range(2):
        assert position.secret()
        position.do("card MH f5:f5", WHITE)
        position.do("card LH f5:f5", BLACK)
    assert not position.units  # 3
    position = meeting("L", "KF")
    fight(position)
    assert gone_to(position, WHITE) == "k" and gone_to(position, BLACK) == "L"  # 4
    assert [position.text(unit) for unit in position.at(cell_of("f5"))] == ["f"]
    position = meeting("K", "LF")
    fight(position)
    cards(position, WHITE)
    assert "slay Ff5" in position.orders()
    position.do("slay Ff5")
    assert gone_to(position, WHITE) == "l"  # 5
    position = read(options(), "5w5/5l5/5F5/11/11/11/11/11/5L5/11/5F5 w 7 0 db=WK")
    position.do("f9-f10")
    position.do("end")
    assert list(position.orders()) == ["free knight"]  # 6, no Warlord
    position.do("free knight")
    assert gone_to(position, WHITE) == "l" and [unit.kind for unit in position.queues[WHITE]] == ["F", "K"]
    position = read(options(), "5l5/11/5k5/11/11/11/11/11/11/5L5/5W5 b 8 0 dw=w")
    assert position.is_lost(BLACK) is False  # 7
    position.do("end")
    assert position.outcome is None
    position = read(options(), "11/11/5k5/11/11/11/11/5l5/5F5/5L5/5W5 b 8 0 dw=w")
    position.do("f4-f3")
    position.do("end")
    assert position.outcome == "white royals"
    position = read(options(), "11/11/5k5/11/11/11/11/11/11/1l9/3L1W5 b 8 0 dw=wf")
    position.do("b2-f2")
    position.do("end")
    assert sorted(position.orders()) == ["free footman", "free warlord"]
    position.do("free warlord")
    assert [unit.kind for unit in position.queues[BLACK]] == ["W"] and position.to_act() == [WHITE]
    position = read(options(), "5k5/11/5l5/11/11/11/11/11/2L2K5/11/5W5 w 8 0")
    position.do("recall f3")
    assert show(position).startswith("5k5/11/5l5/11/11/11/11/11/5L5/5W5/5K5")  # 8
    position = read(options(), "5l5/5K5/11/11/11/11/11/11/11/5L5/5W5 w 8 0 db=K")
    position.do("end")
    position.do("free knight")
    assert show(position) == "5l5/5K5/11/11/11/11/11/11/11/5L5/5W5 b 9 0 cw=K"  # 9
    assert not any(text.startswith("f1") for text in position.orders(WHITE))


def golden_for_many():
    """6.4."""
    four = options("tourney-4", seats="4")
    position = read(four, (
        "13/6K6/13/3l9/13/13/(gW)(gL)9(rL)(rW)/13/13/4w8/13/6L6/6W6 w 9 0 db=rK"
    ))
    position.do("g12-g13")
    assert position.out == [BLACK] and [unit.kind for unit in position.queues[RED]] == ["W", "K"]  # 1
    assert position.at(cell_of("g12"))[0].kind == "K"
    position.do("end")
    assert position.to_act() == [GREEN] and show(position).endswith("g 10 0 cr=rK out=b")
    teams = options("tourney-4", seats="4", teams="on")
    position = read(teams, "6w6/6l6/13/13/13/13/(gW)(gL)2K6(rL)(rW)/13/6(rFgK)6/13/13/5L7/6W6 w 4 0")
    position.do("e7-g5")
    position.do("end")
    assert position.to_act() == [WHITE, RED, GREEN]  # 2
    position.do("card ML g5:red g5 ML g5:green g5", WHITE)
    position.do("card HM g5:g5", RED)
    position.do("card HM g5:g5", GREEN)
    assert position.to_act() == [RED]
    position.do("capture g5")
    assert gone_to(position, RED) == "K"
    position = read(four, "6w6/6K6/13/4l8/13/13/(gW)F9(rL)(rW)/13/13/13/4(gL)8/6L6/6W6 w 4 0 db=F dg=F")
    position.do("end")
    assert sorted(position.orders()) == ["free footman b7", "free footman g12"]  # 3
    position.do("free footman b7")
    assert sorted(position.orders()) == ["free footman g12"]
    wizard = options(wizard="on", bishop="on")
    position = meeting("K", "K", "d8", wizard)
    position.put(WHITE, "W", cell_of("f1"))
    position.put(BLACK, "W", cell_of("f11"))
    fight(position)
    cards(position, WHITE)
    position.do("slay d8")
    assert position.graves == [[BLACK, "K", cell_of("d8"), False]] and position.to_act() == [BLACK]
    position.units = [unit for unit in position.units if unit.kind != "K"]
    position.do("end")
    assert position.to_act() == [RED] and "raise kd8-e7" in position.orders()
    position.do("raise kd8-e7")
    position.do("end")
    position.do("end")
    position.do("end")
    assert "e7-d8" in position.orders()
    position.do("e7-d8")
    for _ in range(3):
        position.do("end")
    assert "d8-e7" not in position.orders() and "d8-c8" in position.orders()  # 4
    position = read(wizard, "5w5/5l5/11/11/11/11/5(LK)5/5(uF)5/11/11/5W5 r 3 0")
    position.do("f4-f5")
    position.do("end")
    cards(position)
    cards(position)
    assert position.graves == [[WHITE, "K", cell_of("f5"), False]]
    assert [position.text(unit) for unit in position.at(cell_of("f5"))] == ["L"]  # 5
    position = read(wizard, "5w5/5l5/11/11/11/11/5(uF)5/11/5P5/11/5W5 w 1 0 grave=Fe3,kf3")
    position.do("f3-e3")
    assert [grave[3] for grave in position.graves] == [True, False]  # 6
    position.do("end")
    position.do("end")
    assert not any(text.startswith("raise Fe3") for text in position.orders()) and "raise kf3-e7" in position.orders()
    position = read(wizard, "5w5/5l5/11/11/11/11/11/11/4P6/4(uF)6/5W5 r 3 0")
    position.do("e2-e3")
    position.do("end")
    assert [position.text(unit) for unit in position.at(cell_of("e3"))] == ["P"]
    position = read(wizard, "11/5K5/5l5/11/4w6/11/6f4/11/(uF)9(uF)/11/5W5 w 1 0")
    position.do("f10-f11")
    assert position.outcome is None and position.out == [BLACK]  # 7
    assert [BLACK, "F", cell_of("g5"), False] in position.graves
    position.do("end")
    assert position.to_act() == [RED]
    position.units = [unit for unit in position.units if not unit.undead]
    position.do("end")
    assert position.outcome == "white castle"


def with_options():
    """What the options and the fine print say."""
    def at(text, **settings):
        return read(options(**settings), text)

    def names(position, start):
        return sorted(text for text in position.orders() if text.startswith(start))

    # 3.2: a Footman goes two squares straight, no wall is crossed, the Castle leads straight over its Green
    position = at("5w5/5l5/11/11/11/11/11/11/5L5/11/4FW5 w 1 0")
    assert names(position, "e1-") == ["e1-c1", "e1-d1", "e1-d2", "e1-e2", "e1-e3", "e1-f2"]
    assert names(position, "f1-") == ["f1-f2", "f1-f3"]
    # a Castle is entered straight through the Green, if its queue is empty
    position = at("5w5/5l5/11/11/11/11/11/11/5FL4/5W5/11 w 1 0")
    assert "f2-f1" in position.orders() and "f3-f1" in position.orders() and "g3-f1" not in position.orders()
    # enemies stop on the Green; then only a fighter goes in
    position = at("5w5/11/5F5/5l5/11/11/11/11/11/5L5/5W5 w 1 0")
    assert "f9-f10" in position.orders() and "f9-f11" not in position.orders()
    position = at("5w5/5L5/11/5l5/11/11/11/11/11/11/5W5 w 1 0")
    assert "f10-f11" not in position.orders()
    # an empty Castle falls at once
    position = at("11/5F5/5l5/3w7/11/11/11/11/11/5L5/5W5 w 1 0")
    position.do("f10-f11")
    assert position.outcome == "white castle"
    # fine print 7: the last defender felled, nothing is asked
    position = at("5w5/5F5/5l5/11/11/11/11/11/11/5L5/5W5 w 1 0")
    position.do("f10-f11")
    position.do("end")
    both_fell = position.copy()
    cards(both_fell)
    cards(both_fell)
    assert both_fell.outcome is None and not both_fell.queues[BLACK] and both_fell.to_act() == [BLACK]
    assert both_fell.ask[0] == "heir"
    cards(position, WHITE)
    assert position.outcome == "white castle"
    # the queue man by man, each a fight of its own (fine print 16), and a Warlord slain in it gets his successor in S5
    position = at("5w5/5(F1)5/5l5/11/11/11/11/11/11/5L5/5W5 w 1 0 cb=kf", veterans="on")
    position.do("f10-f11")
    position.do("end")
    cards(position, WHITE)
    position.do("slay f11")
    cards(position, WHITE)
    position.do("capture f11")
    cards(position, BLACK)
    position.do("capture f11")
    assert position.ask[0] == "heir" and sorted(position.orders()) == ["decline", "succeed footman"]
    position.do("succeed footman")
    # three fights won: a Knight at the end of the turn, in the Dungeon too
    assert show(position) == "5w5/11/5l5/11/11/11/11/11/11/5L5/5W5 b 2 0 dw=k db=K"
    # 3.7: declining the Knight leads to the Footman, not to the Lady
    position = at("5l5/11/2k8/11/11/11/11/5w5/5F5/5L5/5W5 w 1 0")
    position.do("f3-f4")
    position.do("end")
    cards(position, WHITE)
    position.do("slay f4")
    assert sorted(position.orders()) == ["decline", "succeed knight"] and position.to_act() == [BLACK]
    position.do("decline")
    assert position.to_act() == [BLACK] and position.ask == ("move",)
    for word, rest in (("castle", "cb=kl"), ("promote", None), ("trade", None), ("surrender", None)):
        position = at("11/5F5/2l8/11/11/11/11/5w5/5F5/5L5/5W5 w 1 0")
        position.do("f3-f4")
        position.do("end")
        cards(position, WHITE)
        position.do("slay f4")
        assert sorted(position.orders()) == ["decline", "lady castle", "lady promote", "lady surrender", "lady trade"]
        position.do(f"lady {word}")
        black = {(unit.kind, unit.place) for unit in position.units if unit.owner == BLACK}
        assert black == {
            "castle": {("L", CASTLE)}, "promote": {("W", cell_of("c9"))}, "trade": {("W", CASTLE)},
            "surrender": {("L", cell_of("c9"))},
        }[word]
        assert position.outcome == ("white surrender" if word == "surrender" else None)
    # fine print 9: fifty quiet turns; a move into the Castle is none
    position = at("5w5/5l5/11/11/11/11/11/11/11/5L5/4FW5 w 1 0 quiet=49")
    position.do("end")
    assert position.outcome == "draw quiet"
    # fine print 5: recall from a square with two, a forced step onto the enemy, the Green full
    position = at("5l5/5w5/11/11/11/11/2(KF)8/11/L10/5f5/5W5 w 1 0")
    assert names(position, "recall") == ["recall Fc5", "recall Kc5"]
    position.do("recall Kc5")
    position.do("end")
    assert position.secret() and position.queues[WHITE][0].kind == "K"
    position = at("5l5/5w5/11/11/11/11/2K8/11/L10/5(FF)5/5W5 w 1 0", grand="on")
    assert names(position, "recall") == []
    # 1: wounds stay, and go beside the Lady at the end of S2
    position = at("5w5/5l5/11/11/11/3k7/2F8/11/11/5L5/5W5 w 1 0", wounds="on")
    position.do("c5-d6")
    position.do("end")
    position.do("card LH d6:d6", WHITE)
    position.do("card MH d6:d6", BLACK)
    cards(position, WHITE)
    position.do("slay d6")
    assert show(position).startswith("5w5/5l5/11/11/11/3(F*)7/11")
    position = at("5w5/5l5/11/11/11/3(F*)7/11/11/3L7/11/5W5 w 1 0", wounds="on")
    position.do("d3-d6")
    position.do("end")
    assert show(position).startswith("5w5/5l5/11/11/11/3(LF)7/11")
    # 3: the Lady heals, the healed man may finish; 4: a fighter who comes may slay
    lying = "5w5/5l5/11/11/11/3(F!k!)7/11/11/3L7/11/5W5 w 1 0"
    position = at(lying, healing="on")
    position.do("d3-d6")
    position.do("end")
    assert sorted(position.orders()) == ["capture d6", "decline", "slay d6"]
    position.do("capture d6")
    assert show(position) == "5w5/5l5/11/11/11/3(LF)7/11/11/11/11/5W5 b 2 0 dw=k"
    position = at(lying, finishing="on")
    position.do("d3-d6")
    position.do("end")
    assert position.to_act() == [BLACK]
    fighter = lying.replace("3L7", "5L5").replace("(F!k!)7/11", "(F!k!)7/4K6")
    position = at(fighter, healing="on")
    position.do("e5-d6")
    position.do("end")
    assert position.to_act() == [BLACK]
    position = at(fighter, finishing="on")
    position.do("e5-d6")
    position.do("end")
    assert sorted(position.orders()) == ["decline", "slay d6"]
    # 8: a hill ends the move, a river is stepped into from beside it, a Knight needs the bridge
    hills = read(options("tourney-hills"), "5w5/5l5/11/11/11/11/2K8/c10/11/5L5/5W5 w 1 0".replace("c10", "11"))
    assert "c5-c9" in hills.orders() or "c5-c8" in hills.orders()
    assert not any(text.startswith("c5-d6") or text == "c5-b6" for text in hills.orders())
    foot = read(options("tourney-hills"), "5w5/5l5/11/11/11/11/4F6/4F6/11/5L5/5W5 w 1 0")
    assert "e5-e6" in foot.orders() and "e5-e7" not in foot.orders() and "e4-e6" not in foot.orders()
    # 10: two or three squares, no unit or wood between, one secret step of both sides
    position = at("5w5/5l5/11/11/11/11/B1k1f6/11/11/5L5/5W5 w 1 0", bowmen="on")
    assert names(position, "shoot") == ["shoot a5:c5"]
    position.do("shoot a5:c5")
    assert position.to_act() == [WHITE, BLACK] and sorted(position.orders(BLACK)) == ["parry H", "parry L", "parry M"]
    position.do("aim H", WHITE)
    position.do("parry M", BLACK)
    assert sorted(position.orders()) == ["end"] and not position.at(cell_of("c5"))
    # 11: strength goes and comes back in the Castle
    position = at("5w5/5l5/11/11/11/11/11/11/11/5L5/5(W~3)5 w 1 0", strategic="on")
    position.do("end")
    assert show(position).startswith("5w5/5l5/11/11/11/11/11/11/11/5L5/5(W~4)5 b 2")
    # 12: out of a wood by lot, in the fixed order of the directions
    position = at("5w5/5l5/11/11/11/5F5/11/11/11/5L5/5W5 w 1 0", enchanted="on")
    assert names(position, "f6") == [] and names(position, "wander") == ["wander f6 1", "wander f6 2"]
    position.do("wander f6 2")
    position.lots(2)
    assert position.at(cell_of("h6"))
    # chivalry: he yields; in the assault too
    position = at("5w5/11/11/11/11/3l7/3K7/11/11/5L5/5W5 w 1 0", chivalry="on")
    position.do("d5-d6")
    position.do("end")
    assert show(position) == "5w5/11/11/11/11/3l7/11/11/11/5L5/5W5 b 2 0 db=K"
    position = at("5l5/5K5/3w7/11/11/11/11/11/11/5L5/5W5 w 1 0", chivalry="on")
    position.do("f10-f11")
    position.do("end")
    assert position.outcome is None and gone_to(position, BLACK) == "K"
    # winding-knights: round the corner, not through an enemy
    position = read(options(winding_knights="on"), "6w6/6l6/13/13/13/13/13/13/3F9/2FKF8/13/6L6/6W6 w 1 0")
    assert "d4-d6" in position.orders() and "d4-e7" in position.orders() and "d4-d8" not in position.orders()


def playing(games, seed):
    """Games of the telling with itself: the men are counted, the texts are read back."""
    from tourney_oracle import option_sets

    sets = [one for word in ("all", "each", "pairs") for one in option_sets(word)]
    for number in range(games):
        dice = random.Random(f"{seed} {number}")
        scenario, settings = sets[number % len(sets)]
        chosen = Options(scenario, settings)
        board = chosen.board()
        if dice.random() < 0.3:
            position = Position.start(chosen, board)
            if chosen.muster:
                position = Position(chosen, board)
                for seat in chosen.players():
                    random_muster(position, seat, dice)
                position.ask = ("first",)
            position.lots(dice.getrandbits(8))
        else:
            position = brawl(chosen, dice, board)
        men = lambda: sum(not unit.undead for unit in position.units)
        count = men()
        for _ in range(300):
            to_act = position.to_act()
            if not to_act:
                break
            if to_act == ["lots"]:
                position.lots(dice.getrandbits(8))
                continue
            if position.ask == ("move",) and position.made == 0:
                text = show(position)
                again = read(chosen, text, board)
                assert show(again) == text, (text, show(again))
                if not (chosen.wizard and position.side == RED):
                    assert sorted(again.orders()) == sorted(position.orders()), text
                check(position, text)
            side = dice.choice(to_act)
            orders = sorted(position.orders(side))
            assert orders, (position.ask, show(position))
            position.do(dice.choice(orders), side)
        assert men() <= count, "men come from nowhere"


def check(position, text):
    """What holds at the beginning of every turn."""
    for cell in position.board.cells:
        here = position.at(cell)
        standing = [unit for unit in here if not unit.down]
        owners = {unit.owner for unit in standing}
        assert all(position.friends(one, other) for one in owners for other in owners), (cell_name(cell), text)
        for seat in owners:
            assert len(position.friends_at(cell, seat)) <= position.limit(cell), (cell_name(cell), text)
    assert len({id(unit) for unit in position.units}) == len(position.units)
    for seat, queue in position.queues.items():
        assert {id(unit) for unit in queue} == {
            id(unit) for unit in position.units if unit.place == CASTLE and unit.owner == seat
        }, text
    for unit in position.units:
        if isinstance(unit.place[0], str):
            assert unit.place in (CASTLE, HELD) or not position.friends(unit.place[1], unit.owner), text
        else:
            assert unit.place not in position.board.castle_at, text
        assert not (unit.down and (unit.undead or not unit.fighter)), text
    for seat in position.options.players():
        warlords = [unit for unit in position.units if unit.owner == seat and unit.kind == "W" and not unit.undead]
        assert len(warlords) <= 1, text
        ladies = [unit for unit in position.units if unit.owner == seat and unit.kind == "L"]
        assert len(ladies) <= 1, text


def self_check(games=300, seed=1):
    tables()
    maps()
    golden()
    golden_for_many()
    with_options()
    playing(games, seed)
