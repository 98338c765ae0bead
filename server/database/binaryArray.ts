const bigintOid = 20;
const header = 20;
const elementBytes = 12;
const twoTo32 = 2 ** 32;

/**
 * Whole numbers as a parameter of type `bigint[]` in PostgreSQL's binary form (array_recv): for
 * thousands of them, of which the database would have to read each digit.
 */
export function bigintArray(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(header + values.length * elementBytes);
  // Dimensions, whether there are nulls, the elements' type, their number, the first one's index.
  [values.length === 0 ? 0 : 1, 0, bigintOid, values.length, 1].forEach((field, index) => {
    bytes.writeInt32BE(field, index * 4);
  });
  let at = header;
  for (const value of values) {
    const high = Math.floor(value / twoTo32);
    bytes.writeInt32BE(8, at);
    bytes.writeInt32BE(high, at + 4);
    bytes.writeUInt32BE(value - high * twoTo32, at + 8);
    at += elementBytes;
  }
  return values.length === 0 ? bytes.subarray(0, 12) : bytes;
}
