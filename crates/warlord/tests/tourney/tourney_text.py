"""Position texts and set-ups of War Lord Tourney: written, read, and made up at random (fine print 4, 17, 6.1.8, 6.2.7)."""

import re

from tourney_board import BLACK, GREEN, KINDS, RED, STRENGTH, WHITE, cell_name, cell_of
from tourney_state import CASTLE, HELD
from tourney_telling import Position

SIDES = "wbrg"


def rows_text(position, cells=None):
    """The rows, from the top one down."""
    board = position.board
    xs = sorted({x for x, _ in cells}) if cells else range(board.size)
    ys = sorted({y for _, y in cells}) if cells else range(board.size)
    rows = []
    for y in reversed(ys):
        row, blank = "", 0
        for x in xs:
            here = position.sorted(position.at((x, y)))
            if not here:
                blank += 1
                continue
            row += str(blank or "")
            blank = 0
            text = "".join(position.text(unit) for unit in here)
            row += text if len(text) == 1 else f"({text})"
        rows.append(row + str(blank or ""))
    return "/".join(rows)


def listed(position, units):
    """Units in a field, one after the other."""
    return "".join(position.text(unit) for unit in units)


def grave_key(grave):
    owner, kind, (x, y), blessed = grave
    return (-y, x, owner, KINDS.index(kind), blessed)


def show(position):
    """The text of a position at the beginning of a turn."""
    fields = [rows_text(position), SIDES[position.side], str(position.turn), "0"]
    if position.quiet:
        fields.append(f"quiet={position.quiet}")
    seats = position.options.players()
    for seat in seats:
        behind = position.queues[seat][1:]
        if behind:
            fields.append(f"c{SIDES[seat]}=" + listed(position, behind))
    for seat in seats:
        prisoners = position.sorted(position.prisoners(seat))
        if prisoners:
            fields.append(f"d{SIDES[seat]}=" + listed(position, prisoners))
    if position.graves:
        fields.append("grave=" + ",".join(
            (kind if owner == WHITE else kind.lower()) + cell_name(cell) + "+" * blessed
            for owner, kind, cell, blessed in sorted(position.graves, key=grave_key)
        ))
    held = position.sorted(unit for unit in position.units if unit.place == HELD)
    if held:
        fields.append("held=" + listed(position, held))
    if position.out:
        fields.append("out=" + "".join(SIDES[seat] for seat in (WHITE, BLACK, RED, GREEN) if seat in position.out))
        if position.wizard and position.last_word != "castle":
            fields.append(f"gone={position.last_word}")
    elif position.wizard and position.side == RED and position.first == BLACK:
        # in the players' own turns, turn and side say who began
        fields.append("first=b")
    return " ".join(fields)


UNIT = re.compile(r"([rgu]?)([WLKFSBPwlkfsbp])(\d*)(\*?)(!?)(?:~(\d+))?")


def read_units(position, text, place):
    """Units from letters and marks."""
    at = 0
    while at < len(text):
        match = UNIT.match(text, at)
        assert match, text[at:]
        at = match.end()
        prefix, letter, won, wound, down, strength = match.groups()
        owner = {"r": RED, "g": GREEN, "u": RED}.get(prefix, WHITE if letter.isupper() else BLACK)
        unit = position.put(owner, letter.upper(), place, undead=prefix == "u")
        unit.won, unit.wounds, unit.down = int(won or 0), int(bool(wound)), bool(down)
        if strength:
            unit.strength = int(strength)


