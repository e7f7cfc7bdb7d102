//! Sentences for what happened, publicly and before one seat only.

use nightcoach_rules::{Event, Outcome, Power, Seat, SeatSet, Side, Sight, Spoils};

use super::{all, association, face, faces, kind, list, occupation, plays, who};

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
        Event::Declared { seat, association: side, occupation: role, items, named, counts } => format!(
            "{}（{}）为{}宣告胜利，亮出{}，点名{}。",
            who(*seat),
            occupation(*role),
            association(*side),
            faces(items),
            if counts.is_empty() { all(names, *named) } else { counted(names, *named, counts) }
        ),
        Event::DeclaredSolo { seat, items } => format!("{}亮出铠甲徽章和{}。", who(*seat), faces(items)),
        Event::Prophesied { seat, association: side, named } => {
            let others = association(side.other());
            format!("{}（{}）预言：{others}凭{}即可获胜。", who(*seat), association(*side), all(names, *named))
        }
        Event::NamedOpened { seat, association: side, occupation: role, items } => {
            let shown = if items.is_empty() { "没有关键物品".to_owned() } else { faces(items) };
            format!("{}（{}）翻开：{}，{shown}。", who(*seat), occupation(*role), association(*side))
        }
        Event::AssociationOpened { seat, association: side, items } if items.is_empty() => {
            format!("{}属于{}。", who(*seat), association(*side))
        }
        Event::AssociationOpened { seat, association: side, items } => {
            format!("{}属于{}，未被点名，持有{}。", who(*seat), association(*side), faces(items))
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
        Outcome::Won { association: side, winners } => {
            format!("{}获胜：{}。", association(*side), all(names, *winners))
        }
        Outcome::WonAlone { seat } => format!("{}独自获胜。", who(names, *seat)),
        Outcome::Drawn => "本局和局。".to_owned(),
        Outcome::Unsettled => "这次宣告无法判定，无人获胜。".to_owned(),
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
        Sight::Association { of, association: side } => format!("{}属于{}。", who(*of), association(*side)),
        Sight::Occupation { of, occupation: role } => format!("{}的职业是{}。", who(*of), occupation(*role)),
    }
}
