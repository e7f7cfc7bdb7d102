"""The two cards of a trade: who gave and received them, who speaks of them, and what follows their texts."""

from wire import Then


def other(card):
    return "answer" if card == "offered" else "offered"


def receiver(trade, card):
    return trade.responder if card == "offered" else trade.offerer


def giver(trade, card):
    return trade.offerer if card == "offered" else trade.responder


def first(options, trade):
    return "answer" if trade.demanded and options.diplomat_demanded_first else "offered"


def speaker(options, trade, card):
    """Its receiver; with smuggling its giver, who may suppress it."""
    return giver(trade, card) if options.smuggling else receiver(trade, card)


def following(options, trade, card):
    """What follows the text of a card; a Sextant that has waited for the other text is the last."""
    if trade.sextant == card:
        return Then.TradeOver(trade=trade.but(sextant=None))
    if card == first(options, trade):
        return Then.Text(trade=trade, card=other(card))
    return Then.TradeOver(trade=trade)
