//! Tokens to bits: a block of deflate with codes of its own (RFC 1951, section 3.2.7).

use super::matches::Token;

/// The symbol that ends a block.
const END: usize = 256;
/// The order in which the lengths of the codes for lengths are written.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// A symbol with bits that follow its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symbol {
    symbol: usize,
    extra: u32,
    bits: u32,
}

/// The symbols of all lengths of matches.
static LENGTHS: [Symbol; 259] = {
    let mut symbols = [of_length(0); 259];
    let mut length = 3;
    while length < symbols.len() {
        symbols[length] = of_length(length as u16);
        length += 1;
    }
    symbols
};

/// The symbol of a match's length, 3 to 258.
const fn of_length(length: u16) -> Symbol {
    let over = (length as u32).saturating_sub(3);
    let (symbol, bits) = match over {
        255 => (28, 0),
        0..8 => (over, 0),
        _ => {
            let bits = over.ilog2() - 2;
            (4 * bits + (over >> bits), bits)
        }
    };
    Symbol {
        symbol: END + 1 + symbol as usize,
        extra: over & ((1 << bits) - 1),
        bits,
    }
}

/// The symbol of a match's distance, 1 to 32,768.
fn of_distance(distance: u16) -> Symbol {
    let over = u32::from(distance).saturating_sub(1);
    let bits = over.checked_ilog2().unwrap_or(0).saturating_sub(1);
    Symbol {
        symbol: (2 * bits + (over >> bits)) as usize,
        extra: over & ((1 << bits) - 1),
        bits,
    }
}

/// A code: its bits, the first one lowest, and how many they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Code {
    code: u32,
    bits: u32,
}

impl Code {
    /// With the bits that follow it for a symbol.
    fn with(self, symbol: &Symbol) -> (u64, u32) {
        let bits = u64::from(self.code) | u64::from(symbol.extra) << self.bits;
        (bits, self.bits + symbol.bits)
    }
}

/// One block that is not the last, and an empty stored one, after which a whole byte ends.
pub fn block(tokens: &[Token]) -> Vec<u8> {
    let mut literal_counts = [0_u32; 286];
    let mut distance_counts = [0_u32; 30];
    literal_counts[END] = 1;
    for token in tokens {
        if token.length == 0 {
            literal_counts[usize::from(token.distance & 0xFF)] += 1;
        } else {
            literal_counts[LENGTHS[usize::from(token.length)].symbol] += 1;
            distance_counts[of_distance(token.distance).symbol] += 1;
        }
    }
    let literals = lengths(&literal_counts, 15);
    let distances = lengths(&distance_counts, 15);
    let (literal_codes, distance_codes) = (codes(&literals), codes(&distances));
    let coded = |counts: &[u32], codes: &[Code]| -> usize {
        let bits = counts.iter().zip(codes);
        bits.map(|(count, code)| (count * code.bits) as usize).sum()
    };
    // Besides the codes: what follows them of each match, at most 18 bits, and the head.
    let matches: u32 = distance_counts.iter().sum();
    let mut bits = Bits::new(
        coded(&literal_counts, &literal_codes)
            + coded(&distance_counts, &distance_codes)
            + 18 * matches as usize
            + HEAD,
    );
    bits.put(0b100, 3);
    head(&mut bits, &literals, &distances);
    for token in tokens {
        if token.length == 0 {
            let code = literal_codes[usize::from(token.distance & 0xFF)];
            bits.put(u64::from(code.code), code.bits);
            continue;
        }
        let length = &LENGTHS[usize::from(token.length)];
        let (first, count) = literal_codes[length.symbol].with(length);
        let distance = of_distance(token.distance);
        let (second, more) = distance_codes[distance.symbol].with(&distance);
        bits.put(first | second << count, count + more);
    }
    bits.put(u64::from(literal_codes[END].code), literal_codes[END].bits);
    bits.put(0, 3);
    let mut bytes = bits.finish();
    bytes.extend([0, 0, 0xFF, 0xFF]);
    bytes
}

/// The head of a block has fewer bits than this: 316 lengths of at most 14 bits each, and their own codes' lengths.
const HEAD: usize = 5_000;

