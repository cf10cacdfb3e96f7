//! Palette indexes to the codes of a GIF (its specification's appendix F). Frames are large areas of one index, for which
//! a table that is looked up directly takes a fifth of the time of a general compressor.

/// The most codes there are.
const MOST: usize = 4_096;
/// The longest code, in bits.
const LONGEST: u32 = 12;

/// Compresses one frame after the other.
pub struct Lzw {
    /// The bits of an index.
    bits: u32,
    /// The code of each known sequence with one more index; 0 where that is not known.
    longer: Vec<u16>,
    /// The entries of `longer` that are not 0.
    known: Vec<usize>,
    /// The same for one more of a sequence's last index. Nearly all that is looked up is here, in little memory.
    again: Vec<u16>,
}

impl Lzw {
    /// For indexes below `colours`, which are at most 256.
    pub fn new(colours: usize) -> Self {
        let bits = colours.clamp(4, 256).next_power_of_two().ilog2();
        Lzw {
            bits,
            longer: vec![0; MOST << bits],
            known: Vec::with_capacity(MOST),
            again: vec![0; MOST],
        }
    }

    /// The bits of an index, and then the codes of all.
    pub fn compress(&mut self, indexes: &[u8]) -> Vec<u8> {
        let clear = 1 << self.bits;
        let mut out = Codes {
            bytes: vec![self.bits as u8],
            held: 0,
            count: 0,
            size: self.bits + 1,
        };
        out.put(clear);
        let mut next = clear + 2;
        let mut indexes = indexes.iter().map(|&index| u32::from(index) & (clear - 1));
        let Some(first) = indexes.next() else {
            out.put(clear + 1);
            return out.finish();
        };
        let (mut sequence, mut last) = (first, first);
        for index in indexes {
            let entry = (sequence << self.bits | index) as usize;
            let longer = if index == last {
                self.again.get_mut(sequence as usize)
            } else {
                self.longer.get_mut(entry)
            };
            last = index;
            let Some(longer) = longer else { continue };
            if *longer > 0 {
                sequence = u32::from(*longer);
                continue;
            }
            *longer = next as u16;
            self.known.push(entry);
            out.put(sequence);
            out.grow(next);
            next += 1;
            if next as usize == MOST {
                out.put(clear);
                self.forget();
                next = clear + 2;
                out.size = self.bits + 1;
            }
            sequence = index;
        }
        out.put(sequence);
        out.grow(next);
        out.put(clear + 1);
        self.forget();
        out.finish()
    }

    fn forget(&mut self) {
        for entry in self.known.drain(..) {
            if let Some(longer) = self.longer.get_mut(entry) {
                *longer = 0;
            }
        }
        self.again.fill(0);
    }
}

/// Codes as bits, the first one lowest in its byte.
struct Codes {
    bytes: Vec<u8>,
    held: u32,
    count: u32,
    /// The bits of a code.
    size: u32,
}

impl Codes {
    fn put(&mut self, code: u32) {
        self.held |= code << self.count;
        self.count += self.size;
        while self.count >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    /// Makes room for a code that is new now: a reader knows it one code later, and then takes longer ones.
    fn grow(&mut self, code: u32) {
        if code == 1 << self.size && self.size < LONGEST {
            self.size += 1;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.held as u8);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::gif::{DecodeOptions, Encoder, Frame};

    /// What another reader makes of some frames, one index after the other.
    #[test]
    fn any_frame_is_read_again() {
        for colours in [2, 4, 5, 64, 128, 129, 256] {
            let mut lzw = Lzw::new(colours);
            let mut noise = colours as u32;
            for (width, height) in [(1, 1), (2, 1), (3, 5), (64, 64), (300, 200)] {
                for run in [1, 3, 900] {
                    let indexes: Vec<u8> = (0..width * height)
                        .scan(0, |index, _| {
                            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                            if noise >> 8 & 0xFFFF < 0x1_0000 / run {
                                *index = (noise >> 24) as usize % colours;
                            }
                            Some(*index as u8)
                        })
                        .collect();
                    let frame = Frame {
                        width: width as u16,
                        height: height as u16,
                        buffer: lzw.compress(&indexes).into(),
                        ..Frame::default()
                    };
                    let table = vec![0; colours * 3];
                    let mut file = Vec::new();
                    let mut encoder = Encoder::new(&mut file, 300, 200, &table).unwrap();
                    encoder.write_lzw_pre_encoded_frame(&frame).unwrap();
                    drop(encoder);
                    let mut reader = DecodeOptions::new().read_info(file.as_slice()).unwrap();
                    let read = reader.read_next_frame().unwrap().unwrap();
                    assert!(read.buffer == indexes, "{colours} {width} {height} {run}");
                }
            }
        }
    }
}
