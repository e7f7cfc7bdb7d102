//! Names and rule texts of everything printed on cards.

use nightcoach_rules::{Association, Face, Kind, Membership, Neighbour, Occupation, Power, Side, Spoils};

pub(crate) const fn face(face: Face) -> &'static str {
    match face {
        Face::Key => "钥匙",
        Face::Goblet => "高脚杯",
        Face::BagKey => "神秘手提袋（钥匙）",
        Face::BagGoblet => "神秘手提袋（高脚杯）",
        Face::Pearl => "黑珍珠",
        Face::Mirror => "破镜子",
        Face::Dagger => "匕首",
        Face::Gloves => "手套",
        Face::Ring => "毒戒指",
        Face::Knives => "飞刀",
        Face::Whip => "长鞭",
        Face::Privilege => "特权状",
        Face::Monocle => "单片眼镜",
        Face::Sextant => "六分仪",
        Face::Coat => "大衣",
        Face::Tome => "典籍",
        Face::Loge => "铠甲徽章",
    }
}

pub(crate) const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Key => "钥匙",
        Kind::Goblet => "高脚杯",
        Kind::SecretBag => "神秘手提袋",
        Kind::Pearl => "黑珍珠",
        Kind::Mirror => "破镜子",
        Kind::Dagger => "匕首",
        Kind::Gloves => "手套",
        Kind::Ring => "毒戒指",
        Kind::Knives => "飞刀",
        Kind::Whip => "长鞭",
        Kind::Privilege => "特权状",
        Kind::Monocle => "单片眼镜",
        Kind::Sextant => "六分仪",
        Kind::Coat => "大衣",
        Kind::Tome => "典籍",
        Kind::Loge => "铠甲徽章",
    }
}

pub(crate) const fn face_rule(face: Face) -> &'static str {
    match face {
        Face::Key => "宣告胜利时算作联盟的关键物品。交易时不作声明。",
        Face::Goblet => "宣告胜利时算作兄弟会的关键物品。交易时不作声明。",
        Face::BagKey => "交易出去时你抽一张牌，只公布“神秘手提袋”这个名字。牌堆抽完后它就是钥匙。",
        Face::BagGoblet => "交易出去时你抽一张牌，只公布“神秘手提袋”这个名字。牌堆抽完后它就是高脚杯。",
        Face::Pearl => "持有者不能宣告胜利。被递出时对方必须接受。",
        Face::Mirror => "被递出时对方必须接受。它让这次交易的两张牌都失效。",
        Face::Dagger => "作为攻击者亮出：剑加1。",
        Face::Gloves => "作为防御者亮出：盾加1。",
        Face::Ring => "作为攻击者或防御者亮出：若平手则你获胜。",
        Face::Knives => "支持攻击者时亮出：剑加1。",
        Face::Whip => "支持防御者时亮出：盾加1。",
        Face::Privilege => "交易出去时你查看对方的全部行李。",
        Face::Monocle => "交易出去时你查看对方的组织。",
        Face::Sextant => "交易出去时你指定方向，所有人把一件行李传给那一侧的邻座。",
        Face::Coat => "交易出去时你查看备用职业，用自己的职业换走其中一张。",
        Face::Tome => "交易出去时你与对方交换职业。",
        Face::Loge => "手中有它和任意三件钥匙或高脚杯，你就可以独自获胜。",
    }
}

pub(crate) const fn occupation(occupation: Occupation) -> &'static str {
    match occupation {
        Occupation::Diplomat => "外交官",
        Occupation::Doctor => "医生",
        Occupation::Duelist => "决斗者",
        Occupation::PoisonMixer => "毒药调和者",
        Occupation::Clairvoyant => "透视者",
        Occupation::Priest => "神父",
        Occupation::GrandMaster => "武术宗师",
        Occupation::Hypnotist => "催眠师",
        Occupation::Bodyguard => "保镖",
        Occupation::Thug => "恶棍",
    }
}

pub(crate) const fn occupation_rule(occupation: Occupation) -> &'static str {
    match occupation {
        Occupation::Diplomat => "限一次，代替交易：索要一件指定的行李，持有者必须交出。",
        Occupation::Doctor => "限一次：战斗之后取消其结果。",
        Occupation::Duelist => "限一次：作为攻击者或防御者，使所有支持无效，自己加1。",
        Occupation::PoisonMixer => "限一次：作为旁观者决定谁赢得战斗。",
        Occupation::Clairvoyant => "限一次，自己的回合：查看牌堆，把两件行李放到最上面。",
        Occupation::Priest => "限一次：阻止一次攻击；攻击者若有两件行李，须交给你一件。",
        Occupation::GrandMaster => "每场战斗：作为防御者盾加1。",
        Occupation::Hypnotist => "每场战斗：作为攻击者，使一名旁观者失去作用。",
        Occupation::Bodyguard => "每场战斗：你支持的一方加1。",
        Occupation::Thug => "每场战斗：作为攻击者剑加1。",
    }
}

pub(crate) const fn association(association: Association) -> &'static str {
    match association {
        Association::Order => "公示机密联盟",
        Association::Brotherhood => "真实谎言兄弟会",
    }
}

pub(crate) const fn association_rule(association: Association) -> &'static str {
    match association {
        Association::Order => "成员共有三把钥匙即可获胜。",
        Association::Brotherhood => "成员共有三只高脚杯即可获胜。",
    }
}

/// Association cards as one thing: the side, and with three of them how many show it.
pub(crate) const fn membership(cards: Membership) -> &'static str {
    match cards {
        Membership::One(side) => association(side),
        Membership::Three { side: Association::Order, unanimous: true } => "公示机密联盟（三张都是）",
        Membership::Three { side: Association::Order, unanimous: false } => "公示机密联盟（三张中两张）",
        Membership::Three { side: Association::Brotherhood, unanimous: true } => "真实谎言兄弟会（三张都是）",
        Membership::Three { side: Association::Brotherhood, unanimous: false } => "真实谎言兄弟会（三张中两张）",
    }
}

pub(crate) const fn neighbour(side: Neighbour) -> &'static str {
    match side {
        Neighbour::Left => "左",
        Neighbour::Right => "右",
    }
}

pub(crate) const fn side(side: Side) -> &'static str {
    match side {
        Side::Attacker => "攻击者",
        Side::Defender => "防御者",
    }
}

pub(crate) const fn power(power: Power) -> &'static str {
    match power {
        Power::Thug => "恶棍",
        Power::GrandMaster => "武术宗师",
        Power::Bodyguard => "保镖",
        Power::Duelist => "决斗者",
        Power::PoisonMixer { wins: Side::Attacker } => "毒药调和者（攻击者胜）",
        Power::PoisonMixer { wins: Side::Defender } => "毒药调和者（防御者胜）",
    }
}

pub(crate) const fn spoils(spoils: Spoils) -> &'static str {
    match spoils {
        Spoils::Identity => "查看职业和组织",
        Spoils::Luggage => "查看行李并拿走一件",
    }
}
