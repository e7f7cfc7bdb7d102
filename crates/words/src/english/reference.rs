//! The chapters of the rules.

use nightcoach_rules::{Face, Occupation};

use crate::Topic;

pub(crate) const fn title(topic: Topic) -> &'static str {
    match topic {
        Topic::Goal => "Goal",
        Topic::Setup => "What everybody has",
        Topic::Turn => "Your turn",
        Topic::Trade => "Trade",
        Topic::Texts => "Texts of traded cards",
        Topic::Fight => "Fight",
        Topic::HandLimit => "Hand limit, and the end of the pile",
        Topic::Declaration => "Declaring victory",
        Topic::Solo => "Winning alone",
        Topic::Prophecy => "Prophecy",
        Topic::Variants => "Variants",
        Topic::Options => "Options of a table",
        Topic::ThisTable => "Options of this table",
        Topic::Object(card) => super::face(card),
        Topic::Role(role) => super::occupation(role),
    }
}

#[expect(clippy::too_many_lines, reason = "text, one arm per chapter")]
pub(crate) const fn general(topic: Topic) -> &'static [&'static str] {
    match topic {
        Topic::Goal => &[
            "Two associations travel in the same coach at night. The Order of Open Secrets wants three Keys, the Brotherhood of True Lies three Goblets. Everybody belongs to one of them in secret.",
            "By trading and fighting you find out who your companions are, and bring the key items together in your hands. Whoever is sure enough declares: if the claim is true, the own association wins, and if it is false, the other one.",
            "Anybody may also win alone, with the Coat of Armor of the Loge and any three key items.",
        ],
        Topic::Setup => &[
            "Everybody has an association card and an occupation card, both face-down, and one object; at three players two objects. Both Secret Bags are always among them.",
            "The other objects are the pile. The occupations that were not dealt are the spares. Nobody knows them.",
            "At 3, 5, 7 and 9 players one association card stays aside unseen, so one association has a member fewer, and nobody knows which: the minority. Everybody has a Drink of Power then.",
            "At three players the Black Pearl is not in the game, at ten the Coat is not.",
        ],
        Topic::Turn => &[
            "On your turn you do one of these: pass, offer an object, demand one with the Diplomat, attack, declare. Then the player at your left is next.",
            "Before that you may use your Clairvoyant. It costs nothing.",
            "Using an occupation turns it face-up. Diplomat, Doctor, Duelist, Poison Mixer, Clairvoyant and Priest are spent then; Grand Master, Hypnotist, Bodyguard and Thug can be used in every fight.",
            "After three laps of nothing but passes everybody is asked whether the game ends as a draw.",
        ],
        Topic::Trade => &[
            "Offer one of your objects to somebody. Only this player sees it, and refuses or gives you one of the own objects for it. You cannot withdraw the offer, and must take what comes back.",
            "A refused object returns to your hand. Nobody else learns what it was. Your turn is over either way.",
            "The Black Pearl and the Broken Mirror must be accepted.",
            "As long as there is a pile, a Secret Bag cannot be given for a Secret Bag. Who is offered one and holds nothing else must refuse.",
        ],
        Topic::Texts => &[
            "Some objects do something when they are traded away: the Secret Bags while there is a pile, Privilege, Monocle, Sextant, Coat and Tome.",
            "Whoever receives such a card announces its name. Whoever gave it away carries out its text, at once. The offered card comes first, then the one given for it.",
            "No other card is announced. If one of the two is the Broken Mirror, neither is.",
            "Gifts, loot, payments and what is passed by a Sextant are no trade: no text happens.",
        ],
        Topic::Fight => &[
            "Attack somebody. Everybody else may be the Priest and stop it; all are asked in secret.",
            "Then the others, from the attacker's left, support one of you or nobody, openly. After that the attacker may be the Hypnotist.",
            "Now everybody opens cards in sealed rounds, until all open nothing in the same round. Attacker: Dagger, Poison Ring, Thug, Duelist. Defender: Gloves, Poison Ring, Grand Master, Duelist. Supporters: Casting Knives for the attacker, Whip for the defender, Bodyguard. Everybody but the two of you: Poison Mixer.",
            "Each side counts 1, and 1 for each supporter and for each card. More wins. If it is level, whoever of the two has opened the Poison Ring wins.",
            "Then the Doctor may cancel what the fight leads to; all are asked in secret.",
            "The winner looks at the occupation and the association of the loser, or at all the loser's objects and takes one of them. Who loses the only object gets one back. After a level fight the attacker draws an object.",
        ],
        Topic::HandLimit => &[
            "You may hold 8 objects at three players, 6 at four, 5 at all other tables. With more you give one to somebody at once, who cannot refuse; if that is too many there, it goes on. Nobody gives twice.",
            "When the last object of the pile is drawn, the Secret Bags are a Key and a Goblet from then on, for everything. Who holds them stays secret. The pile never grows again.",
        ],
        Topic::Declaration => &[
            "On your turn, instead of anything else, you may declare: you open your association, your occupation and all your key items of your association, of which you need one at least, and name companions, or nobody. Who holds the Black Pearl cannot declare.",
            "Those who are named open theirs. The claim is true if each of them belongs to your association and holds a key item, and all of you together show three. The minority needs only two, because the Drinks of Power replace one.",
            "If it is true your association wins with all its members; if it is false, the other one does. You need not name everybody, only enough.",
        ],
        Topic::Solo => &[
            "With the Coat of Armor of the Loge and any three key items in your own hand you may open them on your turn and win alone, whatever your association. Secret Bags count once the pile is empty; Drinks do not.",
            "The Black Pearl forbids it.",
        ],
        Topic::Prophecy => &[
            "Where the option is on, you may say on your turn that the other association could declare, and name those who could do it together.",
            "If everybody named belongs to the other association and holds one of its key items, and together they show enough, your own association wins. Otherwise the other one does. Who holds the Black Pearl cannot prophesy.",
        ],
        Topic::Variants => &[
            "Smuggling: whoever gives a card away says whether its text happens. Nobody but the receiver can tell a text that was kept silent from a card without one.",
            "Prophecy: see its own chapter.",
            "Three players with three associations each: you belong to the side of which you have two or more. Whoever may see your association sees one of the three, picked blindly after a shuffle. A prophecy, a declaration and the end open all three.",
            "Points over several games: a true declaration 3, or 5 with three own key items; a personal win 4; the other winners 2 with a key item, else 1; after a false declaration each member of the other association 2. Drinks do not count.",
        ],
        Topic::Options | Topic::ThisTable | Topic::Object(_) | Topic::Role(_) => &[],
    }
}

