//! The options of a table.

use nightcoach_rules::{AbilityMode, OptionsError, StartPlayer};

use super::who;
use crate::Switch;

pub(crate) const fn switch(switch: Switch, on: bool) -> &'static str {
    match (switch, on) {
        (Switch::DrawVote, true) => "连续三圈跳过后可表决和局",
        (Switch::DrawVote, false) => "没有和局表决",
        (Switch::FullReveal, true) => "游戏结束后在记录中公开所有手牌",
        (Switch::FullReveal, false) => "记录中始终不公开手牌",
        (Switch::SecretSupport, true) => "战斗中所有人同时密封表态支持",
        (Switch::SecretSupport, false) => "战斗中依次公开表态支持",
        (Switch::HypnotistAfterEach, true) => "每次有人表态支持后催眠师都可行动",
        (Switch::HypnotistAfterEach, false) => "所有人表态支持后催眠师才可行动",
        (Switch::DuelistBonus, true) => "决斗者自己+1",
        (Switch::DuelistBonus, false) => "决斗者自己不加分",
        (Switch::DuelBlocksPoison, true) => "决斗者使毒药调和者无效",
        (Switch::DuelBlocksPoison, false) => "即使有决斗者，毒药调和者仍决定胜负",
        (Switch::DoctorOnTie, true) => "战斗平局后医生也可行动",
        (Switch::DoctorOnTie, false) => "战斗平局后医生不能行动",
        (Switch::GiftToFull, true) => "多余的行李可以送给手牌已满的人",
        (Switch::GiftToFull, false) => "多余的行李只能送给手牌未满的人",
        (Switch::StrictNaming, true) => "宣告者必须点名每个持有关键物品的同伴",
        (Switch::StrictNaming, false) => "宣告者不必点名每个持有关键物品的同伴",
        (Switch::ClaimCounts, true) => "宣告者要说出每个同伴持有几件关键物品",
        (Switch::ClaimCounts, false) => "宣告者只需点名",
        (Switch::PearlBlocksSolo, true) => "持有黑珍珠也不能独自获胜",
        (Switch::PearlBlocksSolo, false) => "持有黑珍珠仍可独自获胜",
        (Switch::DrinkStacking, true) => "单数人牌桌上，较少一方被宣告的每个人各加一杯美酒",
        (Switch::DrinkStacking, false) => "单数人牌桌上，美酒一共代替一件关键物品",
        (Switch::Prophecy, true) => "可以预言另一组织能够获胜",
        (Switch::Prophecy, false) => "没有预言",
        (Switch::Smuggling, true) => "私通：交出牌的人暗中决定效果是否发生",
        (Switch::Smuggling, false) => "没有私通：每个效果都必须公布",
        (Switch::ThreePlayerMixed, true) => "三人局：每人三张组织牌，两张相同者为准",
        (Switch::ThreePlayerMixed, false) => "每人一张组织牌",
        (Switch::SealedStart, true) => "起手没有破镜子、六分仪、大衣、典籍和铠甲徽章",
        (Switch::SealedStart, false) => "任何行李都可能在起手中",
        (Switch::TomeCoatOptional, true) => "交出典籍或大衣的人可以放弃其效果",
        (Switch::TomeCoatOptional, false) => "典籍和大衣的效果必须执行",
        (Switch::SextantLast, true) => "六分仪在同一交易的另一张牌之后执行",
        (Switch::SextantLast, false) => "六分仪按次序执行",
        (Switch::CoatMayKeepOwn, true) => "用大衣可以取回自己的职业，算作未使用",
        (Switch::CoatMayKeepOwn, false) => "用大衣必须换另一张职业",
        (Switch::DiplomatFree, true) => "外交官索要成功后还可行动",
        (Switch::DiplomatFree, false) => "外交官索要就是该回合的行动",
        (Switch::DiplomatDemandedFirst, true) => "索要之后先执行被索要的牌的效果",
        (Switch::DiplomatDemandedFirst, false) => "索要之后先执行外交官所给的牌的效果",
        (Switch::ClairvoyantAnytime, true) => "透视者也可在回合结束时使用",
        (Switch::ClairvoyantAnytime, false) => "透视者在该回合行动之前使用",
        (Switch::Scoring, true) => "多局累计得分",
        (Switch::Scoring, false) => "不计分",
        (Switch::Chat, true) => "牌桌有聊天",
        (Switch::Chat, false) => "牌桌没有聊天",
    }
}