def read(options, text, board=None):
    """The position of a text at the beginning of a turn."""
    position = Position(options, board)
    rows, side, turn, _, *fields = text.split()
    for y, row in enumerate(reversed(rows.split("/"))):
        x = 0
        for number, group, letter in re.findall(r"(\d+)|\(([^)]*)\)|(\w)", row):
            if number:
                x += int(number)
            else:
                read_units(position, group or letter, (x, y))
                x += 1
    told = {}
    for field in fields:
        key, value = field.split("=")
        if key in ("first", "gone"):
            told[key] = value
        elif key == "quiet":
            position.quiet = int(value)
        elif key[0] == "c":
            read_units(position, value, position.board.castles[SIDES.index(key[1])])
        elif key[0] == "d":
            read_units(position, value, ("dungeon", SIDES.index(key[1])))
        elif key == "held":
            read_units(position, value, HELD)
        elif key == "out":
            position.out = [SIDES.index(letter) for letter in value]
        elif key == "grave":
            for grave in value.split(","):
                owner = WHITE if grave[0].isupper() else BLACK
                position.graves.append([owner, grave[0].upper(), cell_of(grave[1:].rstrip("+")), grave.endswith("+")])
    position.side = SIDES.index(side)
    position.turn = int(turn)
    if position.out:
        position.last_word = told.get("gone", "castle")
    if options.wizard:
        ahead = {1: 0, 2: 1}.get(position.turn % 3)
        position.first = position.side if ahead == 0 else 1 - position.side if ahead == 1 and position.side < 2 else WHITE
        if "first" in told:
            position.first = SIDES.index(told["first"])
    position.new_turn()
    position.advance()
    return position


# --- musters ----------------------------------------------------------------------------------------------------------


def zone(position, seat):
    """The outer three ranks or files of a seat."""
    size = position.board.size
    return [
        cell for cell in position.board.cells
        if {WHITE: cell[1], BLACK: size - 1 - cell[1], RED: size - 1 - cell[0], GREEN: cell[0]}[seat] < 3
    ]


def may_stand(position, kind, cell, side):
    """Whether a set-up may put a man of that kind on a cell."""
    ground = position.board.ground(cell)
    if ground == "M" or (ground in "FR~" and kind in "KL"):
        return False
    seat = position.board.castle_at.get(cell)
    if seat is not None:
        return seat == side and not position.queues[side]
    return len(position.friends_at(cell, side)) < position.limit(cell) and not position.enemies_at(cell, side)


def random_muster(position, seat, dice):
    """Places a side's men at random in its zone; returns its rows."""
    cells = zone(position, seat)
    for kind, _, _ in position.options.army():
        fitting = [cell for cell in cells if may_stand(position, kind, cell, seat)]
        home = position.board.castles[seat]
        if home in fitting and dice.random() < 0.15:
            position.put(seat, kind, home)
        else:
            position.put(seat, kind, dice.choice(fitting))
    return rows_text(position, cells)


def spoiled_muster(rows, dice):
    """A set-up with one thing wrong: a man missing, doubled, foreign, in too large a stack, a row too long or missing."""
    letters = [at for at, sign in enumerate(rows) if sign.isalpha()]
    at = dice.choice(letters)
    letter = rows[at]
    manner = dice.randrange(5)
    if manner == 0:
        return rows[:at] + letter + rows[at:] if at and rows[at - 1] == "(" else rows[:at] + f"({letter}{letter})" + rows[at + 1 :]
    if manner == 1:
        return rows[:at] + letter.swapcase() + rows[at + 1 :]
    if manner == 2:
        return rows + dice.choice(["1", "/11", "W", "F"])
    if manner == 3:
        return rows.rsplit("/", 1)[0]
    other = dice.choice([kind for kind in "WLKFXQ" if kind != letter.upper()])
    return rows[:at] + (other if letter.isupper() else other.lower()) + rows[at + 1 :]


# --- positions made up ------------------------------------------------------------------------------------------------


def brawl(options, dice, board=None):
    """A position with the sides close together, men captured, waiting, lying and wounded."""
    while True:
        position = Position(options, board)
        fill(position, dice)
        if position.ask is None and all(
            seat in position.out or not position.is_lost(seat) for seat in options.players()
        ) and len(position.players_in()) > 1:
            position.advance()
            return position


