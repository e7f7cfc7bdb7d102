//! A recorded game as text: what was dealt, what everybody entered, and what each move changed in the state, in every
//! view and in what may be chosen. Entries can be read back, so that a game is played again from its record.

use std::collections::BTreeMap;

use nightcoach_plain::{PlainTable, Seeded};
use nightcoach_rules::{Choice, Event, Options, Seat, SeatSet, State, View};
use serde_json::Value;

use super::coverage::Coverage;
use super::player::{Move, open};

/// A game that can be played again.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The option block.
    pub options: Options,
    /// The seed of all chance.
    pub seed: u64,
    /// What happened.
    pub moves: Vec<Move>,
}

/// What playing it again tells.
#[derive(Clone, Debug)]
pub struct Retold {
    /// The whole record as text.
    pub text: String,
    /// What it has shown of the game.
    pub coverage: Coverage,
    /// Whether the game has come to its end.
    pub ended: bool,
}

impl Recorded {
    /// Reads what is needed to play it again.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let mut header = |name: &str| {
            let line = lines.find_map(|line| line.strip_prefix(name)).ok_or_else(|| format!("no line `{name}`"));
            line.map(str::to_owned)
        };
        let options = options_from(&header("options ")?)?;
        let seed = header("seed ")?.parse().map_err(|error| format!("the seed: {error}"))?;
        let mut moves = Vec::new();
        for (number, line) in text.lines().enumerate() {
            parse_line(line, &mut moves).map_err(|error| format!("line {}: {error}", number + 1))?;
        }
        Ok(Self { options, seed, moves })
    }

    /// Plays it again. Fails at the first move that the rules do not allow.
    pub fn retell(&self) -> Result<Retold, String> {
        let mut table = PlainTable::new(&self.options, Seeded::new(self.seed)).map_err(|error| format!("{error:?}"))?;
        let mut told = Retold { text: head(&self.options, self.seed), coverage: Coverage::default(), ended: false };
        told.coverage.see_table(&table);
        let mut scene = Scene::of(&table);
        told.text.push_str(&scene.change(None));
        for (number, made) in self.moves.iter().enumerate() {
            let trade = table.trade();
            let done = match made {
                Move::Round { entries, fallen } => table.play_with_fallen(entries, *fallen),
                Move::Wake(seat) => table.wake(*seat),
            };
            let events = done.map_err(|error| format!("move {}: {error:?}", number + 1))?;
            told.coverage.see_move(trade, made, &table, &events);
            told.text.push_str(&move_lines(number + 1, made, &events));
            let next = Scene::of(&table);
            told.text.push_str(&next.change(Some(&scene)));
            scene = next;
        }
        told.ended = table.outcome().is_some();
        Ok(told)
    }
}

/// Everything that can be seen of a table at one moment.
struct Scene {
    state: State,
    views: Vec<View>,
    choices: BTreeMap<String, SeatSet>,
}

impl Scene {
    fn of(table: &PlainTable<Seeded>) -> Self {
        let mut choices: BTreeMap<String, SeatSet> = BTreeMap::new();
        for seat in table.owed().seats().iter() {
            let seats = choices.entry(format!("{:?}", open(table, seat))).or_default();
            *seats = seats.with(seat);
        }
        let views = table.state().all().iter().filter_map(|seat| table.view(seat)).collect();
        Self { state: table.state().clone(), views, choices }
    }

    /// What is not as it was before, line by line, and a digest of everything.
    fn change(&self, before: Option<&Self>) -> String {
        let mut text = String::new();
        let old = before.map(|before| state_lines(&before.state)).unwrap_or_default();
        changed(&mut text, "=", &old, &state_lines(&self.state));
        for (place, view) in self.views.iter().enumerate() {
            let before = before.and_then(|before| before.views.get(place));
            let old = before.map(view_lines).unwrap_or_default();
            changed(&mut text, &format!("v {}", letter(view.seat)), &old, &view_lines(view));
            let known = before.map_or(0, |before| before.memories.len());
            for memory in view.memories.iter().skip(known) {
                line(&mut text, &format!("v {} + {:?}", letter(view.seat), memory.sight));
            }
        }
        for (choices, seats) in &self.choices {
            let seats: String = seats.iter().map(letter).collect();
            line(&mut text, &format!("c {seats} {choices}"));
        }
        let all = format!("{:?} {:?} {:?}", self.state, self.views, self.choices);
        line(&mut text, &format!("# {:016x}", digest(all.as_bytes())));
        text
    }
}

fn head(options: &Options, seed: u64) -> String {
    let changed = options_changed(options);
    format!("A recorded game. NIGHTCOACH_BLESS=1 writes it anew.\noptions {changed}\nseed {seed}\n\n")
}

