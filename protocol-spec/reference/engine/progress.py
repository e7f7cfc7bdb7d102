"""A step in the making: the state as it changes, and the card operations that the step brings beside the carried ones."""

import copy

from cards import hand_limit, mixed_with_bags, objects, start_hand
from codec import Value
from engine.facts import awake, can_foresee, is_awake, operation, seats_of
from engine.trades import following, giver, speaker
from wire import Outcome, Phase, SeatState, State

VOTE_LAPS = 3


def set_up(options, start):
    """The state after the deal."""
    n = options.seats
    seat = SeatState(
        hand=start_hand(n),
        awake=True,
        occupation=None,
        membership=None,
        key_items=0,
        played=[],
        over_limit=False,
        skip_turn=False,
    )
    return State(
        options=options,
        turn=1,
        active=start,
        seats=[copy.deepcopy(seat) for _ in range(n)],
        pile=len(objects(n)) - mixed_with_bags(n),
        spares=10 - n,
        passes=0,
        start=start,
        laps=0,
        phase=Phase.Turn(),
    )


class Progress:
    def __init__(self, state, owing):
        self.state = copy.deepcopy(state)
        # Who owed an entry of the round, whether it came or not.
        self.owing_seats = seats_of(owing)
        self.owing_count = len(self.owing_seats)
        self.group = []
        self.after = []

    def seat(self, seat):
        return self.state.seats[seat]

    def move_card(self, giver, to):
        self.seat(giver).hand -= 1
        self.seat(to).hand += 1

    def draw(self, to):
        """The top card of the pile to a hand, if there is one (rules.md C.6)."""
        if self.state.pile:
            self.state.pile -= 1
            self.seat(to).hand += 1
            self.group.append(operation("Draw", to=to))

    def settle_limit(self, seat, given, then):
        """Goes on with `then`, after gifts if this hand is above the limit (rules.md C.7)."""
        if self.seat(seat).hand <= hand_limit(self.state.options.seats):
            self.go_on(then)
        elif is_awake(self.state, seat):
            self.state.phase = Phase.Gift(gift=Value("Gift", giver=seat, given=given, then=then))
        else:
            self.seat(seat).over_limit = True
            self.go_on(then)

    def go_on(self, then):
        if then.tag == "Text":
            self.ask(then.trade, then.card)
        elif then.tag == "TradeOver":
            self.trade_over(then.trade)
        elif then.tag == "EndTurn":
            self.end_turn()
        elif is_awake(self.state, self.state.active):
            self.state.phase = Phase.Turn()
        else:
            self.state.passes += 1
            self.end_turn()

    def ask(self, trade, card):
        """A text is owed; whoever sleeps says nothing."""
        if is_awake(self.state, speaker(self.state.options, trade, card)):
            self.state.phase = Phase.Text(trade=trade, card=card)
        else:
            self.go_on(following(self.state.options, trade, card))

    def trade_over(self, trade):
        """Both texts have run, but for a Sextant that has waited; with diplomatFree a demand that was met leaves the turn."""
        if trade.sextant is not None:
            if is_awake(self.state, giver(trade, trade.sextant)):
                self.state.phase = Phase.Direction(trade=trade, card=trade.sextant)
            else:
                self.go_on(following(self.state.options, trade, trade.sextant))
            return
        self.after.append(operation("CloseTrade"))
        if trade.demanded and self.state.options.diplomat_free and is_awake(self.state, self.state.active):
            self.state.phase = Phase.Turn()
        else:
            self.end_turn()

    def end_turn(self):
        """The turn is over, but with clairvoyantAnytime for a Clairvoyant at its end."""
        active, options = self.state.active, self.state.options
        if options.clairvoyant_anytime and is_awake(self.state, active) and can_foresee(self.state, active):
            self.state.phase = Phase.TurnEnd()
        else:
            self.finish_turn()

    def finish_turn(self):
        """The turn is really over; a draw vote may come first (E7)."""
        due = VOTE_LAPS * len(seats_of(awake(self.state)))
        if self.state.options.draw_vote and self.state.passes >= due:
            self.state.passes = 0
            self.state.phase = Phase.Vote()
        else:
            self.begin_turn()

    def begin_turn(self):
        """The next awake seat's turn begins, unless the last lap is over; then the last turn stays the running one."""
        state = self.state
        left = state.active
        for _ in range(state.options.seats):
            left = (left + 1) % state.options.seats
            state.laps += left == state.start
            if is_awake(state, left):
                break
            self.seat(left).skip_turn = False
        if 0 < state.options.max_laps <= state.laps:
            self.end_game(Outcome.Drawn())
            return
        state.active = left
        state.turn += 1
        state.phase = Phase.Turn()

    def end_game(self, outcome):
        self.state.phase = Phase.Over(outcome=outcome)
