//! The Shuffle Tower Game's arrangements, numbered from 0 so that every allowed one has exactly one number.
//!
//! Inventor's page: "the King and the Rooks remain in their positions unchanged. The Merchants HAVE to be on different
//! bindings, one on each. Bishops have to be on different bindings, two on each. Captains are dealt with likewise.
//! Other wise it's all Random."
//!
//! On one rank the halves of bishops and captains are the parities of column + row, and each half falls into two
//! merchant bindings by the parity of the column. Of the twenty free files the four merchant bindings have 4 and 4
//! (both letters of one parity) and 6 and 6. So there are 4 x 4 x 6 x 6 ways for the merchants; that leaves 6 and 10
//! files of the two halves, 15 x 45 ways for the bishops; 4 and 8 for the captains, 6 x 28 ways; and 8 files for four
//! knights and four jesters, 70 ways. An arrangement's number is these choices as the digits of a number of mixed
//! radix, the first choice counting most; a choice of several files is numbered by the combinations in
//! lexicographic order.

use super::board::{PER_RANK, WIDTH};
use super::options::ARRANGEMENTS;
use super::pieces::Role;

/// The first rank, by file (row times five and column).
pub type FirstRank = [Role; PER_RANK as usize];

/// Number of options of each choice, in the order of the choices.
const RADICES: [u64; 9] = [4, 4, 6, 6, 15, 45, 6, 28, 70];

/// The number of the arrangement for a seed: each seed has a different one. Arrangements of neighbouring seeds have
/// no more in common than any two, while neighbouring numbers differ by the last choice alone.
pub fn number_of_seed(seed: u64) -> u64 {
    // Each step permutes the numbers of 33 bits; a number beyond the arrangements takes further rounds until it is one
    // of them.
    const BITS: u64 = (1 << 33) - 1;
    let mut number = seed % ARRANGEMENTS;
    loop {
        for (factor, shift) in [
            (0x1_9e37_79b9, 17),
            (0x0_bf58_476d, 16),
            (0x1_94d0_49bb, 17),
        ] {
            number = number.wrapping_mul(factor) & BITS;
            number ^= number >> shift;
        }
        if number < ARRANGEMENTS {
            return number;
        }
    }
}

/// The arrangement of that number; numbers from [`ARRANGEMENTS`] on begin again from 0.
pub fn arrangement(number: u64) -> FirstRank {
    let mut rest = number % ARRANGEMENTS;
    let mut digits = [0; RADICES.len()];
    for (digit, radix) in digits.iter_mut().zip(RADICES).rev() {
        *digit = rest % radix;
        rest /= radix;
    }
    let mut rank = [Role::Jester; PER_RANK as usize];
    for file in [0, 4, 20, 24] {
        rank[file] = Role::Rook;
    }
    rank[12] = Role::King;
    // What is still free, by merchant binding: both letters even, both odd, then the two mixed ones.
    let mut free: [Vec<usize>; 4] = Default::default();
    for file in 0..PER_RANK {
        let (column, row) = (file % WIDTH, file / WIDTH);
        let index = usize::from(file);
        if rank[index] == Role::Jester {
            let binding = match (column % 2, row % 2) {
                (0, 0) => 0,
                (1, 1) => 1,
                (0, _) => 2,
                _ => 3,
            };
            free[binding].push(index);
        }
    }
    for (binding, files) in free.iter_mut().enumerate() {
        let chosen = usize::try_from(digits[binding]).unwrap_or_default() % files.len();
        rank[files.remove(chosen)] = Role::Merchant;
    }
    let [even, odd, east, north] = free;
    let mut halves = [[even, odd].concat(), [east, north].concat()];
    for half in &mut halves {
        half.sort_unstable();
    }
    for (first, role) in [(4, Role::Bishop), (6, Role::Captain)] {
        for (half, files) in halves.iter_mut().enumerate() {
            for file in combination(files, 2, digits[first + half]) {
                rank[file] = role;
                files.retain(|free| *free != file);
            }
        }
    }
    let mut left = halves.concat();
    left.sort_unstable();
    for file in combination(&left, 4, digits[8]) {
        rank[file] = Role::Knight;
    }
    rank
}

/// The combination of `count` of the files that has that number in lexicographic order.
fn combination(files: &[usize], count: usize, mut number: u64) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(count);
    for (index, &file) in files.iter().enumerate() {
        let wanted = count - chosen.len();
        if wanted == 0 {
            break;
        }
        let with_it = ways(files.len() - index - 1, wanted - 1);
        if number < with_it {
            chosen.push(file);
        } else {
            number -= with_it;
        }
    }
    chosen
}

/// Number of ways to choose `count` of `from` things.
pub fn ways(from: usize, count: usize) -> u64 {
    (0..count.min(from + 1)).fold(1, |product, index| {
        product * (from - index) as u64 / (index as u64 + 1)
    })
}
