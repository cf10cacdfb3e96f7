//! Rows to tokens of deflate (RFC 1951): literals and matches. What a row repeats of the row above it is nearly all of a
//! board, and is looked at first; for the rest the last two places with the same four bytes are tried.

/// The longest match that deflate has.
const LONGEST: usize = 258;
/// The shortest that is worth its distance.
const SHORTEST: usize = 4;
/// How far back a match may lie.
const WINDOW: usize = 32_768;
/// A match so long is taken without a look at others.
const ENOUGH: usize = 24;
/// So many places are noted of a match that is long or repeats the row above: what begins later in it begins above, too.
const NOTED: usize = 4;
/// Four bytes are known by a number of so many bits.
const HASH_BITS: u32 = 12;

/// A literal or a match: its length, 0 for a literal, and its distance, or the byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub length: u16,
    pub distance: u16,
}

/// The tokens of `data`, whose rows have `stride` bytes.
pub fn tokens(data: &[u8], stride: usize) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(data.len() / 16);
    let mut matcher = Matcher {
        data,
        stride,
        places: Box::new([[0; 2]; 1 << HASH_BITS]),
    };
    let mut at = 0;
    let mut ahead = None;
    while let Some(&byte) = data.get(at) {
        let (length, distance) = ahead.take().unwrap_or_else(|| matcher.longest(at, 0));
        matcher.note(at);
        // A longer match may begin at the next byte.
        if length < ENOUGH && length > 0 {
            ahead = Some(matcher.longest(at + 1, length)).filter(|next| next.0 > 0);
        }
        if length == 0 || ahead.is_some() {
            tokens.push(Token {
                length: 0,
                distance: u16::from(byte),
            });
            at += 1;
            continue;
        }
        tokens.push(Token {
            length: length as u16,
            distance: distance as u16,
        });
        let noted = if length < ENOUGH && distance != stride {
            length
        } else {
            NOTED
        };
        for place in at + 1..at + noted {
            matcher.note(place);
        }
        at += length;
    }
    tokens
}

struct Matcher<'a> {
    data: &'a [u8],
    stride: usize,
    /// After each four bytes' last two places.
    places: Box<[[u32; 2]; 1 << HASH_BITS]>,
}

impl Matcher<'_> {
    /// The four bytes at a place; zeros beyond the end.
    #[inline]
    fn four(&self, at: usize) -> u32 {
        let bytes = self.data.get(at..at + 4);
        bytes.map_or(0, |bytes| {
            u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
        })
    }

    #[inline]
    fn bucket(&mut self, at: usize) -> &mut [u32; 2] {
        let hash = self.four(at).wrapping_mul(0x9E37_79B1) >> (32 - HASH_BITS);
        &mut self.places[hash as usize]
    }

    #[inline]
    fn note(&mut self, at: usize) {
        let bucket = self.bucket(at);
        *bucket = [at as u32 + 1, bucket[0]];
    }

    /// The longest match that is longer than `least` and its distance; zeros where there is none.
    fn longest(&mut self, at: usize, least: usize) -> (usize, usize) {
        let [last, before] = self
            .bucket(at)
            .map(|place| (at + 1).wrapping_sub(place as usize));
        let mut best = (least.max(SHORTEST - 1), 0);
        let _ = self.improve(at, self.stride, &mut best)
            || self.improve(at, last, &mut best)
            || self.improve(at, before, &mut best);
        if best.1 == 0 { (0, 0) } else { best }
    }

    /// Takes the match from `distance` back if it is longer than the best; whether that is enough.
    #[inline]
    fn improve(&self, at: usize, distance: usize, best: &mut (usize, usize)) -> bool {
        // A longer match has the four bytes, too, that end where the best one goes on no more.
        let end = at + best.0 + 1 - SHORTEST;
        if distance > at.min(WINDOW)
            || end + SHORTEST > self.data.len()
            || self.four(end - distance) != self.four(end)
        {
            return false;
        }
        let length = self.common(at - distance, at);
        if length > best.0 {
            *best = (length, distance);
        }
        best.0 >= ENOUGH
    }

    /// How many bytes from two places on are alike.
    #[inline]
    fn common(&self, earlier: usize, later: usize) -> usize {
        let later = self.data.get(later..).unwrap_or_default();
        let later = later.get(..LONGEST).unwrap_or(later);
        let earlier = self.data.get(earlier..).unwrap_or_default();
        let (eights, _) = later.as_chunks::<8>();
        let mut same = 0;
        for (a, b) in eights.iter().zip(earlier.as_chunks::<8>().0) {
            let differ = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
            if differ != 0 {
                return same + differ.trailing_zeros() as usize / 8;
            }
            same += 8;
        }
        let rest = later.iter().zip(earlier).skip(same);
        same + rest.take_while(|(a, b)| a == b).count()
    }
}