pub(crate) const fn switch_meaning(switch: Switch) -> &'static str {
    match switch {
        Switch::DrawVote => "连续三圈都是跳过时全桌表决；一致同意则为和局。",
        Switch::FullReveal => "游戏结束后每台电脑把手牌写入记录，供核对。",
        Switch::SecretSupport => "所有人先密封表态再一起翻开，谁也不能等别人先说。",
        Switch::HypnotistAfterEach => "攻击者每次都会被问是否使用催眠师，后面的人可以应对。",
        Switch::DuelistBonus => "决斗者使所有支持无效；打开此项，他自己还加1。",
        Switch::DuelBlocksPoison => "有决斗者时毒药调和者无效，同一轮密封中也一样。",
        Switch::DoctorOnTie => "这样医生也能使攻击者不能抽牌。",
        Switch::GiftToFull => "手牌已满的人收到后再送出一件，直到有人有空位。",
        Switch::StrictNaming => "若有持有关键物品的同伴未被点名，宣告就不成立。",
        Switch::ClaimCounts => "若有同伴的关键物品少于所说的件数，宣告就不成立。",
        Switch::PearlBlocksSolo => "黑珍珠总是禁止为组织宣告胜利。",
        Switch::DrinkStacking => "通常所有美酒一共代替一件关键物品；至少须有一件真的。",
        Switch::Prophecy => {
            "除了为自己的组织宣告，也可以声称另一组织能够获胜并点名；若属实则自己的组织获胜，否则另一组织获胜。"
        }
        Switch::Smuggling => "交出有效果的牌的人说它是否发生。沉默看起来与没有效果的牌或破镜子一样。",
        Switch::ThreePlayerMixed => {
            "两个组织各五张牌混洗，每人三张。你属于持有两张以上的一方。能查看你的组织的人只能盲选其中一张。只适用于三人牌桌。"
        }
        Switch::SealedStart => "这五张牌起初在牌堆里，第一次交易不会搅乱全桌。",
        Switch::TomeCoatOptional => "牌仍然要公布；然后由交出它的人公开决定。",
        Switch::SextantLast => "通常先执行被递出的牌的效果，不论是哪一张。",
        Switch::CoatMayKeepOwn => "是否取回了自己的牌，其他人看不出来。",
        Switch::DiplomatFree => "索要成功后回合继续；索要失败则照常结束回合。",
        Switch::DiplomatDemandedFirst => "只在交换的两张牌都有效果时才有区别。",
        Switch::ClairvoyantAnytime => "回合结束时职业扣着的人都会被问到，所以被问不说明任何事。",
        Switch::Scoring => {
            "宣告属实：3分，自己有三件关键物品则5分。独自获胜：4分。其他获胜者：有关键物品2分，否则1分。宣告不实：另一组织每人2分。"
        }
        Switch::Chat => "聊天不属于游戏，也不写入记录。",
    }
}

pub(crate) const fn start_player(start: StartPlayer) -> &'static str {
    match start {
        StartPlayer::Random => "随机决定谁先开始",
        StartPlayer::Host => "开桌者先开始",
    }
}

pub(crate) const fn ability_mode(mode: AbilityMode) -> &'static str {
    match mode {
        AbilityMode::SealedRounds => "战斗中亮牌：逐轮密封，直到全体跳过",
        AbilityMode::OneShot => "战斗中亮牌：只有一轮密封",
        AbilityMode::SeatOrder => "战斗中亮牌：按座位依次公开",
    }
}

pub(crate) fn most_laps(laps: u16) -> String {
    match laps {
        0 => "不限圈数".to_owned(),
        laps => format!("{laps}圈后为和局"),
    }
}

pub(crate) fn losses(seats: u8, losses: u8) -> String {
    let together = seats.saturating_sub(losses);
    match losses {
        0 => "一人也不能失去：谁不在，牌桌就等谁。只有所有人联手才能看到牌堆。".to_owned(),
        losses => format!("可以失去{losses}人，其他人继续游戏。任何{together}人联手便能看到牌堆。"),
    }
}

pub(crate) fn options_error(error: OptionsError) -> String {
    match error {
        OptionsError::Seats(seats) => format!("游戏须有三到十个座位，不能是{seats}个。"),
        OptionsError::Start(seat) => format!("{}不能最先开始。", who(&[], seat)),
        OptionsError::MixedSeats => "每人三张组织牌只适用于三人牌桌。".to_owned(),
        OptionsError::SmugglingTomeCoat => {
            "既然可以私下不让效果生效，典籍和大衣就不必公开放弃：请关掉其中一项。".to_owned()
        }
        OptionsError::Scores => "计分表须每个座位一项，并且牌桌要计分。".to_owned(),
        OptionsError::Losses => {
            "这样大小的牌桌不能承受失去这么多座位：最多为其他座位的三分之一，三人或四人时为一个。".to_owned()
        }
        OptionsError::SecretSupportHypnotist => {
            "密封表态支持时，没有每次表态之后的时刻留给催眠师：请关掉其中一项。".to_owned()
        }
    }
}
