//! What the network has to say to a person.

use nightcoach_table::lobby::Refusal;

use super::list;
use crate::{AddressTrouble, Remark};

pub(crate) fn remark(remark: &Remark<'_>) -> String {
    match *remark {
        Remark::Refused(why) => format!("不能入座。{}", refusal(why)),
        Remark::GuestRefused(name, why) => format!("{name}未能入座。{}", refusal(why)),
        Remark::CalledOff => "开桌者取消了牌桌。".to_owned(),
        Remark::UnknownTable => "这张牌桌已经看不到了。".to_owned(),
        Remark::CannotBegin(why) => format!("还不能开始。{}", refusal(why)),
        Remark::NotLinked(names) => format!("还不能开始：目前连不上{}。", list(names)),
        Remark::VersionDiffers { name, theirs, ours } => {
            format!("{name}的版本是{theirs}，你的是{ours}：版本较旧的一方须更新。")
        }
        Remark::Unreachable(address) => format!("{address}没有回应，正在重试。"),
        Remark::BadAddress(typed, why) => format!("“{typed}”：{}", address(why)),
        Remark::NoTableThere(name) => format!("{name}还没有开桌，正在等待。"),
        Remark::Unclear(why) => format!("无法执行：{why}。"),
        Remark::PracticeFailed(why) => format!("练习牌桌无法开始：{why}。"),
        Remark::Misbehaved(name) => format!("{name}发来太多无意义的数据，已被断开。"),
        Remark::Disk(why) => format!("磁盘出错，因此什么也没有发出：{why}。"),
        Remark::Resumed(table) => format!("你回到了牌桌{table}。"),
        Remark::CutBack(path) => format!("{path}的末尾已损坏，现已截去；缺少的部分由其他人补发。"),
        Remark::HeldBack(names) => {
            format!("重新启动后，要先看到其他人手中的记录才会继续签名；正在等待{}。", names.join("、"))
        }
        Remark::StoppedElsewhere(name) => format!("牌局在{name}那里停下了：对方的程序得出的局面与你的不同。"),
        Remark::NoRematch => "要再来一局，须先打完一局。".to_owned(),
        Remark::WaitingForRematch(host) => format!("{host}是上一局的开桌者，尚未开新局；正在等待。"),
        Remark::WaitingForEnd(names) => format!("所有人都签下本局终局后才开新局；正在等待{}。", names.join("、")),
        Remark::SignedTwice(name) => format!("{name}为本局签下了两份不同的终局。结果有效；两份都在记录中。"),
        Remark::ChoiceRefused => "这个选择已经来不及了。".to_owned(),
        Remark::LeftForGood(name) => format!("{name}已永久离开：缺了这个座位，游戏无法继续。"),
        Remark::NoChat => "没有人听得到：这里没有聊天。".to_owned(),
        Remark::TooMuchSaid => "一下子说得太多了，请稍等。".to_owned(),
        Remark::Knocks(name) => format!("{name}请求入座。"),
        Remark::PutAside(table) => format!("牌桌{table}已保留：大家都回来时可以接着玩。"),
        Remark::AsksToWatch(name) => format!("{name}想要观战。"),
        Remark::Watches(name) => format!("{name}开始观战，只看得到公开的内容。"),
        Remark::CannotWatch(why) => format!("你不能观战。{}", refusal(why)),
        Remark::WatcherRefused(name, why) => format!("{name}不能观战。{}", refusal(why)),
        Remark::Broken => "游戏已停止：卡牌数据不合理。记录已保留。".to_owned(),
    }
}

fn address(trouble: AddressTrouble) -> String {
    match trouble {
        AddressTrouble::Empty => "请输入地址（例如192.168.1.5:24642）、电脑名称或房主的代码。".to_owned(),
        AddressTrouble::Port => "冒号后面应是端口，即1到65535之间的数字。".to_owned(),
        AddressTrouble::LinkLocal => "这里不能使用以fe80开头的地址；请用房主的IPv4地址或代码。".to_owned(),
        AddressTrouble::Nowhere => "没有哪一台电脑会有这个地址。".to_owned(),
        AddressTrouble::Transport => "只能连接形如/ip4/192.168.1.5/tcp/24642的地址。".to_owned(),
        AddressTrouble::Unknown => "这里找不到叫这个名称的电脑；请用房主的地址或代码。".to_owned(),
        AddressTrouble::CodeLength(len) => format!("代码有8个或12个字符，而这里有{len}个。"),
        AddressTrouble::CodeCharacter(wrong) => format!("代码中没有“{wrong}”这个字符。"),
        AddressTrouble::CodeCheck => "代码中有字符不对；请与房主的再核对一次。".to_owned(),
    }
}

pub(crate) fn refusal(refusal: Refusal) -> String {
    match refusal {
        Refusal::UnknownTable => "这张牌桌已不存在。".to_owned(),
        Refusal::Full => "座位已满。".to_owned(),
        Refusal::Begun => "游戏已经开始。".to_owned(),
        Refusal::Version { host, guest } => {
            format!("开桌者的版本是{host}，来客的是{guest}：版本较低的一方须更新。")
        }
        Refusal::WeakKey => "身份密钥不安全；删除其文件后会生成新的。".to_owned(),
        Refusal::NotFull => "还有空位。".to_owned(),
        Refusal::Options => "牌桌须有三到十个座位，并且选项不能互相矛盾。".to_owned(),
        Refusal::Roster => "开桌者的玩家名单与之前看到的不同。".to_owned(),
        Refusal::NotInvited => "这是再来一局，只有上一局的玩家可以入座。".to_owned(),
        Refusal::Rematch => "这不是你上一局的再来一局，或者座位不同。".to_owned(),
        Refusal::Passphrase => "口令不对。".to_owned(),
        Refusal::TooManyGuesses => "错误的口令试得太多，请一分钟后再试。".to_owned(),
        Refusal::TurnedDown => "开桌者没有让此人入座。".to_owned(),
        Refusal::SentAway => "开桌者收回了座位。".to_owned(),
        Refusal::NotReady => "还有人没有准备好。".to_owned(),
        Refusal::AudienceFull => "这张牌桌的观战人数已满。".to_owned(),
        Refusal::Seated => "有座位的人参加游戏，不能观战。".to_owned(),
        Refusal::MayNotWatch => "开桌者没有让此人观战。".to_owned(),
        Refusal::Scores => "计分表与你上一局的结果不符。".to_owned(),
    }
}