pub(crate) const fn face_details(card: Face) -> &'static [&'static str] {
    match card {
        Face::Key | Face::Goblet => {
            &["There are three, and nobody can tell them apart. Any three Keys or Goblets also serve a personal win."]
        }
        Face::BagKey | Face::BagGoblet => &[
            "Whoever receives it sees which of the two it is, and must not tell by announcing it.",
            "Two Secret Bags never change hands in one trade while there is a pile. Afterwards they are no Secret Bags any more: they have no text, are not announced, and may be traded for each other.",
        ],
        Face::Pearl => &[
            "Its holder may still be named as a companion: only declaring is forbidden.",
            "It leaves your hand by trade, gift, loot, payment or Sextant. It is not announced. It is not in the game at three players.",
        ],
        Face::Mirror => &[
            "Offered or given in return, or in a demand of the Diplomat: no text happens and nothing is announced, so for the others it looks like two cards without texts.",
        ],
        Face::Dagger => &["It does nothing for a defender or a supporter. It goes back to your hand after the fight."],
        Face::Gloves => &["They do nothing for an attacker or a supporter. They go back to your hand after the fight."],
        Face::Ring => &[
            "It counts nothing by itself. Opened early it still decides if the fight is level in the end. It is nothing for supporters.",
        ],
        Face::Knives => &["If your support is void, because of the Duelist or the Hypnotist, so are they."],
        Face::Whip => &["If your support is void, because of the Duelist or the Hypnotist, so is it."],
        Face::Privilege => &["You see the hand after the exchange, with the Privilege in it. Only you see it."],
        Face::Monocle => &[
            "Only you see it. The occupation is not shown. With three association cards you see one of them, picked blindly.",
        ],
        Face::Sextant => &[
            "Everybody, you too, chooses one object; then all of them move at the same time. It is no trade: any object may go, nothing is announced, no text happens.",
        ],
        Face::Coat => &[
            "You see all spares, take another occupation than yours, and return yours to them. The new one lies face-down, unused. Without spares nothing happens. It is not in the game at ten players.",
        ],
        Face::Tome => &["Both occupations lie face-down and unused afterwards, and both of you know both."],
        Face::Loge => &["No Drink counts for it, companions are not needed, and your association does not matter."],
    }
}

pub(crate) const fn role_details(role: Occupation) -> &'static [&'static str] {
    match role {
        Occupation::Diplomat => &[
            "Name a kind of object and a player, and lay one of your objects face-down. Who holds the kind must give one and gets yours; the texts of both happen, yours first. Who holds none shows you the whole hand, only you see it, your object comes back, and the turn is over.",
            "While there is a pile, a Key is no Secret Bag and a Secret Bag no Key; \"Secret Bag\" can be demanded, but not for a Secret Bag. Afterwards they count as what they have become.",
        ],
        Occupation::Doctor => &[
            "Anybody may be the Doctor, the two who fight as well, but nobody who was hypnotised. The winner then gets nothing, and after a level fight nothing is drawn. The turn ends.",
        ],
        Occupation::Duelist => &[
            "It can be opened after everything else. Casting Knives, Whip and Bodyguard are void with the supports. A Poison Mixer decides all the same.",
        ],
        Occupation::PoisonMixer => &[
            "It can be opened after everything else and ends the fight at once: the one you choose wins, whatever the numbers.",
        ],
        Occupation::Clairvoyant => &[
            "Only you see the pile. The two objects are the next to be drawn, in your order; the others shuffle the rest. With one object left you just see it, with none it cannot be used.",
        ],
        Occupation::Priest => &[
            "It is played before any support. Anybody but the attacker can be it. An attacker with one object pays nothing; the attack is over all the same, and so is the turn. The attacker picks what to pay.",
        ],
        Occupation::GrandMaster => &["It does nothing for an attacker or a supporter."],
        Occupation::Hypnotist => &[
            "After all supports are given the attacker names somebody, not the defender: the support is void, and this player may open nothing and be no Doctor in this fight.",
        ],
        Occupation::Bodyguard => &[
            "Your support must be valid: neither Duelist nor Hypnotist may have made it void. It is never for yourself.",
        ],
        Occupation::Thug => &["It does nothing for a defender or a supporter."],
    }
}
