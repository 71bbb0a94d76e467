const HEADER = 6;
const ENTRY = 16;
/** Where a PNG has its width, which is its height too here. */
const PNG_WIDTH_AT = 16;

/** A Windows icon file of square PNG pictures of at most 256 pixels. */
export function icoFile(pictures: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER + ENTRY * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach((png, i) => {
    const at = HEADER + ENTRY * i;
    // A byte has no 256: the format writes it as 0.
    const size = png.readUInt32BE(PNG_WIDTH_AT) % 256;
    header.writeUInt8(size, at);
    header.writeUInt8(size, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...pictures]);
}
