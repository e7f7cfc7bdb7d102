//! Who broke which check, and why the rules refuse.

use nightcoach_rules::Reason;
use nightcoach_table::{Check, Fault};

use super::who;

pub(crate) fn fault(names: &[String], fault: &Fault) -> String {
    let Fault { culprit, round, check: broken, reason: why } = fault;
    let why = why.map_or("", reason);
    let number = u16::from(culprit.0).saturating_add(1);
    if *broken == Check::OneReplay {
        return format!(
            "程序不一致：第{round}轮有两个或更多座位（其中有{}，{number}号座位）得出了与本机不同的局面（检查{broken}）。这不归罪于任何人；请比较各人程序的版本，然后重新发牌。",
            who(names, *culprit)
        );
    }
    if !broken.blames() {
        let who = who(names, *culprit);
        return format!(
            "记录分成了两份：{who}（{number}号座位）第{round}轮的记录接在另一份记录之后（检查{broken}）。这不归罪于任何人：可能有人给{who}看了别的内容。"
        );
    }
    format!("{}（{number}号座位）在第{round}轮违反了检查{broken}：{}{why}", who(names, *culprit), check(*broken))
}

pub(crate) const fn check(check: Check) -> &'static str {
    match check {
        Check::EntryDecodes => "发来的数据不是本游戏的记录。",
        Check::Signature => "记录上的签名不是该玩家的。",
        Check::TableId => "记录属于另一张牌桌。",
        Check::Head => "记录没有接在大家共有的记录之后。",
        Check::Digest => "该电脑得出的局面与记录不同。",
        Check::Owed => "没有被询问的座位发来了记录。",
        Check::OneEntry => "同一轮发出了两份不同的记录。",
        Check::OneReplay => "多台电脑得出了与本机不同的局面。",
        Check::BodyKind => "记录回答的不是所问的内容。",
        Check::KeyDecodes => "密钥无效。",
        Check::KeyUnique => "密钥与另一把相同。",
        Check::KeyOwnership => "拥有密钥的证明有误。",
        Check::KeyCommitment => "公开的密钥不是事先承诺的那些。",
        Check::DealingShape => "分发牌堆密钥的那份数据数量不对或有损坏。",
        Check::DealingOwnership => "证明知道所分发的牌堆密钥部分有误。",
        Check::DealingShare => "该玩家给别人分发了错误的牌堆密钥份额。",
        Check::ComplaintTrue => "该玩家对一份正确的牌堆密钥份额提出了投诉。",
        Check::DealingSum => "分发出的牌堆密钥或其中一份无法使用。",
        Check::ShuffleCards => "洗过的牌数量不对，或有损坏的牌。",
        Check::ShuffleArgument => "诚实洗牌的证明有误。",
        Check::ShareCards => "发牌份额的数量不对，或有损坏的部分。",
        Check::ShareProof => "诚实发牌份额的证明有误。",
        Check::Legal => "规则不允许这个行动。",
        Check::Operations => "发来的卡牌操作与行动不符。",
        Check::HandShuffle => "诚实洗手牌、组织牌或牌堆的证明有误。",
        Check::TransferProof => "卡牌原样交出的证明有误。",
        Check::OpeningProof => "亮牌的证明有误。",
        Check::Refusable => "拒绝了不能拒绝的行李。",
        Check::NotTwoBags => "两只神秘手提袋不能互换。",
        Check::Silent => "对必须公布的牌保持了沉默。",
        Check::Texted => "公布了没有交易的牌。",
        Check::LacksFaces => "隐瞒了必须亮出的牌。",
        Check::FreshCards => "用旧的遮盖再次发出了一张牌。",
        Check::IsKind => "交出的不是被索要的行李。",
        Check::PledgeIsNot => "用神秘手提袋换被索要的神秘手提袋。",
        Check::SealOpens => "打开的回答不是封存的那一份。",
        Check::GenesisAgrees => "该电脑签署了不同的选项或不同的玩家名单。",
        Check::RosterKeys => "玩家名单中有不安全或重复的身份。",
        Check::WishStands => "让没有提出请求或现在不能进出的人进出了牌桌。",
        Check::BallotAllowed => "发起了现在不能进行的表决。",
        Check::BallotAsked => "没有被询问的人参加了表决。",
        Check::OneAnswer => "在同一次表决中给出了两个不同的回答。",
        Check::BallotDecided => "在其他人没有全部同意的情况下，撇下某人继续了游戏。",
        Check::ClosingRecord => "结束签名对应的是另一个结局。",
    }
}

pub(crate) const fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::NotOwed => "现在没有询问这个座位。",
        Reason::Missing => "缺少一个回答。",
        Reason::WrongAction => "这不是牌桌现在所问的。",
        Reason::BadTarget => "不能选择这个座位。",
        Reason::BadReceiver => "这个座位不能接受赠送。",
        Reason::NoText => "这种行李现在没有可公布的效果。",
        Reason::NotUsable => "这件行李或职业不能用在这里。",
        Reason::BadKind => "现在不能索要这种行李。",
        Reason::NotThisTable => "这张牌桌的选项不允许这样做。",
        Reason::BadItems => "亮出的行李不符合要求。",
        Reason::BadIndex => "这个位置没有牌。",
        Reason::Contradiction => "这与桌上已公开的内容矛盾。",
        Reason::Over => "游戏已经结束。",
        Reason::TooFewAwake => "留下的座位将少于两个。",
        Reason::CannotWake => "这个座位现在不能回来。",
    }
}
