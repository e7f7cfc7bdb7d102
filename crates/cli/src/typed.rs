//! What a person types besides numbers.

use nightcoach_lan::Preset;

/// A line that is no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// Say this to everybody at the table.
    Say(String),
    /// Remind whom the table waits for.
    Nudge,
    /// Be ready to begin, or not.
    Ready(bool),
    /// As the host: let this one in who asks, by number.
    LetIn(usize),
    /// As the host: turn this one down, or take the seat away, by name.
    SendAway(String),
    /// As the host: move this guest one seat up, by name.
    Up(String),
    /// The passphrase that the host wants.
    Passphrase(String),
    /// Pass windows in advance, or not any more.
    Pass(Option<Preset>),
    /// Let a bot play on for this seat, or not any more.
    Bot(bool),
    /// Ask whether to go on without whoever has this name.
    GoOnWithout(String),
    /// Ask whether to end the game without those who are missing.
    EndGame,
    /// Answer the ballot that waits.
    Vote(bool),
    /// Come back to the own seat, which sleeps.
    ComeBack,
    /// Let the own seat fall asleep, so that the others go on without it.
    GiveUp,
    /// Put the table aside.
    Leave,
    /// Leave for good; whether it was confirmed.
    LeaveForGood(bool),
    /// Take an unfinished table up, by number.
    TakeUp(usize),
    /// What can be typed.
    Help,
}

/// What `help` says.
pub(crate) const HELP: &str = "\
say TEXT           say something to the table
nudge              remind whom the table waits for
ready / not ready  whether the game may begin
passphrase WORDS   what the host of a guarded table wants to hear
let in N           as the host, let number N in who asks for a seat or to watch
send away NAME     as the host, turn somebody down, take a seat away, or send a watcher away
up NAME            as the host, move somebody one seat up
pass turn / fight  pass windows until your turn, or in this fight; pass off ends it
go on without NAME ask the others whether to go on without somebody who is gone
end the game       ask the others whether to end the game without those who are gone
yes / no           answer such a question
come back          wake your seat, which sleeps
give up            let your seat fall asleep; the others go on without it
bot on / bot off   let a bot play on for you
leave              put the table aside; take up N goes on with one
leave for good     there is no way back; the others are told";

impl Typed {
    /// Reads a line; nothing if it means nothing.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let number = |text: &str| text.trim().parse::<usize>().ok();
        Some(match (word.to_lowercase().as_str(), rest) {
            ("say", text) if !text.is_empty() => Self::Say(text.to_owned()),
            ("passphrase", words) if !words.is_empty() => Self::Passphrase(words.to_owned()),
            ("up", name) if !name.is_empty() => Self::Up(name.to_owned()),
            ("nudge", "") => Self::Nudge,
            ("ready", "") => Self::Ready(true),
            ("not", "ready") => Self::Ready(false),
            ("let", rest) => Self::LetIn(number(rest.strip_prefix("in")?)?),
            ("send", rest) => Self::SendAway(rest.strip_prefix("away ")?.trim().to_owned()),
            ("take", rest) => Self::TakeUp(number(rest.strip_prefix("up")?)?),
            ("pass", "turn") => Self::Pass(Some(Preset::UntilTurn)),
            ("pass", "fight") => Self::Pass(Some(Preset::ThisFight)),
            ("pass", "off") => Self::Pass(None),
            ("bot", "on") => Self::Bot(true),
            ("bot", "off") => Self::Bot(false),
            ("go", rest) => Self::GoOnWithout(rest.strip_prefix("on without ")?.trim().to_owned()),
            ("end", "the game") => Self::EndGame,
            ("yes", "") => Self::Vote(true),
            ("no", "") => Self::Vote(false),
            ("come", "back") => Self::ComeBack,
            ("give", "up") => Self::GiveUp,
            ("leave", "") => Self::Leave,
            ("leave", "for good") => Self::LeaveForGood(false),
            ("leave", "for good yes") => Self::LeaveForGood(true),
            ("help", "") => Self::Help,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_numbers_are_read_as_words() {
        let read = [
            ("say  hello there ", Typed::Say("hello there".to_owned())),
            ("Nudge", Typed::Nudge),
            ("not ready", Typed::Ready(false)),
            ("let in 2", Typed::LetIn(2)),
            ("send away Bert 2", Typed::SendAway("Bert 2".to_owned())),
            ("passphrase the owl", Typed::Passphrase("the owl".to_owned())),
            ("pass fight", Typed::Pass(Some(Preset::ThisFight))),
            ("go on without Bert 2", Typed::GoOnWithout("Bert 2".to_owned())),
            ("end the game", Typed::EndGame),
            ("yes", Typed::Vote(true)),
            ("No", Typed::Vote(false)),
            ("come back", Typed::ComeBack),
            ("give up", Typed::GiveUp),
            ("leave", Typed::Leave),
            ("leave for good", Typed::LeaveForGood(false)),
            ("leave for good yes", Typed::LeaveForGood(true)),
            ("take up 1", Typed::TakeUp(1)),
        ];
        for (line, typed) in read {
            assert_eq!(Typed::read(line), Some(typed), "{line}");
        }
        for line in ["", "3", "say", "let", "let in x", "send", "pass on", "go on", "yes please"] {
            assert_eq!(Typed::read(line), None, "{line}");
        }
    }
}
