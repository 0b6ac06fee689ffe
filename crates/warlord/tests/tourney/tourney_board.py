"""The boards, armies and options of War Lord Tourney, told from the rulebook alone (3.1, 3.2, 3.9, fine print 12, 17, 18, 6.1.1)."""

WHITE, BLACK, RED, GREEN = range(4)
NAMES = ["white", "black", "red", "green"]
KINDS = "WLKFSBP"  # the order of fine print 2
FIGHTERS = "WKFS"
NOBLES = "WK"
WORDS = {"W": "warlord", "L": "lady", "K": "knight", "F": "footman", "S": "sergeant", "B": "bowman", "P": "bishop"}
STRENGTH = {"W": 6, "K": 5, "F": 4, "S": 4}  # option 11, fine print 14
# fine print 12 and option 12: N, NE, E, SE, S, SW, W, NW
DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]

SWITCHES = [
    "wounds", "healing", "finishing", "sergeants", "bowmen", "strategic", "enchanted", "veterans", "grand", "muster",
    "chivalry", "winding-knights", "wizard", "bishop", "teams",
]

USUAL = """
.....C.....
.....G.....
..F.....F..
.R...RR....
....F......
.FR..F..RF.
......F....
....RR...R.
..F.....F..
.....G.....
.....C.....
"""

HILLS = """
.....C.....
.....G.....
..F.....F..
.R...H...M.
...H.......
~~=~~~~~=~~
.......H...
.M...H...R.
..F.....F..
.....G.....
.....C.....
"""

# the map of the scenario for learning, which the rulebook leaves to it
SMALL = """
...C...
...G...
.....R.
.F.F.F.
.R.....
...G...
...C...
"""

LARGE_FORESTS = "g7 c3 c11 k3 k11 e5 e9 i5 i9 d8 f4 j6 h10"
LARGE_ROUGH = "g4 d7 g10 j7 b5 e12 i2 l9 c6 f11 h3 k8"


def cell_name(cell):
    return f"{'abcdefghijklm'[cell[0]]}{cell[1] + 1}"


def cell_of(name):
    return ("abcdefghijklm".index(name[0]), int(name[1:]) - 1)


def quarters(size, seat):
    """Where a seat places what South places `dx` to the right of its Castle's file in its own rank `rank`, from 1 (6.1.1)."""
    middle, last = size // 2, size - 1

    def place(dx, rank):
        depth = rank - 1
        return {
            WHITE: (middle + dx, depth),
            BLACK: (middle - dx, last - depth),
            RED: (last - depth, middle + dx),
            GREEN: (depth, middle - dx),
        }[seat]

    return place


class Board:
    """The map: a character for each cell, as `terrain` prints them, Castles and Greens."""

    def __init__(self, size, terrain, seats):
        self.size = size
        self.terrain = terrain
        self.castles = {seat: quarters(size, seat)(0, 1) for seat in seats}
        self.greens = {seat: quarters(size, seat)(0, 2) for seat in seats}
        for seat in seats:
            self.terrain[self.castles[seat]] = "C"
            self.terrain[self.greens[seat]] = "G"
        self.castle_at = {cell: seat for seat, cell in self.castles.items()}
        self.cells = [(x, y) for y in range(size) for x in range(size)]

    def ground(self, cell):
        return self.terrain.get(cell, ".")

    def rows(self):
        """The answer to `terrain`."""
        return "/".join(
            "".join(self.ground((x, y)) for x in range(self.size)) for y in reversed(range(self.size))
        )

    def has(self, cell):
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size


def drawn(text, seats):
    rows = text.split()
    terrain = {}
    for y, row in enumerate(reversed(rows)):
        for x, sign in enumerate(row):
            if sign not in ".CG":
                terrain[x, y] = sign
    return Board(len(rows), terrain, seats)


def large(seats):
    terrain = {cell_of(name): "F" for name in LARGE_FORESTS.split()}
    terrain |= {cell_of(name): "R" for name in LARGE_ROUGH.split()}
    return Board(13, terrain, seats)


class Options:
    """The options of a match; a switch is a bool, `several` None, "2" or "all", `seats` 2, 3 or 4."""

    def __init__(self, scenario="tourney", settings=None):
        settings = dict(settings or {})
        self.scenario = scenario
        self.settings = settings
        for key in SWITCHES:
            setattr(self, key.replace("-", "_"), settings.get(key) == "on")
        if scenario == "tourney-grand" and "grand" not in settings:
            self.grand = True
        several = settings.get("several", "off")
        self.several = None if several in ("off", "1") else several
        seats = settings.get("seats", "4" if scenario == "tourney-4" else "2")
        self.seats = 2 if seats == "off" else int(seats)
        if self.strategic:
            self.wounds = False  # fine print 17

    def words(self):
        """What the command `scenario` says."""
        return " ".join([self.scenario, *(f"{key}={value}" for key, value in self.settings.items())])

    def players(self):
        """The seats with an army, in the order white, black, red, green."""
        return [WHITE, BLACK, RED, GREEN][: self.seats]

    def moves(self):
        """How many units may move in a turn."""
        return {None: 1, "2": 2, "all": 1000}[self.several]

    def board(self):
        if self.seats > 2 or self.winding_knights:
            return large(self.players())
        return drawn({"tourney-hills": HILLS, "tourney-small": SMALL}.get(self.scenario, USUAL), self.players())

    def army(self):
        """Kind, files to the right of the Castle's, rank."""
        if self.grand:
            men = [("W", 0, 1), ("L", 0, 2), ("K", -1, 2), ("K", 1, 2)]
            men += [("F", dx, 3) for dx in (-2, -1, 1, 2)]
        else:
            men = [("W", 0, 1), ("L", 0, 2), ("K", 1, 2), ("F", -1, 2)]
        if self.sergeants:
            men += [("S", -2, 2), ("S", 2, 2)]
        if self.bowmen:
            men.append(("B", -3, 2))
        if self.bishop:
            men.append(("P", 3, 2))
        return men
