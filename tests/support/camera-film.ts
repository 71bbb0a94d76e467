import { writeFile } from 'node:fs/promises';
import encodeQR from 'qr';

const [WIDTH, HEIGHT] = [640, 480];
const MODULE_PX = 8;

/**
 * Writes a film (YUV4MPEG2) of one frame, a QR code as a camera sees it: a little dim, in the middle of something grey.
 * Chromium shows it as its camera's picture.
 */
export async function filmCode(file: string, text: string): Promise<void> {
  const code = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const luma = Buffer.alloc(WIDTH * HEIGHT, 120);
  const side = code.length * MODULE_PX;
  const [left, top] = [Math.floor((WIDTH - side) / 2), Math.floor((HEIGHT - side) / 2)];
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const isDark = code[Math.floor(y / MODULE_PX)]?.[Math.floor(x / MODULE_PX)] ?? false;
      luma[(top + y) * WIDTH + left + x] = isDark ? 40 : 215;
    }
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`;
  await writeFile(file, Buffer.concat([Buffer.from(header), luma, colour]));
}
