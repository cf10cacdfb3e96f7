//! The machine notation taken apart, as far as it is the same in every game.

/// A part of a text in the machine notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    pub letter: String,
    pub from: String,
    pub op: char,
    pub to: String,
    /// Promotion with its sign.
    pub promotion: String,
}

impl Part {
    /// Takes `Nb3-c5`, `b8+f7`, `P@cc5`, `d4>e5:g8,h7` (without the text after the colon) or `Pa7-a8=Q` apart; `None`
    /// for entries of another form, such as rolls.
    pub fn of(text: &str) -> Option<Part> {
        let text = text.split(':').next()?;
        let (body, promotion) = match text.find('=') {
            Some(cut) => text.split_at(cut),
            None => (text, ""),
        };
        let square_at = body.find(|c: char| c.is_ascii_lowercase() || c == '@')?;
        let (letter, rest) = body.split_at(square_at);
        let (from, rest) = rest.split_at(square(rest));
        let op = rest.chars().next()?;
        let to = &rest[op.len_utf8()..];
        let is_square = |text: &str| !text.is_empty() && square(text) == text.len();
        let whole = is_square(to) && (is_square(from) || (from.is_empty() && op == '@'));
        whole.then(|| Part {
            letter: letter.to_owned(),
            from: from.to_owned(),
            op,
            to: to.to_owned(),
            promotion: promotion.to_owned(),
        })
    }

    pub fn text(&self) -> String {
        let Part {
            letter,
            from,
            op,
            to,
            promotion,
        } = self;
        format!("{letter}{from}{op}{to}{promotion}")
    }

    /// True if an accepted move agrees with this part, or adds to it.
    pub fn says(&self, accepted: &Part) -> bool {
        let same = |said: &str, done: &str| said.is_empty() || said == done;
        // A canonical text may leave the letter out (a transfer of a stone).
        (self.letter == accepted.letter || self.letter.is_empty() || accepted.letter.is_empty())
            && self.from == accepted.from
            && self.op == accepted.op
            && self.to == accepted.to
            && same(&self.promotion, &accepted.promotion)
    }
}

/// Returns the length of the square's name that a text begins with; 0 if it begins with none.
pub fn square(text: &str) -> usize {
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = (text.bytes().skip(letters))
        .take_while(u8::is_ascii_digit)
        .count();
    if (1..=2).contains(&letters) && digits > 0 {
        letters + digits
    } else {
        0
    }
}

/// Returns the squares that a text's pieces start from: those of its parts, or those after the colon of a unit's move.
pub fn origins(text: &str) -> Vec<String> {
    match text.split_once('>') {
        Some((_, unit)) => {
            let cells = unit.split_once(':').map_or("", |(_, cells)| cells);
            cells
                .split(',')
                .map(|cell| cell[..square(cell)].to_owned())
                .collect()
        }
        None => parts(text).into_iter().map(|part| part.from).collect(),
    }
}

/// Returns the parts of a text, the head of a composite (`IV:`) left out.
pub fn parts(text: &str) -> Vec<Part> {
    let body = match text.split_once(':') {
        Some((head, rest)) if !head.contains('>') => rest,
        _ => text,
    };
    body.split(',').filter_map(Part::of).collect()
}