/// Writes the lengths of both alphabets' codes, run-length encoded.
fn head(bits: &mut Bits, literals: &[u8; 286], distances: &[u8; 30]) {
    let used = |lengths: &[u8], least: usize| {
        let last = lengths.iter().rposition(|&length| length > 0);
        last.map_or(least, |last| (last + 1).max(least))
    };
    let (first, second) = (used(literals, END + 1), used(distances, 1));
    let all = literals
        .iter()
        .take(first)
        .chain(distances.iter().take(second));
    let all: Vec<u8> = all.copied().collect();
    let mut runs: Vec<Symbol> = Vec::new();
    let mut put = |symbol: u8, extra: usize, bits: u32| {
        runs.push(Symbol {
            symbol: usize::from(symbol),
            extra: extra as u32,
            bits,
        });
    };
    for run in all.chunk_by(|a, b| a == b) {
        let length = run.first().copied().unwrap_or(0);
        let mut left = run.len();
        if length > 0 {
            put(length, 0, 0);
            left -= 1;
        }
        while left > 0 {
            let part = match (length, left) {
                (0, 11..) => (18, left.min(138), 11, 7),
                (0, 3..) => (17, left.min(10), 3, 3),
                (1.., 3..) => (16, left.min(6), 3, 2),
                _ => (length, 1, 1, 0),
            };
            let (symbol, count, least, bits) = part;
            put(symbol, count - least, bits);
            left -= count;
        }
    }
    let mut counts = [0; 19];
    for symbol in &runs {
        counts[symbol.symbol] += 1;
    }
    let lengths = lengths(&counts, 7);
    let ordered = ORDER.map(|symbol| lengths[symbol]);
    let shown = used(&ordered, 4);
    bits.put((first - 257) as u64, 5);
    bits.put((second - 1) as u64, 5);
    bits.put((shown - 4) as u64, 4);
    for length in ordered.iter().take(shown) {
        bits.put(u64::from(*length), 3);
    }
    let codes = codes(&lengths);
    for symbol in runs {
        let (code, count) = codes[symbol.symbol].with(&symbol);
        bits.put(code, count);
    }
}

/// The lengths of Huffman's code for symbols that occur so often, at most `most` bits each; 0 for one that does not
/// occur. There are at least two codes, as some readers want.
fn lengths<const N: usize>(counts: &[u32; N], most: u8) -> [u8; N] {
    let mut counts = *counts;
    for symbol in 0..2 {
        if counts.iter().filter(|&&count| count > 0).count() < 2 {
            counts[symbol] = counts[symbol].max(1);
        }
    }
    loop {
        let mut leaves: Vec<(u32, usize)> = (0..N)
            .filter(|&symbol| counts[symbol] > 0)
            .map(|symbol| (counts[symbol], symbol))
            .collect();
        leaves.sort_unstable();
        let depths = depths(&leaves);
        if depths.iter().all(|&depth| depth <= most) {
            let mut lengths = [0; N];
            for (&(_, symbol), depth) in leaves.iter().zip(depths) {
                lengths[symbol] = depth;
            }
            return lengths;
        }
        // Nearer to each other, they have codes nearer to the same length.
        for count in counts.iter_mut().filter(|count| **count > 0) {
            *count = *count / 2 + 1;
        }
    }
}

/// How deep each leaf lies in Huffman's tree; the lightest come first.
fn depths(leaves: &[(u32, usize)]) -> Vec<u8> {
    let count = leaves.len();
    let mut weights: Vec<u32> = leaves.iter().map(|leaf| leaf.0).collect();
    let mut parents = vec![0; 2 * count - 1];
    // Inner nodes are made in the order of their weights, so that the two lightest are the first of either kind.
    let (mut leaf, mut inner) = (0, count);
    for node in count..2 * count - 1 {
        let mut sum = 0;
        for _ in 0..2 {
            let taken = if leaf < count && (inner == node || weights[leaf] <= weights[inner]) {
                &mut leaf
            } else {
                &mut inner
            };
            sum += weights[*taken];
            parents[*taken] = node;
            *taken += 1;
        }
        weights.push(sum);
    }
    let mut depths = vec![0_u8; 2 * count - 1];
    for node in (0..2 * count - 2).rev() {
        depths[node] = depths[parents[node]].saturating_add(1);
    }
    depths.truncate(count);
    depths
}

/// The codes of these lengths: shorter ones first, then in the order of the symbols.
fn codes<const N: usize>(lengths: &[u8; N]) -> [Code; N] {
    let mut next = [0_u32; 17];
    for &bits in lengths.iter().filter(|&&bits| bits > 0) {
        next[usize::from(bits) + 1] += 1;
    }
    for bits in 1..next.len() {
        next[bits] += next[bits - 1];
        next[bits] <<= 1;
    }
    lengths.map(|length| {
        let bits = u32::from(length);
        if bits == 0 {
            return Code::default();
        }
        let next = &mut next[usize::from(length)];
        let code = next.reverse_bits() >> (32 - bits);
        *next += 1;
        Code { code, bits }
    })
}

/// Bits, the first one lowest in its byte.
struct Bits {
    /// Whole bytes, and room for eight more.
    bytes: Vec<u8>,
    /// How many of them are written.
    written: usize,
    held: u64,
    count: u32,
}

