import 'server-only';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { createFairQueue } from '../limits/fair-queue';
import {
  CONCURRENT_DRAWINGS,
  DRAW_LIMIT_BYTES,
  DRAW_TIMEOUT_MS,
  NftError,
  PICTURE_LIMIT_PIXELS,
  PICTURE_SIDE_PX,
  QUEUE_LIMIT,
} from './limits';

const PROGRAM = path.join('lib', 'server', 'nft', 'draw-program.mjs');
const OUTPUT_LIMIT_BYTES = 4 * 1_024 * 1_024;

const inTurn = createFairQueue(CONCURRENT_DRAWINGS, QUEUE_LIMIT);

function draw(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [
        '--max-old-space-size=128',
        path.join(/* turbopackIgnore: true */ process.cwd(), PROGRAM),
        String(PICTURE_SIDE_PX),
        String(PICTURE_LIMIT_PIXELS),
        String(DRAW_LIMIT_BYTES),
      ],
      // The process doesn't inherit the environment, because it contains secrets.
      {
        env: { NODE_ENV: 'production' },
        encoding: 'buffer',
        timeout: DRAW_TIMEOUT_MS,
        killSignal: 'SIGKILL',
        maxBuffer: OUTPUT_LIMIT_BYTES,
      },
      (error, drawn) => {
        if (error) reject(new NftError('unreadable', 'the picture cannot be decoded', { cause: error }));
        else if (drawn.byteLength === 0)
          reject(new NftError('unreadable', 'the re-encoded picture is empty'));
        else resolve(drawn);
      },
    );
    // The process may exit before it has read everything. Its exit is handled in the callback above.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(bytes);
  });
}

/**
 * Re-encodes a PNG, JPEG, WebP, GIF, AVIF, or SVG image as WebP in a separate process. Keeps only the first frame,
 * upright, within a square of PICTURE_SIDE_PX.
 * @throws NftError if the image can't be decoded, or ApiError 503 if too many are queued.
 */
export async function drawPicture(bytes: Buffer, client: string): Promise<Buffer> {
  return inTurn(client, () => draw(bytes));
}
