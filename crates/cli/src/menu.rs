//! The numbered lines of a question: what there is too much of stands behind a line of its own.

use std::collections::BTreeMap;

use nightcoach_rules::{Action, Choice};
use nightcoach_words::{Language, face, kind};

use crate::speech::sentence;

/// Most choices of one kind that stand side by side.
const MOST: usize = 12;

/// A numbered line.
#[derive(Clone, Debug)]
pub(crate) enum Line {
    /// A choice in words.
    Choice(String, Choice),
    /// More lines, which are listed when this one is chosen.
    More(String, Vec<Self>),
}

impl Line {
    pub(crate) fn label(&self) -> &str {
        match self {
            Self::Choice(label, _) | Self::More(label, _) => label,
        }
    }
}

/// The lines for these choices, in their order.
pub(crate) fn lines(names: &[String], choices: &[Choice]) -> Vec<Line> {
    let mut groups: BTreeMap<String, Vec<Line>> = BTreeMap::new();
    let many = |choice: &Choice| choices.iter().filter(|other| same_kind(choice, other)).count() > MOST;
    let mut all: Vec<Line> = Vec::new();
    for choice in choices {
        let line = Line::Choice(sentence(names, choice), choice.clone());
        match group(choice).filter(|_| many(choice)) {
            Some(label) => {
                if !groups.contains_key(&label) {
                    all.push(Line::More(label.clone(), Vec::new()));
                }
                groups.entry(label).or_default().push(line);
            }
            None => all.push(line),
        }
    }
    for line in &mut all {
        if let Line::More(label, inner) = line {
            inner.append(groups.get_mut(label).unwrap_or(&mut Vec::new()));
        }
    }
    let back = Line::More("something else".to_owned(), all.clone());
    for line in &mut all {
        if let Line::More(_, inner) = line {
            inner.push(back.clone());
        }
    }
    all
}

/// What a choice has in common with others of its kind.
fn group(choice: &Choice) -> Option<String> {
    if let Action::Demand { kind: what, .. } = &choice.action {
        return Some(format!("demand {} as Diplomat ...", kind(Language::English, *what)));
    }
    if choice.action == Action::Reorder {
        let first = choice.selection.objects().first()?;
        return Some(format!("put {} on top, then ...", face(Language::English, *first)));
    }
    matches!(choice.action, Action::DeclareTeam { .. } | Action::Prophesy { .. })
        .then(|| "declare, naming companions ...".to_owned())
}

fn same_kind(one: &Choice, other: &Choice) -> bool {
    core::mem::discriminant(&one.action) == core::mem::discriminant(&other.action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nightcoach_rules::{Face, Kind, Seat, Selection};

    fn demands() -> Vec<Choice> {
        let of = |kind| (1..4).map(move |seat| Choice::with(Action::Demand { target: Seat(seat), kind }, Face::Whip));
        Kind::ALL.into_iter().flat_map(of).collect()
    }

    /// The choice behind these numbers, from 0.
    fn pick(lines: &[Line], numbers: &[usize]) -> Choice {
        let (number, rest) = numbers.split_first().unwrap();
        match &lines[*number] {
            Line::Choice(_, choice) => choice.clone(),
            Line::More(_, inner) => pick(inner, rest),
        }
    }

    #[test]
    fn many_demands_are_asked_for_in_two_steps_and_can_be_left() {
        let mut all = vec![Choice::plain(Action::Pass)];
        all.extend(demands());
        let lines = lines(&[], &all);
        assert_eq!(lines.len(), 1 + Kind::ALL.len());
        assert_eq!(lines[1].label(), "demand Key as Diplomat ...");
        assert_eq!(
            pick(&lines, &[2, 1]),
            Choice::with(Action::Demand { target: Seat(2), kind: Kind::Goblet }, Face::Whip)
        );
        assert_eq!(pick(&lines, &[2, 3, 0]), Choice::plain(Action::Pass), "no way back");
    }

    #[test]
    fn few_choices_stand_side_by_side() {
        let order =
            |faces: [Face; 2]| Choice { action: Action::Reorder, selection: Selection::Objects(faces.to_vec()) };
        let all = vec![order([Face::Key, Face::Whip]), order([Face::Whip, Face::Key])];
        assert!(lines(&[], &all).iter().all(|line| matches!(line, Line::Choice(..))));
    }
}
