import sharp from 'sharp';

const LONGEST_FILE_BYTES = 80_000;

/** A drawing as a small PNG. Lines have few colours: a palette halves the file, and one of 16 halves it again. */
export async function compress(drawing: Buffer): Promise<Buffer> {
  const png = (colours: number) =>
    sharp(drawing).png({ palette: true, colours, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer();
  const fine = await png(32);
  return fine.length <= LONGEST_FILE_BYTES ? fine : png(16);
}
