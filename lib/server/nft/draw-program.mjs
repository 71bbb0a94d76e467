/**
 * Re-encodes the image on standard input as WebP on standard output. Each image is decoded in a separate process, so
 * that a crash or hang in a decoder doesn't affect other images. Only pixels are kept: scripts in an SVG never run, and
 * its external references are never loaded.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

const [side = 0, limitInputPixels = 0, limitBytes = 0] = process.argv.slice(2).map(Number);
/** Resolution, in pixels per inch, at which one SVG unit is one pixel. */
const UNIT_DENSITY = 72;
/** How often the memory is checked. In this time, a decoder can fill some tens of megabytes. */
const CHECK_MS = 10;

// Decoders allocate outside of V8's heap, and a small SVG can make one take gigabytes: by the results of a filter, a huge
// pattern, or millions of elements. They run in other threads, so this one can check their memory, on every platform.
setInterval(() => {
  if (process.memoryUsage.rss() > limitBytes) process.kill(process.pid, 'SIGKILL');
}, CHECK_MS).unref();

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