fn move_lines(number: usize, made: &Move, events: &[Event]) -> String {
    let mut text = format!("\nmove {number}\n");
    match made {
        Move::Round { entries, fallen } => {
            for (seat, choice) in entries {
                let choice = serde_json::to_string(choice).expect("a choice can be written");
                put(&mut text, &format!("> {} {choice}", letter(*seat)));
            }
            for seat in fallen.iter() {
                put(&mut text, &format!("~ {}", letter(seat)));
            }
        }
        Move::Wake(seat) => put(&mut text, &format!("^ {}", letter(*seat))),
    }
    for event in events {
        line(&mut text, &format!("! {event:?}"));
    }
    text
}

fn parse_line(line: &str, moves: &mut Vec<Move>) -> Result<(), String> {
    let (mark, rest) = line.split_at(line.len().min(2));
    if line.starts_with("move ") {
        moves.push(Move::Round { entries: BTreeMap::new(), fallen: SeatSet::EMPTY });
        return Ok(());
    }
    if !matches!(mark, "> " | "~ " | "^ ") {
        return Ok(());
    }
    let (seat, choice) = rest.split_once(' ').unwrap_or((rest, ""));
    let seat = seat_of(seat).ok_or("no seat")?;
    let last = moves.last_mut().ok_or("an entry without a move")?;
    match (mark, last) {
        ("> ", Move::Round { entries, .. }) => {
            let choice: Choice = serde_json::from_str(choice).map_err(|error| error.to_string())?;
            entries.insert(seat, choice);
        }
        ("~ ", Move::Round { fallen, .. }) => *fallen = fallen.with(seat),
        (_, last) => *last = Move::Wake(seat),
    }
    Ok(())
}

/// The fields of the state, by name.
fn state_lines(state: &State) -> Vec<(String, String)> {
    // The options stand at the top of the record, and never change.
    let State { options: _, turn, active, seats, pile, spares, passes, start, laps, phase } = state;
    let mut lines = vec![
        ("turn".to_owned(), turn.to_string()),
        ("active".to_owned(), format!("{active:?}")),
        ("pile".to_owned(), pile.to_string()),
        ("spares".to_owned(), spares.to_string()),
        ("passes".to_owned(), passes.to_string()),
        ("start".to_owned(), format!("{start:?}")),
        ("laps".to_owned(), laps.to_string()),
        ("phase".to_owned(), format!("{phase:?}")),
    ];
    for (seat, public) in (0u8..).map(Seat).zip(seats) {
        lines.push((letter(seat).to_string(), format!("{public:?}").replace("SeatState ", "")));
    }
    lines
}

/// The fields of a view, by name; memories are told one by one.
fn view_lines(view: &View) -> Vec<(String, String)> {
    let View {
        seat: _,
        state: _,
        hand,
        occupation,
        membership,
        offered,
        answer,
        shown,
        pile,
        spares,
        pledged,
        memories: _,
    } = view;
    [
        ("hand", format!("{hand:?}")),
        ("occupation", format!("{occupation:?}")),
        ("membership", format!("{membership:?}")),
        ("offered", format!("{offered:?}")),
        ("answer", format!("{answer:?}")),
        ("shown", format!("{shown:?}")),
        ("pile", format!("{pile:?}")),
        ("spares", format!("{spares:?}")),
        ("pledged", format!("{pledged:?}")),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

fn changed(text: &mut String, mark: &str, old: &[(String, String)], new: &[(String, String)]) {
    for (place, (name, value)) in new.iter().enumerate() {
        let told = old.get(place).is_some_and(|(_, was)| was == value);
        let nothing = old.is_empty() && matches!(value.as_str(), "[]" | "None");
        if !told && !nothing {
            line(text, &format!("{mark} {name}: {value}"));
        }
    }
}

/// A line of debug output with seats as letters.
fn line(text: &mut String, of: &str) {
    let mut of = of.to_owned();
    for seat in 0..10 {
        of = of.replace(&format!("Seat({seat})"), &letter(Seat(seat)).to_string());
    }
    put(text, &of);
}

fn put(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn letter(seat: Seat) -> char {
    char::from(b'A' + seat.0)
}

fn seat_of(text: &str) -> Option<Seat> {
    let letter = text.bytes().next().filter(u8::is_ascii_uppercase)?;
    Some(Seat(letter - b'A'))
}

/// The options that are not the default, and the number of seats.
fn options_changed(options: &Options) -> Value {
    let block = |options: &Options| serde_json::to_value(options).expect("options can be written");
    let (mut own, defaults) = (block(options), block(&Options::new(options.seats)));
    let fields = own.as_object_mut().expect("an option block has named fields");
    fields.retain(|name, value| name == "seats" || defaults.get(name) != Some(value));
    own
}

fn options_from(text: &str) -> Result<Options, String> {
    let changed: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut block = serde_json::to_value(Options::new(4)).map_err(|error| error.to_string())?;
    for (name, value) in changed.as_object().ok_or("options have names")? {
        *block.get_mut(name).ok_or_else(|| format!("there is no option {name}"))? = value.clone();
    }
    serde_json::from_value(block).map_err(|error| error.to_string())
}

/// FNV-1a: it names a text, and guards nothing.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
