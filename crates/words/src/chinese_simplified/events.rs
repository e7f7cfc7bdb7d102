//! Sentences for what happened, publicly and before one seat only.

use nightcoach_rules::{Event, Outcome, Power, Seat, SeatSet, Side, Sight, Spoils};

use super::{all, association, face, faces, kind, list, membership, neighbour, occupation, occupations, plays, who};
use crate::Source;

#[expect(clippy::too_many_lines, reason = "one short arm per event; splitting would need a wildcard arm")]
pub(crate) fn event(names: &[String], event: &Event) -> String {
    let who = |seat| who(names, seat);
    match event {
        Event::TurnBegan { turn, seat } => format!("第{turn}回合：轮到{}。", who(*seat)),
        Event::Passed { seat } => format!("{}跳过。", who(*seat)),
        Event::Offered { from, to } => format!("{}向{}递出一件行李。", who(*from), who(*to)),
        Event::Refused { seat, from } => format!("{}拒绝了{}递来的行李。", who(*seat), who(*from)),
        Event::Traded { from, to } => format!("{}与{}各换一件行李。", who(*from), who(*to)),
        Event::Announced { receiver, giver, kind: text } => {
            format!("{}公布：{}。由{}执行。", who(*receiver), kind(*text), who(*giver))
        }
        Event::Silent { receiver } => format!("{}对收到的行李不作声明。", who(*receiver)),
        Event::TextDeclined { giver, kind: text } => format!("{}放弃了{}的效果。", who(*giver), kind(*text)),
        Event::Directed { giver, side } => {
            format!("{}指定向{}：所有人把一件行李传给那一侧的邻座。", who(*giver), neighbour(*side))
        }
        Event::AllPledged => "所有人都放好了一件行李。".to_owned(),
        Event::PledgesReleased => "有座位休眠：所有人收回行李，重新选择。".to_owned(),
        Event::PassedOn { side } => format!("所有人都向{}传出了一件行李。", neighbour(*side)),
        Event::OccupationsSwapped { giver, receiver } => {
            format!("{}与{}交换了职业，两张都重新扣下。", who(*giver), who(*receiver))
        }
        Event::SparesShown { to } => format!("{}查看备用职业。", who(*to)),
        Event::OccupationExchanged { seat } => format!("{}选定了一张职业，扣着放下，尚未使用。", who(*seat)),
        Event::Foresaw { seat } => format!("{}是透视者，查看牌堆。", who(*seat)),
        Event::PileOrdered { seat } => format!("{}把两件行李放到了牌堆顶上。", who(*seat)),
        Event::ForesightPassed { seat } => format!("{}在回合结束时没有使用透视者。", who(*seat)),
        Event::Demanded { diplomat, target, kind: what } => {
            format!("{}是外交官，向{}索要：{}。", who(*diplomat), who(*target), kind(*what))
        }
        Event::Surrendered { target, diplomat, kind: what } => {
            format!("{}持有它，交给{}：{}。", who(*target), who(*diplomat), kind(*what))
        }
        Event::Lacked { target, diplomat, kind: what } => {
            format!("{}没有{}，向{}出示全部行李。", who(*target), kind(*what), who(*diplomat))
        }
        Event::DemandReleased { diplomat } => format!("有座位休眠，{}的索要没有结果。", who(*diplomat)),
        Event::AssociationPicked { owner, by, place } => {
            let number = u16::from(*place).saturating_add(1);
            format!("{}选了{}的第{number}张组织牌。", who(*by), who(*owner))
        }
        Event::HandShown { owner, to } => format!("{}查看{}的行李。", who(*to), who(*owner)),
        Event::AssociationShown { owner, to } => format!("{}查看{}的组织。", who(*to), who(*owner)),
        Event::IdentityShown { owner, to } => format!("{}查看{}的职业和组织。", who(*to), who(*owner)),
        Event::Drew { seat, left: 0 } => format!("{}抽走牌堆的最后一张。", who(*seat)),
        Event::Drew { seat, left } => format!("{}抽一张牌，牌堆还剩{left}张。", who(*seat)),
        Event::PileEmptied => "牌堆已空：神秘手提袋现在就是钥匙和高脚杯。".to_owned(),
        Event::Attacked { attacker, defender } => format!("{}攻击{}。", who(*attacker), who(*defender)),
        Event::PriestPassed => "无人阻止这次攻击。".to_owned(),
        Event::Stopped { priest, attacker } => format!("{}是神父，阻止了{}的攻击。", who(*priest), who(*attacker)),
        Event::Paid { from, to } => format!("{}交给{}一件行李。", who(*from), who(*to)),
        Event::HypnotistPassed { seat } => format!("{}没有催眠任何人。", who(*seat)),
        Event::Hypnotised { attacker, target } => {
            format!("{}是催眠师：{}在这场战斗中不再起作用。", who(*attacker), who(*target))
        }
        Event::Supported { seat, side: Some(Side::Attacker) } => format!("{}支持攻击者。", who(*seat)),
        Event::Supported { seat, side: Some(Side::Defender) } => format!("{}支持防御者。", who(*seat)),
        Event::Supported { seat, side: None } => format!("{}不支持任何一方。", who(*seat)),
        Event::Played { seat, objects, power: Some(Power::Duelist) } => {
            format!("{}亮出：{}。所有支持都不再算数。", who(*seat), plays(objects, Some(Power::Duelist)))
        }
        Event::Played { seat, objects, power } => format!("{}亮出：{}。", who(*seat), plays(objects, *power)),
        Event::AbilityPassed { seat } => format!("{}没有亮牌。", who(*seat)),
        Event::FightEnded { swords, shields, winner: Some(winner) } => {
            format!("剑{swords}，盾{shields}：{}赢得战斗。", who(*winner))
        }
        Event::FightEnded { swords, shields, winner: None } => format!("剑{swords}，盾{shields}：战斗平手。"),
        Event::DoctorPassed => "无人取消战斗结果。".to_owned(),
        Event::Cancelled { doctor } => format!("{}是医生：这场战斗没有结果。", who(*doctor)),
        Event::SpoilsChosen { winner, spoils: Spoils::Identity } => format!("{}要查看身份。", who(*winner)),
        Event::SpoilsChosen { winner, spoils: Spoils::Luggage } => format!("{}要查看行李。", who(*winner)),
        Event::Took { winner, loser, returned: false } => format!("{}从{}拿走一件行李。", who(*winner), who(*loser)),
        Event::Took { winner, loser, returned: true } => {
            format!("{}拿走{}唯一的行李，并还回一件。", who(*winner), who(*loser))
        }
        Event::Gave { from, to } => format!("{}的行李超过上限，送给{}一件。", who(*from), who(*to)),
        Event::Declared { seat, membership: cards, occupation: role, items, named, counts } => format!(
            "{}（{}）为{}宣告胜利，亮出{}，点名{}。",
            who(*seat),
            occupation(*role),
            membership(*cards),
            faces(items),
            if counts.is_empty() { all(names, *named) } else { counted(names, *named, counts) }
        ),
        Event::DeclaredSolo { seat, items } => format!("{}亮出铠甲徽章和{}。", who(*seat), faces(items)),
        Event::Prophesied { seat, membership: cards, named } => {
            let others = association(cards.side().other());
            format!("{}（{}）预言：{others}凭{}即可获胜。", who(*seat), membership(*cards), all(names, *named))
        }
        Event::NamedOpened { seat, membership: cards, occupation: role, items } => {
            let shown = if items.is_empty() { "没有关键物品".to_owned() } else { faces(items) };
            format!("{}（{}）翻开：{}，{shown}。", who(*seat), occupation(*role), membership(*cards))
        }
        Event::AssociationOpened { seat, membership: cards, items } if items.is_empty() => {
            format!("{}属于{}。", who(*seat), membership(*cards))
        }
        Event::AssociationOpened { seat, membership: cards, items } => {
            format!("{}属于{}，未被点名，持有{}。", who(*seat), membership(*cards), faces(items))
        }
        Event::VoteBegan => "连续三圈都是跳过：全桌表决是否和局。".to_owned(),
        Event::Voted { seat, draw: true } => format!("{}赞成和局。", who(*seat)),
        Event::Voted { seat, draw: false } => format!("{}要继续玩。", who(*seat)),
        Event::FellAsleep { seat } => format!("{}已离开，进入休眠。", who(*seat)),
        Event::Woke { seat } => format!("{}回来了。", who(*seat)),
        Event::PassedOver { seat } => format!("{}在休眠，被跳过。", who(*seat)),
        Event::Ended { outcome: how } => outcome(names, how),
    }
}

