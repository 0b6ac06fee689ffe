"""The moves of War Lord Tourney: steps, walls, stacking, recalls, shots, woods that lead astray (3.2, S2, fine print 3, 5, 12, 13, 15)."""

from tourney_board import DIRECTIONS, NAMES, RED, WHITE, cell_name
from tourney_state import CASTLE, State


class Moves(State):
    """What may be done in S2."""

    def reach(self, kind, direction):
        diagonal = 0 not in direction
        if kind in "KL":
            return 4
        if kind == "S":
            return 2 if diagonal else 1
        return 1 if diagonal else 2

    def passes_wall(self, here, there, direction):
        """Castle and board only through the Green, orthogonally."""
        castles = self.board.castle_at
        if here not in castles and there not in castles:
            return True
        for castle, other in ((here, there), (there, here)):
            seat = self.board.castle_at.get(castle)
            if seat is not None and (other != self.board.greens[seat] or seat in self.out):
                return False
        return True

    def limit(self, cell):
        return 1 if self.board.ground(cell) in "F=" or cell in self.board.castle_at else 2

    def friends_at(self, cell, side):
        return [unit for unit in self.at(cell) if self.friends(unit.owner, side)]

    def enemies_at(self, cell, side):
        return [unit for unit in self.at(cell) if not self.friends(unit.owner, side)]

    def step(self, unit, here, direction, number, joins=False):
        """One step, the `number`-th of its move, from 0. Returns None if it cannot be made, or the cell, whether the move may end
        there and whether it may go on. `joins`: stacking does not count (the recall)."""
        board = self.board
        there = (here[0] + direction[0], here[1] + direction[1])
        if not board.has(there) or not self.passes_wall(here, there, direction):
            return None
        ground = board.ground(there)
        rider = unit.kind in "KL"
        if ground == "M" or (ground in "FR~" and rider) or (ground == "~" and number > 0):
            return None
        seat = board.castle_at.get(there)
        if seat is not None:
            if seat == unit.owner and not unit.undead:
                return (there, not self.queues[seat], False)
            if self.friends(seat, unit.owner):
                return None
            # one attacker at a time, also under option 2 (fine print 8)
            free = not any(one.place == there for one in self.units)
            return (there, unit.fighter and number == 0 and free, False)
        if not self.at(there):
            return (there, True, ground not in "H~")
        ends = joins or len(self.friends_at(there, unit.owner)) < self.limit(there)
        enemies = self.enemies_at(there, unit.owner)
        if enemies:
            if unit.kind == "P" and any(not enemy.undead for enemy in enemies):
                ends = False
            if unit.kind in "LB" and any(enemy.kind == "P" for enemy in enemies):
                # Reading: a lying fighter beside the Bishop is no fighter who could take her.
                ends = ends and any(enemy.fighter and not enemy.down for enemy in enemies)
            return (there, ends, False)
        return (there, ends, ground not in "H~")

    def destinations(self, unit, joins=False):
        """The cells where a unit's move may end."""
        start = self.cell(unit)
        found = set()
        if self.options.winding_knights and unit.kind in "KL":
            seen, fringe = {start}, [start]
            for number in range(4):
                fresh = []
                for here in fringe:
                    for direction in DIRECTIONS:
                        step = self.step(unit, here, direction, number, joins)
                        if step is None:
                            continue
                        there, ends, passes = step
                        if ends and there != start:
                            found.add(there)
                        if passes and there not in seen:
                            seen.add(there)
                            fresh.append(there)
                fringe = fresh
            return found
        for direction in DIRECTIONS:
            here = start
            for number in range(self.reach(unit.kind, direction)):
                step = self.step(unit, here, direction, number, joins)
                if step is None:
                    break
                here, ends, passes = step
                if ends:
                    found.add(here)
                if not passes:
                    break
        return found

    def movable(self, unit):
        """Whether a unit may make a move, a shot, a recall in this S2."""
        if unit.owner != self.side or unit.moved or unit.down or unit.undead != (self.wizard and self.side == RED):
            return False
        if unit.place == CASTLE:
            return self.queues[unit.owner][0] is unit
        if not unit.on_board:
            return False
        # Reading: who came onto an enemy by a forced step stays there for the fight.
        return not (unit.came and any(not enemy.down for enemy in self.enemies_at(unit.place, unit.owner)))

    def recalls(self, lady):
        """The units a Lady may recall, each with the cell she moves to (S2, fine print 5)."""
        home = self.board.castles[self.side]
        green = self.board.greens[self.side]
        start = self.cell(lady)
        found = []
        for cell in self.destinations(lady, joins=True):
            if cell == home or self.enemies_at(cell, self.side):
                continue
            for unit in self.at(cell):
                if unit.owner != self.side or unit.down or unit is lady:
                    continue
                queue = [one for one in self.queues[self.side] if one is not lady]
                if queue:
                    there = [one for one in self.friends_at(green, self.side) if one is not lady]
                    if len(there) + (cell == green) >= 2:
                        continue
                    if queue[0].kind == "P" and any(not enemy.undead for enemy in self.enemies_at(green, self.side)):
                        continue
                    if queue[0].kind in "LB" and self.bars_rose(self.enemies_at(green, self.side)):
                        continue
                found.append((unit, cell))
        return found

    def bars_rose(self, enemies):
        """6.3.4: a Lady or Bowman does not go onto a Bishop alone."""
        return any(one.kind == "P" for one in enemies) and not any(one.fighter and not one.down for one in enemies)

    def shots(self, bowman):
        """The units a Bowman may shoot at (option 10, fine print 13)."""
        start = self.cell(bowman)
        found = []
        for dx, dy in DIRECTIONS:
            here = start
            for distance in (1, 2, 3):
                there = (here[0] + dx, here[1] + dy)
                if not self.board.has(there) or not self.passes_wall(here, there, (dx, dy)):
                    break
                targets = self.enemies_at(there, bowman.owner)
                if distance > 1:
                    # Reading: a lying man, who could not parry, is not shot at.
                    found += [unit for unit in targets if unit.kind != "L" and not unit.down]
                if self.at(there) or self.board.ground(there) == "F":
                    break
                here = there
        return found

    def wander_steps(self, unit):
        """The directions in which a unit may leave a wood (option 12, fine print 15)."""
        here = unit.place
        found = []
        for direction in DIRECTIONS:
            step = self.step(unit, here, direction, 0)
            if step is not None and step[1]:
                found.append(direction)
        return found

    def wanders(self, unit):
        return self.options.enchanted and unit.on_board and self.board.ground(unit.place) == "F"

    def move_orders(self):
        """S2."""
        self.index = self.listing()
        try:
            return self.moves_listed()
        finally:
            self.index = None

    def moves_listed(self):
        found = {"end": ("end",)}
        if self.made >= self.options.moves():
            return found
        for unit in self.units:
            if not self.movable(unit):
                continue
            name = self.name(unit)
            if self.wanders(unit):
                if self.wander_steps(unit):
                    for steps in (1, 2):
                        found[f"wander {name} {steps}"] = ("wander", unit, steps)
                continue
            for cell in self.destinations(unit):
                found[f"{name}-{cell_name(cell)}"] = ("move", unit, cell)
            if unit.kind == "L":
                for man, cell in self.recalls(unit):
                    found[f"recall {self.name(man)}"] = ("recall", unit, man, cell)
            if unit.kind == "B":
                targets = self.shots(unit)
                called = [self.name(target) for target in targets]
                for target, whom in zip(targets, called):
                    # Reading: where the same name means men of two sides, the side stands before it, as in 6.1.5
                    side = f"{NAMES[target.owner]} " if called.count(whom) > 1 else ""
                    found[f"shoot {name}:{side}{whom}"] = ("shoot", unit, target)
        if self.wizard and self.side == RED:
            for grave in self.graves:
                owner, kind, cell, blessed = grave
                if not blessed:
                    letter = kind if owner == WHITE else kind.lower()
                    for wood in self.board.cells:
                        if self.board.ground(wood) == "F" and not self.at(wood):
                            found[f"raise {letter}{cell_name(cell)}-{cell_name(wood)}"] = ("raise", grave, wood)
        return found
