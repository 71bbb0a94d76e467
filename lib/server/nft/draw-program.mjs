/**
 * Draws the picture on its standard input anew, as a WebP on its standard output: a process of its own for each, so that
 * what breaks a decoder, or keeps it busy, ends with it. Nothing but pixels gets through; a script in an SVG never runs,
 * and nothing that it refers to is loaded.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

const [side = 0, limitInputPixels = 0] = process.argv.slice(2).map(Number);
/** Of SVG: as many pixels an inch as have one unit. */
const UNIT_DENSITY = 72;

const decoders = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Svg'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}`) });
sharp.concurrency(1);
sharp.cache(false);

const bytes = await buffer(process.stdin);
const { width, height, format } = await sharp(bytes, { limitInputPixels }).metadata();
const density = Math.min(Math.max((UNIT_DENSITY * side) / Math.max(width, height), 1), UNIT_DENSITY * side);
const drawn = await sharp(bytes, {
  limitInputPixels,
  failOn: 'error',
  ...(format === 'svg' ? { density } : {}),
})
  .autoOrient()
  .resize(side, side, { fit: 'inside', withoutEnlargement: true })
  .webp({ quality: 82 })
  .toBuffer();
process.stdout.end(drawn);
