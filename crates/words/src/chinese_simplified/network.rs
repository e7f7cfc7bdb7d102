//! What a machine sees of the network, and what to do about it.

use super::list;
use crate::{Card, NetworkAdvice, NetworkLine};

pub(crate) fn network_line(line: &NetworkLine<'_>) -> String {
    match *line {
        NetworkLine::Program { build, port: Some(port) } => {
            format!("魔城马车{build}，TCP端口{port}，用UDP端口5353寻找其他人")
        }
        NetworkLine::Program { build, port: None } => format!("魔城马车{build}，尚无TCP端口"),
        NetworkLine::Code(code) => format!("供他人输入的代码：{code}"),
        NetworkLine::Card { name, card: Card::Loopback, addresses, .. } => {
            format!("{name}（{}）：{addresses}", card(Card::Loopback))
        }
        NetworkLine::Card { name, card: looks, addresses, heard, reached } => {
            let heard = if heard { "听到了其他人" } else { "没有听到任何人" };
            let reached = if reached { "有人连入" } else { "无人连入" };
            format!("{name}（{}）：{addresses}，{heard}，{reached}", card(looks))
        }
        NetworkLine::Peer { name, fingerprint, build, at, card, inbound, skew_ms } => {
            let Some(at) = at else { return format!("{name}（{fingerprint}），版本{build}：现在不在") };
            let card = card.map_or_else(String::new, |card| format!("，经由{card}"));
            let way = if inbound { "对方连入" } else { "由本机连出" };
            format!("{name}（{fingerprint}），版本{build}：{way}，地址{at}{card}，时钟差{}", clock(skew_ms))
        }
    }
}

fn clock(skew_ms: i64) -> String {
    let tenths = skew_ms.unsigned_abs().saturating_add(50).checked_div(100).unwrap_or(0);
    let (whole, tenth) = (tenths.checked_div(10).unwrap_or(0), tenths.checked_rem(10).unwrap_or(0));
    let sign = if skew_ms < 0 { "-" } else { "+" };
    format!("{sign}{whole}.{tenth}秒")
}

const fn card(card: Card) -> &'static str {
    match card {
        Card::Lan => "网络",
        Card::SelfAssigned => "未分配地址的网络",
        Card::Vpn => "VPN",
        Card::Virtual => "虚拟机",
        Card::Loopback => "本机",
    }
}

pub(crate) fn network_advice(advice: &NetworkAdvice<'_>) -> String {
    match *advice {
        NetworkAdvice::NoNetwork => "这台电脑没有连上任何网络：请连接无线网络或插上网线。".to_owned(),
        NetworkAdvice::SelfAssigned(card) => {
            format!("{card}没有从网络得到地址：请重新连接，或让所有电脑使用同一个路由器或热点。")
        }
        NetworkAdvice::SeveralNetworks(cards) => {
            format!("这台电脑连着多个网络（{}）：请确认其他人在其中之一。", list(cards))
        }
        NetworkAdvice::Vpn(card) => format!("{card}看起来是VPN：如果找不到某人，请关闭它。"),
        NetworkAdvice::Virtual(card) => format!("{card}属于虚拟机或容器：无需处理，不会在那里找人。"),
        NetworkAdvice::NoDiscovery => "没有用组播寻找其他人：请用房主的代码或地址加入。".to_owned(),
        NetworkAdvice::NothingHeard(cards) => {
            format!("有其他人在，但{}收不到组播：请放行UDP端口5353，或用代码加入。", list(cards))
        }
        NetworkAdvice::NobodyCameIn(port) => {
            format!("至今无人连入这台电脑：请在防火墙中放行TCP端口{port}，或由这台电脑去加入别人的桌。")
        }
        NetworkAdvice::OtherPort(port) => format!("端口24642已被占用，本程序使用端口{port}：防火墙须放行它。"),
        NetworkAdvice::Alone => {
            "没有找到任何人：请在每台电脑的防火墙中放行UDP端口5353和上述TCP端口，离开访客网络（或使用手机热点），或用房主的代码加入。"
                .to_owned()
        }
        NetworkAdvice::Looking => "还没有找到任何人：请等几秒钟。".to_owned(),
        NetworkAdvice::VersionDiffers { name, theirs } => {
            format!("{name}的版本是{theirs}，不能与本机一起玩：版本较旧的一方须更新。")
        }
        NetworkAdvice::OtherBuild { name, theirs } => {
            format!("{name}的版本是{theirs}：可以一起玩，但有空时请更新。")
        }
        NetworkAdvice::Clock { name, seconds } => {
            let by = seconds.unsigned_abs();
            let way = if seconds < 0 { "慢" } else { "快" };
            format!("{name}的时钟比本机{way}{by}秒：游戏不受影响，但两者中有一个不准。")
        }
        NetworkAdvice::MetThroughVpn { name, card } => {
            format!("与{name}的连接经过VPN（{card}）：如果游戏很慢，请双方都关闭它。")
        }
        NetworkAdvice::Well(others) => format!("一切正常：有{others}位其他人，能收到组播，别人也能连入。"),
    }
}
