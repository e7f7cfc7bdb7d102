//! The languages of the game.

/// A language that every text exists in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese in simplified characters.
    ChineseSimplified,
}

impl Language {
    /// Every language, in the order of a menu.
    pub const ALL: [Self; 2] = [Self::English, Self::ChineseSimplified];

    /// The language nearest to a locale such as `zh-CN` or `en_GB.UTF-8`; English if there is none.
    pub fn from_locale(locale: &str) -> Self {
        let tongue = locale.split(['-', '_', '.', '@']).next().unwrap_or_default();
        if tongue.eq_ignore_ascii_case("zh") { Self::ChineseSimplified } else { Self::English }
    }

    /// The language's name in itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::ChineseSimplified => "简体中文",
        }
    }

    /// The tag of BCP 47.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::ChineseSimplified => "zh-Hans",
        }
    }
}
