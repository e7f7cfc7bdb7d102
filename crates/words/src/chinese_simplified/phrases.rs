//! Sentences of the window that hold names or numbers.

use super::{all, association, face, faces, kind, list, membership, neighbour, occupation, plays, who};
use crate::Phrase;

#[expect(clippy::too_many_lines, reason = "one short arm per phrase; splitting would need a wildcard arm")]
pub(crate) fn phrase(names: &[String], phrase: &Phrase<'_>) -> String {
    let who = |seat| who(names, seat);
    match *phrase {
        Phrase::Seats(count) => format!("{count}个座位"),
        Phrase::SeatsTaken { taken, seats } => format!("已坐{taken}人，共{seats}个座位"),
        Phrase::HostedBy(host) => format!("开桌者：{host}"),
        Phrase::MostCounted(0) => "你自己的关键物品已是全部，不能再点名同伴。".to_owned(),
        Phrase::MostCounted(most) => {
            format!("请说出他们各持有几件关键物品，合计最多{most}件；有人不足，宣告就不成立。")
        }
        Phrase::Holds { seat, count } => format!("{}持有{count}件关键物品。", who(seat)),
        Phrase::SayHolds { seat, count } => format!("{}的关键物品：{count}", who(seat)),
        Phrase::Turn(turn) => format!("第{turn}回合"),
        Phrase::Objects(count) => format!("{count}件行李"),
        Phrase::Pile(count) => format!("牌堆{count}张"),
        Phrase::Spares(count) => format!("备用职业{count}张"),
        Phrase::TurnOf(seat) => format!("轮到{}。", who(seat)),
        Phrase::WaitingSince { seats, seconds } => format!("等待{}，已{}。", all(names, seats), span(seconds)),
        Phrase::SealedSince(seconds) => format!("等待密封的回答，已{}。", span(seconds)),
        Phrase::AwaitedSince(seconds) => format!("牌桌在等你，已{}。", span(seconds)),
        Phrase::Nudged(name) => format!("{name}催你：大家在等你。"),
        Phrase::LeftForGood(seats) => format!("已永久离开：{}。", all(names, seats)),
        Phrase::Known { name, days } => format!("{days}天前认识，当时叫{name}"),
        Phrase::WantsPassphrase(host) => format!("{host}要听牌桌的口令。"),
        Phrase::WaitsForHost(host) => format!("等待{host}让你入座。"),
        Phrase::Unread(count) => format!("聊天（{count}条新消息）"),
        Phrase::PlayedAgo(minutes) => format!("{}前玩过", span(minutes.saturating_mul(60))),
        Phrase::PlayedWith { names, round } => format!("{}；第{round}轮", list(names)),
        Phrase::After(seconds) => format!("{}后", span(seconds)),
        Phrase::LetIn(name) => format!("让{name}入座"),
        Phrase::AsksToWatch(name) => format!("{name}想要观战。"),
        Phrase::LetWatch(name) => format!("让{name}观战"),
        Phrase::ShowOut(name) => format!("不再让{name}观战"),
        Phrase::WatchedBy(names) => format!("正在观战：{names}"),
        Phrase::Audited(count) => format!("已核对：{count}条记录的证明全部成立。"),
        Phrase::TurnDown(name) => format!("拒绝{name}"),
        Phrase::SendAway(name) => format!("请{name}离开"),
        Phrase::MoveUp(name) => format!("{name}上移"),
        Phrase::MoveDown(name) => format!("{name}下移"),
        Phrase::GoOnWithout(seats) => format!("不等{}，继续游戏", all(names, seats)),
        Phrase::EndWithout(seats) => format!("不等{}，结束游戏", all(names, seats)),
        Phrase::AskGoOnWithout(seats) => format!("不等{}，继续游戏吗？", all(names, seats)),
        Phrase::AskEndWithout(seats) => format!("不等{}，游戏以和局结束吗？", all(names, seats)),
        Phrase::Answered { yes, open } if open.is_empty() => format!("同意：{}。", all(names, yes)),
        Phrase::Answered { yes, open } if yes.is_empty() => format!("尚未回答：{}。", all(names, open)),
        Phrase::Answered { yes, open } => format!("同意：{}。尚未回答：{}。", all(names, yes), all(names, open)),
        Phrase::Objected(seats) => format!("不同意：{}。牌桌继续等待。", all(names, seats)),
        Phrase::Sleeping(seats) => format!("休眠中：{}。", all(names, seats)),
        Phrase::TrustNow { together, spare } => {
            format!("任何{together}人联手便能看到牌堆；还可以失去{spare}人，再多牌桌就要等待。")
        }
        Phrase::Waiting(seats) => format!("等待{}。", all(names, seats)),
        Phrase::AskAnswer { from, face: card } => format!("{}向你递出：{}。接受吗？", who(from), face(card)),
        Phrase::AskSupport { attacker, defender } => {
            format!("{}攻击{}。你支持谁？", who(attacker), who(defender))
        }
        Phrase::AskPriest { attacker, defender } => {
            format!("{}攻击{}。你以神父身份阻止吗？", who(attacker), who(defender))
        }
        Phrase::AskPay(priest) => format!("{}阻止了你。你交出哪一件行李？", who(priest)),
        Phrase::AskHypnotist(defender) => format!("你对{}：你催眠谁？", who(defender)),
        Phrase::AskDoctor(Some(winner)) => format!("{}赢了。你以医生身份取消吗？", who(winner)),
        Phrase::AskDoctor(None) => "战斗平手。你以医生身份取消吗？".to_owned(),
        Phrase::AskAbilities { attacker, defender } => {
            format!("{}对{}：你亮出什么？", who(attacker), who(defender))
        }
        Phrase::AskSpoils(loser) => format!("你战胜了{}：你要看什么？", who(loser)),
        Phrase::AskTake(loser) => format!("你拿走{}的哪一件行李？", who(loser)),
        Phrase::AskTakeReturn(loser) => format!("你拿走{}唯一的行李。你还回哪一件？", who(loser)),
        Phrase::AskGive { limit } => format!("你的行李超过{limit}件：请送出一件。"),
        Phrase::AskSurrender { diplomat, kind: what } => {
            format!("{}向你索要：{}。你交出哪一件？", who(diplomat), kind(what))
        }
        Phrase::AskText { face: card, texted: true } => format!("你交出了{}。让它的效果发生吗？", face(card)),
        Phrase::AskText { face: card, texted: false } => format!("你交出了{}。它没有可公布的效果。", face(card)),
        Phrase::AskUseText(what) => format!("你的{}已公布。你执行它的效果吗？", kind(what)),
        Phrase::AskPledge(to) => format!("六分仪：你把哪一件行李传给{}？", who(to)),
        Phrase::AskPickAssociation(owner) => format!("你看{}的哪一张组织牌？牌已洗过。", who(owner)),
        Phrase::Confirm(answer) => format!("确定：{answer}"),
        Phrase::Offer { face: card, to } => format!("把{}递给{}", face(card), who(to)),
        Phrase::ThenOffer(to) => format!("{}看过后作答。你不能收回，也不能拒绝换来的行李。", who(to)),
        Phrase::Attack(target) => format!("攻击{}", who(target)),
        Phrase::ThenAttack(target) => format!("其他人选边。你或{}，胜者将从败者那里得知一些秘密。", who(target)),
        Phrase::AcceptWith(card) => format!("接受，换出{}", face(card)),
        Phrase::ThenAccept { from, text: Some(text) } => {
            format!("你将公布：{}。由{}执行。", kind(text), who(from))
        }
        Phrase::ThenAccept { from, text: None } => format!("对{}递来的行李不作声明。", who(from)),
        Phrase::Support(seat) => format!("支持{}", who(seat)),
        Phrase::Pay(card) => format!("交出{}", face(card)),
        Phrase::Hypnotise(target) => format!("催眠{}", who(target)),
        Phrase::Open(cards, power) => format!("亮出{}", plays(cards, power)),
        Phrase::WinAlone(cards) => format!("凭{}独自获胜", faces(cards)),
        Phrase::Take(card) => format!("拿走{}", face(card)),
        Phrase::TakeReturn { take, give } => format!("拿走{}，还回{}", face(take), face(give)),
        Phrase::Give { face: card, to } => format!("把{}送给{}", face(card), who(to)),
        Phrase::ThenGive(to) => format!("{}不能拒绝。只有你们两人知道是什么。", who(to)),
        Phrase::Demand { kind: what, from, face: card } => {
            format!("用{}向{}索要{}", face(card), who(from), kind(what))
        }
        Phrase::Surrender { face: card, to } => format!("把{}交给{}", face(card), who(to)),
        Phrase::PutOnTop { first, second } => format!("放到顶上：先{}，后{}", face(first), face(second)),
        Phrase::Direct { side, to } => format!("向{}：你传给{}", neighbour(side), who(to)),
        Phrase::Pledge { face: card, to } => format!("把{}传给{}", face(card), who(to)),
        Phrase::TakeOccupation(role) => format!("拿走{}", occupation(role)),
        Phrase::KeepOccupation(role) => format!("取回{}", occupation(role)),
        Phrase::AssociationCard(card) => format!("第{card}张"),
        Phrase::LookAt { owner, card } => format!("看{}的第{card}张", who(owner)),
        Phrase::Demanded { diplomat, target, kind: what } => {
            format!("{}向{}索要：{}", who(diplomat), who(target), kind(what))
        }
        Phrase::DemandMet { diplomat, target } => format!("{}从{}得到所索要的行李", who(diplomat), who(target)),
        Phrase::SextantRuns(side) => format!("六分仪：所有人向{}传一件行李", neighbour(side)),
        Phrase::Points { seat, now, total } => format!("{}：本局{now}分，累计{total}分", who(seat)),
        Phrase::Declare(side) => format!("为{}宣告胜利", association(side)),
        Phrase::Opens { membership: cards, occupation: role, items } => {
            format!("{}，{}，{}", membership(cards), occupation(role), faces(items))
        }
        Phrase::Fight { attacker, defender } => format!("{}攻击{}", who(attacker), who(defender)),
        Phrase::Trade { from, to } => format!("{}向{}递出一件行李", who(from), who(to)),
        Phrase::Progress { done, total } => format!("第{done}步，共{total}步"),
        Phrase::CoSigned(seats) => format!("已签名：{}。", all(names, seats)),
        Phrase::About { face: card, digit } => format!("{}的规则（{digit}）", face(card)),
        Phrase::CardKey { face: card, digit } => format!("{}（{digit}）", face(card)),
    }
}

/// A time in one unit.
fn span(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds}秒"),
        60..3_600 => format!("{}分钟", seconds / 60),
        3_600..172_800 => format!("{}小时", seconds / 3_600),
        172_800.. => format!("{}天", seconds / 86_400),
    }
}