impl Bits {
    /// With room for so many bits.
    fn new(room: usize) -> Self {
        Bits {
            bytes: vec![0; room / 8 + 16],
            written: 0,
            held: 0,
            count: 0,
        }
    }

    /// At most 56 bits.
    fn put(&mut self, value: u64, count: u32) {
        self.held |= value << self.count;
        self.count += count;
        // Eight bytes, of which the whole ones stay: there is no branch to be guessed.
        if let Some(bytes) = self.bytes.get_mut(self.written..self.written + 8) {
            bytes.copy_from_slice(&self.held.to_le_bytes());
        }
        self.written += self.count as usize / 8;
        self.held >>= self.count & !7;
        self.count &= 7;
    }

    /// The bytes, the last one filled with zeros.
    fn finish(mut self) -> Vec<u8> {
        self.bytes
            .truncate(self.written + usize::from(self.count > 0));
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::matches::tokens;
    use flate2::{Decompress, FlushDecompress};

    /// What another reader makes of some blocks.
    fn inflated(blocks: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = blocks.concat();
        bytes.extend([3, 0]);
        let mut read = Vec::with_capacity(1 << 20);
        let mut reader = Decompress::new(false);
        reader
            .decompress_vec(&bytes, &mut read, FlushDecompress::Finish)
            .unwrap();
        read
    }

    /// Bytes of so many values in runs of different lengths, some of them again after so many.
    fn bytes(count: usize, values: u32, again: usize) -> Vec<u8> {
        let mut noise = count as u32;
        let mut draw = |below: u32| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 8) % below
        };
        let mut bytes = Vec::new();
        while bytes.len() < count {
            if bytes.len() >= again && draw(3) == 0 {
                for _ in 0..draw(400) {
                    bytes.push(bytes[bytes.len() - again]);
                }
            }
            let (byte, run) = (draw(values) as u8, draw(12) * draw(12) * draw(5));
            bytes.extend((0..=run).map(|_| byte));
        }
        bytes.truncate(count);
        bytes
    }

    #[test]
    fn any_bytes_are_read_again_by_zlib() {
        for count in [0, 1, 2, 3, 4, 5, 257, 258, 259, 260, 70_000] {
            for (values, again, stride) in [
                (1, 1, 1),
                (2, 3, 3),
                (9, 1_000, 1_000),
                (80, 32_768, 700),
                (200, 32_769, 40_000),
                (256, 700, 700),
            ] {
                let bytes = bytes(count, values, again);
                let block = block(&tokens(&bytes, stride));
                let read = inflated(&[block.clone(), block]);
                assert!(
                    read == [bytes.clone(), bytes].concat(),
                    "{count} {values} {again}"
                );
            }
        }
    }

    /// RFC 1951, section 3.2.5: the tables' first, middle and last entries.
    #[test]
    fn lengths_and_distances_have_the_symbols_of_the_tables() {
        let length = |length| {
            (
                of_length(length).symbol,
                of_length(length).bits,
                of_length(length).extra,
            )
        };
        assert_eq!(length(3), (257, 0, 0));
        assert_eq!(length(10), (264, 0, 0));
        assert_eq!(length(12), (265, 1, 1));
        assert_eq!(length(130), (280, 4, 15));
        assert_eq!(length(257), (284, 5, 30));
        assert_eq!(length(258), (285, 0, 0));
        let distance = |distance| {
            let symbol = of_distance(distance);
            (symbol.symbol, symbol.bits, symbol.extra)
        };
        assert_eq!(distance(1), (0, 0, 0));
        assert_eq!(distance(4), (3, 0, 0));
        assert_eq!(distance(6), (4, 1, 1));
        assert_eq!(distance(32_768), (29, 13, 8_191));
    }

    /// Counts like Fibonacci's numbers make the deepest tree; codes of deflate have at most 15 bits.
    #[test]
    fn codes_are_not_longer_than_allowed_and_leave_no_gap() {
        let mut counts = [0_u32; 30];
        let (mut a, mut b) = (1, 1);
        for count in &mut counts {
            *count = a;
            (a, b) = (b, a + b);
        }
        for most in [7, 15] {
            let lengths = lengths(&counts, most);
            let taken: u32 = lengths.iter().map(|&length| 1 << (15 - length)).sum();
            assert_eq!(taken, 1 << 15);
            assert!(lengths.iter().all(|&length| (1..=most).contains(&length)));
            assert!(lengths.is_sorted_by(|a, b| a >= b), "{lengths:?}");
        }
        assert_eq!(lengths(&[0, 0, 5, 0], 15), [1, 0, 1, 0]);
    }
}
