//! Option blocks from the command line.

use std::str::FromStr;

use anyhow::{Context as _, bail};
use nightcoach_rules::Options;
use nightcoach_words::{Language, options_error};
use serde_json::{Map, Value};

/// The option that has no field of its own in a block.
const LOSSES: &str = "losses";

/// One option and what it is set to.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    name: String,
    value: String,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').unwrap_or((text, "on"));
        let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
        if name.is_empty() || value.is_empty() {
            return Err("an option is written NAME=VALUE, or just NAME to switch it on".to_owned());
        }
        Ok(Self { name, value })
    }
}

/// The standard options with these settings. The names are those of [`Options`] itself, so that a new one needs no line
/// here; `claim-counts`, `claim_counts` and `claimCounts` are one name.
pub(crate) fn options(standard: &Options, settings: &[Setting]) -> anyhow::Result<Options> {
    let seats = standard.seats;
    let Value::Object(mut block) = serde_json::to_value(Options { losses: 0, ..standard.clone() })? else {
        bail!("an option block has named fields");
    };
    // In the block it shares a byte with the seats.
    block.insert(LOSSES.to_owned(), Value::from(standard.losses));
    for setting in settings {
        let key = key(&block, &setting.name)?;
        let value = block.get_mut(&key).context("the name was just found")?;
        *value = convert(value, setting)?;
    }
    let losses = block.remove(LOSSES).and_then(|losses| u8::try_from(losses.as_u64()?).ok());
    let losses = losses.context("these options cannot be read")?;
    let options: Options = serde_json::from_value(Value::Object(block)).context("these options cannot be read")?;
    let options = Options { losses, ..options };
    options.check().map_err(|error| {
        anyhow::anyhow!("no table of {seats} has these options: {}", options_error(Language::English, error))
    })?;
    Ok(options)
}

fn key(block: &Map<String, Value>, name: &str) -> anyhow::Result<String> {
    // Seats have an argument of their own; a score sheet comes out of the game before.
    let known = || block.keys().filter(|key| !matches!(key.as_str(), "seats" | "scores"));
    let found = known().find(|key| plain(key) == plain(name));
    found.cloned().with_context(|| {
        let known: Vec<String> = known().map(|key| key.replace('_', "-")).collect();
        format!("there is no option `{name}`; there are {}", known.join(", "))
    })
}

/// The new value, of the kind of the old one.
fn convert(old: &Value, setting: &Setting) -> anyhow::Result<Value> {
    let Setting { name, value } = setting;
    match old {
        Value::Bool(_) => match value.as_str() {
            "on" | "true" | "yes" => Ok(Value::Bool(true)),
            "off" | "false" | "no" => Ok(Value::Bool(false)),
            other => bail!("`{name}` is on or off, not `{other}`"),
        },
        Value::Number(_) => {
            let number: u16 =
                value.parse().with_context(|| format!("`{name}` wants a number, as in `{name}=40`, not `{value}`"))?;
            Ok(Value::from(number))
        }
        Value::String(_) => variant(name, value),
        Value::Null | Value::Array(_) | Value::Object(_) => bail!("`{name}` cannot be set here"),
    }
}

/// A name out of a closed list, as the option block spells it.
fn variant(name: &str, value: &str) -> anyhow::Result<Value> {
    let spelt: String = value
        .split(['-', '_'])
        .flat_map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters)
        })
        .collect();
    let mut block = serde_json::to_value(Options::new(4))?;
    if let Some(place) = block.as_object_mut().and_then(|block| block.get_mut(&name.replace('-', "_"))) {
        *place = Value::String(spelt.clone());
    }
    serde_json::from_value::<Options>(block).with_context(|| format!("`{name}` cannot be `{value}`"))?;
    Ok(Value::String(spelt))
}

fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nightcoach_rules::{AbilityMode, StartPlayer};

    fn set(settings: &[&str]) -> anyhow::Result<Options> {
        let settings: Vec<Setting> = settings.iter().map(|text| text.parse().unwrap()).collect();
        options(&Options::new(5), &settings)
    }

    #[test]
    fn options_are_set_by_the_names_of_the_block() {
        let block = set(&["claim-counts", "drawVote=off", "max_laps=7", "ability-mode=one-shot", "start_player=host"]);
        let expected = Options {
            claim_counts: true,
            draw_vote: false,
            max_laps: 7,
            ability_mode: AbilityMode::OneShot,
            start_player: StartPlayer::Host,
            ..Options::new(5)
        };
        assert_eq!(block.unwrap(), expected);
        assert_eq!(set(&[]).unwrap(), Options::new(5));
    }

    #[test]
    fn what_cannot_be_set_is_refused_with_a_reason() {
        for (wrong, reason) in [
            ("drinks", "there is no option `drinks`; there are ability-mode, "),
            ("seats=4", "there is no option `seats`"),
            ("prophecy=maybe", "`prophecy` is on or off, not `maybe`"),
            ("max-laps=many", "`max-laps` wants a number"),
            ("ability-mode=twice", "`ability-mode` cannot be `twice`"),
        ] {
            let error = format!("{:#}", set(&[wrong]).unwrap_err());
            assert!(error.contains(reason), "{error}");
        }
        let error = set(&["secret-support", "hypnotist-after-each"]).unwrap_err();
        assert!(error.to_string().contains("no table of 5 has these options"), "{error}");
        assert!("=on".parse::<Setting>().is_err());
    }
}