/// Companions with the number of key items that each is said to hold.
fn counted(names: &[String], named: SeatSet, counts: &[u8]) -> String {
    let one = |(seat, count): (Seat, &u8)| format!("{}（{count}件）", who(names, seat));
    let all: Vec<String> = named.iter().zip(counts).map(one).collect();
    list(&all)
}

pub(crate) fn outcome(names: &[String], outcome: &Outcome) -> String {
    match outcome {
        Outcome::Won { association: side, winners, declarer, holds, items } => {
            let own = if *items == 0 { String::new() } else { format!("（自己有{items}件关键物品）") };
            let judged = if *holds { "说对了" } else { "说错了" };
            let claim = format!("{}{own}{judged}", who(names, *declarer));
            format!("{claim}：{}获胜：{}。", association(*side), all(names, *winners))
        }
        Outcome::WonAlone { seat } => format!("{}独自获胜。", who(names, *seat)),
        Outcome::Drawn => "本局和局。".to_owned(),
        Outcome::Unsettled => "这次宣告无法判定，无人获胜。".to_owned(),
    }
}

pub(crate) const fn source(how: Source) -> &'static str {
    match how {
        Source::Offer => "递出",
        Source::Trade => "交易",
        Source::Diplomat => "外交官",
        Source::SecretBag => "神秘手提袋",
        Source::LevelFight => "战斗平手",
        Source::Fight => "战斗",
        Source::Priest => "神父",
        Source::Gift => "行李上限",
        Source::Privilege => "特权状",
        Source::Monocle => "单片眼镜",
        Source::Sextant => "六分仪",
        Source::Tome => "典籍",
        Source::Coat => "大衣",
        Source::Clairvoyant => "透视者",
    }
}

pub(crate) fn sight(names: &[String], sight: &Sight) -> String {
    let who = |seat| who(names, seat);
    match sight {
        Sight::Offered { from, face: card } => format!("{}向我递出：{}。", who(*from), face(*card)),
        Sight::Received { from: Some(from), face: card } => format!("我从{}得到：{}。", who(*from), face(*card)),
        Sight::Received { from: None, face: card } => format!("我抽到：{}。", face(*card)),
        Sight::Given { to, face: card } => format!("{}从我得到：{}。", who(*to), face(*card)),
        Sight::Hand { of, faces: cards } => format!("我看到{}的行李：{}。", who(*of), faces(cards)),
        Sight::Pile { faces: cards } => format!("我看到牌堆里有：{}。", faces(cards)),
        Sight::Top { first, second } => format!("我放到牌堆顶上：先{}，后{}。", face(*first), face(*second)),
        Sight::Spares { occupations: roles } => format!("我看到备用职业：{}。", occupations(roles)),
        Sight::Association { of, association: side } => format!("{}属于{}。", who(*of), association(*side)),
        Sight::Occupation { of, occupation: role } => format!("{}的职业是{}。", who(*of), occupation(*role)),
    }
}