def fill(position, dice):
    options, board = position.options, position.board
    seats = options.players()
    middle = dice.choice([dice.choice(list(board.greens.values())), dice.choice(board.cells), (board.size // 2, board.size // 2)])
    spread = dice.choice([1, 2, 2, 3, 4, board.size])
    near = [cell for cell in board.cells if max(abs(cell[0] - middle[0]), abs(cell[1] - middle[1])) <= spread]
    near = [cell for cell in near if cell not in board.castle_at]
    stand = lambda kind, cell, seat: cell not in board.castle_at and may_stand(position, kind, cell, seat)
    captive, home = dice.choice([0, 0.1, 0.3, 0.5]), dice.choice([0.05, 0.15, 0.4])
    dead = dice.choice([0, 0, 0.1, 0.3])
    for seat in seats:
        for kind, _, _ in options.army():
            if options.veterans and kind in "FS" and dice.random() < 0.1:
                kind = "K"
            chance = dice.random()
            captors = [one for one in seats if not position.friends(one, seat)]
            if chance < captive:
                unit = position.put(seat, kind, ("dungeon", dice.choice(captors)))
                if options.wizard and kind == "L" and dice.random() < 0.4:
                    unit.place = HELD
            elif chance < captive + home:
                unit = position.put(seat, kind, board.castles[seat])
            elif chance < captive + home + dead:
                if options.wizard and kind in "WKFS" and dice.random() < 0.7:
                    spots = [cell for cell in board.cells if cell not in board.castle_at and board.ground(cell) != "M"]
                    position.graves.append([seat, kind, dice.choice(spots), options.bishop and dice.random() < 0.3])
                continue
            else:
                greens = [board.greens[one] for one in captors]
                fitting = [cell for cell in near + greens * dice.choice([0, 2, 12]) if stand(kind, cell, seat)]
                fitting = fitting or [cell for cell in board.cells if stand(kind, cell, seat)]
                unit = position.put(seat, kind, dice.choice(fitting))
            mark(position, unit, dice)
    if options.wizard:
        for _ in range(dice.choice([0, 1, 2, 3])):
            if position.graves:
                owner, kind, *_ = position.graves.pop(dice.randrange(len(position.graves)))
                fitting = [cell for cell in near if stand("F", cell, RED)]
                if kind == "K":
                    fitting = [cell for cell in fitting if board.ground(cell) not in "R~"]
                if fitting:
                    unit = position.put(RED, kind, dice.choice(fitting), undead=True)
                    if options.wounds and dice.random() < 0.2:
                        unit.wounds = 1
                    if options.strategic:
                        unit.strength = dice.randint(1, STRENGTH[kind])
    if options.healing or options.finishing:
        lay_down(position, dice)
    position.side = dice.choice(seats)
    position.turn = dice.choice([1, 2, 3, dice.randint(1, 200)])
    if options.wizard:
        # the text does not say who was first: the number of the turn does, but in the Wizard's own turn
        position.first = dice.choice([WHITE, BLACK])
        ahead = 0 if position.side == position.first else 1
        position.turn = 3 * dice.randint(0, 40) + ahead + 1
    position.quiet = dice.choice([0] * 8 + [dice.randint(1, 40), dice.randint(44, 49)])
    position.new_turn()


def mark(position, unit, dice):
    """Marks that its history may have left."""
    options = position.options
    if options.veterans and unit.kind in "FS":
        unit.won = dice.choice([0, 0, 1, 2])
        if unit.on_board and position.board.ground(unit.place) in "FR~":
            unit.won = dice.choice([0, 2, 3, 4])
    if options.wounds and unit.kind in "WKFS" and unit.place != CASTLE and dice.random() < 0.3:
        unit.wounds = 1
    if options.strategic and unit.kind in STRENGTH and dice.random() < 0.6:
        unit.strength = dice.randint(1, STRENGTH[unit.kind])


def lay_down(position, dice):
    """Some men lie, each beside an enemy who lies too or is gone."""
    for unit in [one for one in position.units if one.fighter and not one.undead and one.on_board]:
        if dice.random() < 0.25:
            unit.down = True
            unit.wounds = int(position.options.wounds)
            unit.strength = 1
            foes = [
                foe for foe in position.units
                if foe.fighter and not foe.undead and foe.on_board and not position.friends(foe.owner, unit.owner)
            ]
            lying_here = [one for one in position.enemies_at(unit.place, unit.owner)]
            if foes and not lying_here and dice.random() < 0.7:
                foe = dice.choice(foes)
                ground = position.board.ground(unit.place)
                if not (foe.kind == "K" and ground in "FR~"):
                    foe.place, foe.down, foe.wounds, foe.strength = unit.place, True, int(position.options.wounds), 1
                    if len(position.friends_at(unit.place, foe.owner)) > position.limit(unit.place):
                        position.units.remove(foe)
