"""The encounters of War Lord Tourney: who yields, duels, assaults, double kills (3.4 S4, 3.5, 3.6, fine print 7, 10, 6.1.4, 6.2.5)."""

import itertools

from tourney_board import RED
from tourney_moves import Moves
from tourney_state import CASTLE

CARDS = ["HM", "HL", "MH", "ML", "LH", "LM"]


def damage(own, other):
    """The wounds that the man with the card `own` deals the man with the card `other` (3.6)."""
    blow = own[0]
    if blow == other[1] or blow == other[0]:
        return 0
    return 2 if blow == "H" else 1

class Fight:
    """An encounter under way: who came, whom they met, and how far it is."""

    def __init__(self, cell, castle):
        self.cell = cell
        self.castle = castle  # the seat whose Castle is assaulted
        self.stage = "lying first"
        self.attackers, self.defenders = [], []  # fighters of the duel
        self.beaten = []  # felled men whose fate is open
        self.judge = None
        self.with_losers = []

class Fights(Moves):
    """What happens in S4."""

    def destroy_undead(self):
        """6.3.3: first of all in S4."""
        for bishop in [unit for unit in self.units if unit.kind == "P"]:
            if bishop.on_board or (bishop.place == CASTLE and self.queues[bishop.owner][0] is bishop):
                for unit in self.at(self.cell(bishop)):
                    if unit.undead:
                        self.slay(unit)

    def standing(self, cell):
        """The mover's standing units and their standing enemies on a cell."""
        here = [unit for unit in self.at(cell) if not unit.down]
        own = [unit for unit in here if self.friends(unit.owner, self.side)]
        return self.sorted(own), self.sorted(unit for unit in here if unit not in own)

    def encounters(self):
        found = []
        for cell in self.board.cells:
            own, foes = self.standing(cell)
            if own and foes or self.finishing(cell, True) or self.finishing(cell, False):
                found.append(cell)
        return found

    def finishing(self, cell, healed):
        """The lying enemies on a cell whose fate the mover may decide now, each with what may be said: for a man healed this turn
        (option 3), or for a fighter who came (option 4)."""
        own = [unit for unit in self.at(cell) if self.friends(unit.owner, self.side) and not unit.down]
        if healed:
            may = self.options.healing and any(unit.healed for unit in own)
        else:
            may = self.options.finishing and any(unit.owner == self.side and unit.fighter and unit.came for unit in own)
        if not may:
            return []
        lying = [unit for unit in self.enemies_at(cell, self.side) if unit.down and (unit, healed) not in self.offered]
        words = ["capture", "slay", "decline"] if healed else ["slay", "decline"]
        return [(unit, words, healed) for unit in self.sorted(lying)]

    def take_up(self, cell):
        seat = self.board.castle_at.get(cell)
        self.fight = Fight(cell, seat)

    def go_on(self):
        """The encounter under way goes on to its next decision or its end."""
        fight = self.fight
        if fight.stage == "lying first":
            # Reading: the healed man decides at once (option 3), before the others there meet
            lying = self.finishing(fight.cell, True)
            if lying:
                self.ask = ("lying", *lying[0])
            else:
                fight.stage = "meet"
        elif fight.stage == "meet":
            if fight.castle is not None:
                self.assault()
            else:
                self.meet()
        elif fight.stage == "rose":
            self.meet_after_rose()
        elif fight.stage == "duel":
            self.ask = ("cards", self.sides_of(fight))
        elif fight.stage == "fates":
            if fight.beaten:
                self.ask = ("fate", fight.judge, fight.beaten[0])
            else:
                for unit in fight.with_losers:
                    self.capture(unit, fight.judge)
                if fight.castle is not None and fight.attackers and fight.attackers[0].place == fight.cell:
                    fight.stage = "meet"
                else:
                    fight.stage = "lying"
        elif fight.stage == "lying":
            # Reading: a fighter who came decides after his encounter (option 4)
            lying = self.finishing(fight.cell, False)
            if lying:
                self.ask = ("lying", *lying[0])
            else:
                self.fight = None

    def first_owner(self, units):
        """6.1.4: who decides for several: the mover, or the owner of the first man."""
        if any(unit.owner == self.side for unit in units):
            return self.side
        return self.sorted(units)[0].owner

    def assault(self):
        """3.4, fine print 7, 8: one man against the queue."""
        fight, seat = self.fight, self.fight.castle
        attacker = [unit for unit in self.units if unit.place == fight.cell][0]
        if not self.queues[seat]:
            self.fight = None
            self.castle_falls(seat, attacker)
            return
        head = self.queues[seat][0]
        if head.kind == "P" and attacker.undead:
            self.slay(attacker)
            self.fight = None
        elif head.kind == "L" and self.options.chivalry and attacker.noble:
            self.capture(attacker, seat)
            self.fight = None
        elif not head.fighter:
            self.capture(head, attacker.owner)
        else:
            self.start_duel([attacker], [head])

    def meet(self):
        """3.5, up to the rose."""
        fight = self.fight
        own, foes = self.standing(fight.cell)
        if not own or not foes:
            fight.stage = "lying"
            return
        taken = []
        for ones, others in ((own, foes), (foes, own)):
            if any(unit.fighter for unit in others):
                taken += [(unit, others) for unit in ones if unit.kind == "B"]
        for unit, others in taken:
            self.capture(unit, self.first_owner(others))
        own, foes = self.standing(fight.cell)
        ladies = [unit for unit in own if unit.kind == "L"]
        foe_ladies = [unit for unit in foes if unit.kind == "L"]
        fight.stage = "rose"
        if ladies and foe_ladies:
            here, there = self.first_owner(own), self.first_owner(foes)
            for unit in own:
                if unit.noble or unit.kind == "L":
                    self.capture(unit, there)
            for unit in foes:
                if unit.noble or unit.kind == "L":
                    self.capture(unit, here)
        elif ladies and any(lady.came for lady in ladies):
            nobles = [unit for unit in foes if unit.noble]
            if len(nobles) > 1:
                self.ask = ("rose", nobles)
            elif nobles:
                self.capture(nobles[0], self.side)
        elif foe_ladies and self.options.chivalry:
            beside = [unit for unit in self.enemies_at(fight.cell, self.side)]
            if len(beside) == 1:
                for unit in own:
                    if unit.noble:
                        self.capture(unit, foe_ladies[0].owner)

    def meet_after_rose(self):
        """3.5, after the nobles have yielded: the duel, or who is taken without one."""
        fight = self.fight
        own, foes = self.standing(fight.cell)
        fighters = [unit for unit in own if unit.fighter]
        foe_fighters = [unit for unit in foes if unit.fighter]
        fight.stage = "lying"
        if fighters and foe_fighters:
            self.start_duel(fighters, foe_fighters)
            return
        if not own or not foes:
            return
        if fighters or foe_fighters:
            losers, winners = (foes, own) if fighters else (own, foes)
            for unit in losers:
                self.capture(unit, self.first_owner(winners))
            return
        # Ladies, Bowmen and Bishops are left (fine print 13, 6.3.4)
        bowmen = [unit for unit in own if unit.kind == "B"]
        if bowmen:
            for unit in foes:
                if unit.kind in "BL":
                    self.capture(unit, self.side)
            return
        for unit in own:
            if unit.kind == "L" and not any(foe.kind == "L" for foe in foes):
                self.capture(unit, self.first_owner(foes))

    def start_duel(self, attackers, defenders):
        fight = self.fight
        fight.attackers, fight.defenders = attackers, defenders
        for unit in attackers + defenders:
            unit.hurt, unit.felled = 0, False
        fight.stage = "duel"

    def sides_of(self, fight):
        men = [unit for unit in fight.attackers + fight.defenders if not unit.felled]
        return [seat for seat in range(4) if any(unit.owner == seat for unit in men)]

    def pairs(self, side):
        """The pairs of a side in the order of its card order (fine print 3)."""
        fight = self.fight
        found = []
        for ones, others in ((fight.attackers, fight.defenders), (fight.defenders, fight.attackers)):
            own = self.sorted(unit for unit in ones if unit.owner == side and not unit.felled)
            foes = self.sorted(unit for unit in others if not unit.felled)
            found += [(man, foe) for man in own for foe in foes]
        return found

    def card_orders(self, side):
        pairs = self.pairs(side)
        names = [f"{self.name(man)}:{self.enemy_name(foe, side)}" for man, foe in pairs]
        return {
            "card " + " ".join(f"{card} {name}" for card, name in zip(cards, names)): ("card", cards)
            for cards in itertools.product(CARDS, repeat=len(pairs))
        }

    def blows(self):
        """All cards of a round are in: the wounds add up (3.6)."""
        fight = self.fight
        cards = {}
        for side, (_, chosen) in self.given.items():
            for (man, foe), card in zip(self.pairs(side), chosen):
                cards[id(man), id(foe)] = card
        self.given = {}
        dealt = {}
        for man in fight.attackers:
            for foe in fight.defenders:
                if (id(man), id(foe)) in cards:
                    ours, theirs = cards[id(man), id(foe)], cards[id(foe), id(man)]
                    dealt[id(foe)] = dealt.get(id(foe), 0) + damage(ours, theirs)
                    dealt[id(man)] = dealt.get(id(man), 0) + damage(theirs, ours)
        for unit in fight.attackers + fight.defenders:
            wounds = dealt.get(id(unit), 0)
            unit.hurt += wounds
            if self.options.strategic:
                unit.strength = max(0, unit.strength - wounds)
                unit.felled = unit.felled or unit.strength == 0
            else:
                unit.felled = unit.felled or unit.hurt + (unit.wounds if self.options.wounds else 0) >= 2
        standing = [any(not unit.felled for unit in units) for units in (fight.attackers, fight.defenders)]
        if not any(standing):
            self.double_kill()
        elif not all(standing):
            self.won_by(*((fight.attackers, fight.defenders) if standing[0] else (fight.defenders, fight.attackers)))

    def after_fight(self, unit):
        """What a man who lives keeps of a fight (options 1 and 11)."""
        if self.options.wounds and (unit.felled or unit.hurt):
            unit.wounds = 1
        if unit.place == CASTLE:
            # Reading: in his own Castle a wound does not stay.
            unit.wounds = 0
        if self.options.strategic:
            unit.strength = max(1, unit.strength)
        unit.felled, unit.hurt = False, 0

    def won_by(self, winners, losers):
        """The end of a fight (3.6)."""
        fight = self.fight
        for unit in winners:
            if not unit.felled and unit.kind in "FS" and not unit.undead:
                unit.won += 1
        for unit in winners:
            self.after_fight(unit)
        fight.stage = "fates"
        # the Ladies beside them count for who decides (6.1.4: W L K F S)
        beside = [unit for unit in self.at(fight.cell) if unit.kind == "L" and self.friends(unit.owner, winners[0].owner)]
        fight.judge = self.first_owner(winners + beside)
        fight.beaten = self.sorted(losers)
        fight.with_losers = []
        if fight.castle is not None:
            defeated = losers is fight.defenders
            if defeated and len(self.queues[fight.castle]) == 1:
                # fine print 7: the last defender, nothing is asked
                self.fight = None
                self.castle_falls(fight.castle, fight.attackers[0])
                return
        else:
            seats = losers[0].owner
            fight.with_losers = [
                unit for unit in self.at(fight.cell)
                if self.friends(unit.owner, seats) and unit.kind in "LBP" and unit not in winners
            ]
        if self.wizard and RED in (winners[0].owner, losers[0].owner):
            for unit in fight.beaten:
                self.slay(unit)
            fight.beaten = []

    def double_kill(self):
        """Nobody stands (3.6, options 3 and 4, fine print 7)."""
        fight = self.fight
        lie = (self.options.healing or self.options.finishing) and fight.castle is None
        for unit in self.sorted(fight.attackers + fight.defenders):
            if lie and not unit.undead:
                self.after_double(unit)
            else:
                self.slay(unit)
        if fight.castle is not None:
            self.fight = None
            return
        fight.stage = "lying"
        own, foes = self.standing(fight.cell)
        for ones, others in ((own, foes), (foes, own)):
            if others:
                for unit in ones:
                    if unit.kind == "L":
                        self.capture(unit, self.first_owner(others))

    def after_double(self, unit):
        self.after_fight(unit)
        unit.down = True
