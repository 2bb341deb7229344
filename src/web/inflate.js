// Unpacks gzip, for browsers without DecompressionStream (before 2023). RFC 1951 and 1952; the checksum is
// not checked, because a damaged module does not compile anyway.
const inflate = (() => {
  'use strict';
  const LENGTHS = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227, 258,
  ];
  const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
  const DISTANCES = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
    4097, 6145, 8193, 12289, 16385, 24577,
  ];
  const DISTANCE_BITS = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ];
  const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

  // Canonical Huffman codes: how many there are of each length, and the symbols in the order of their codes.
  function codes(lengths) {
    const counts = new Uint16Array(16),
      starts = new Uint16Array(16),
      symbols = new Uint16Array(lengths.length);
    for (const length of lengths) counts[length]++;
    counts[0] = 0;
    for (let i = 1; i < 16; i++) starts[i] = starts[i - 1] + counts[i - 1];
    lengths.forEach((length, symbol) => {
      if (length) symbols[starts[length]++] = symbol;
    });
    return { counts, symbols };
  }

  return function (packed) {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    const out = new Uint8Array(view.getUint32(packed.length - 4, true)); // the size is at the end
    let at = 10,
      bits = 0,
      count = 0,
      end = 0;
    if (packed[3] !== 0) throw new Error('inflate: only the plain gzip header is known');

    function take(number) {
      while (count < number) {
        bits |= packed[at++] << count;
        count += 8;
      }
      const value = bits & ((1 << number) - 1);
      bits >>>= number;
      count -= number;
      return value;
    }
    function symbol({ counts, symbols }) {
      let code = 0,
        first = 0,
        index = 0;
      for (let length = 1; length < 16; length++) {
        code |= take(1);
        if (code - first < counts[length]) return symbols[index + code - first];
        index += counts[length];
        first = (first + counts[length]) << 1;
        code <<= 1;
      }
      throw new Error('inflate: damaged');
    }
    function tables() {
      const literals = take(5) + 257,
        distances = take(5) + 1,
        lengths = new Array(19).fill(0);
      for (let i = 0, known = take(4) + 4; i < known; i++) lengths[ORDER[i]] = take(3);
      const of = codes(lengths),
        all = [];
      while (all.length < literals + distances) {
        const next = symbol(of);
        if (next < 16) all.push(next);
        else if (next === 16)
          for (let last = all[all.length - 1], n = 3 + take(2); n > 0; n--) all.push(last);
        else for (let n = next === 17 ? 3 + take(3) : 11 + take(7); n > 0; n--) all.push(0);
      }
      return [codes(all.slice(0, literals)), codes(all.slice(literals))];
    }
    const fixed = [
      codes([...Array(288).keys()].map((i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))),
      codes(new Array(30).fill(5)),
    ];

    for (let last = 0; !last;) {
      last = take(1);
      const kind = take(2);
      if (kind === 0) {
        bits = count = 0;
        const size = packed[at] | (packed[at + 1] << 8);
        out.set(packed.subarray(at + 4, at + 4 + size), end);
        at += 4 + size;
        end += size;
        continue;
      }
      const [literals, distances] = kind === 1 ? fixed : tables();
      for (;;) {
        const next = symbol(literals);
        if (next === 256) break;
        if (next < 256) {
          out[end++] = next;
          continue;
        }
        const length = LENGTHS[next - 257] + take(LENGTH_BITS[next - 257]),
          of = symbol(distances);
        const distance = DISTANCES[of] + take(DISTANCE_BITS[of]);
        for (let i = 0; i < length; i++, end++) out[end] = out[end - distance];
      }
    }
    return out;
  };
})();
