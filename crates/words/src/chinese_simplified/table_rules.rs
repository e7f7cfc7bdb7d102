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
        (Switch::DuelBlocksPoison, true) => "决斗者使毒药师无效",
        (Switch::DuelBlocksPoison, false) => "即使有决斗者，毒药师仍决定胜负",
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

pub(crate) fn options_error(error: OptionsError) -> String {
    match error {
        OptionsError::Seats(seats) => format!("游戏须有三到十个座位，不能是{seats}个。"),
        OptionsError::Start(seat) => format!("{}不能最先开始。", who(&[], seat)),
        OptionsError::SecretSupportHypnotist => {
            "密封表态支持时，没有每次表态之后的时刻留给催眠师：请关掉其中一项。".to_owned()
        }
    }
}
