/** @jest-environment node */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { drawPicture } from '@/lib/server/nft/draw-picture';
import { DRAW_LIMIT_BYTES, PICTURE_LIMIT_PIXELS, PICTURE_SIDE_PX } from '@/lib/server/nft/limits';

const svg = (content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7000 7000" width="7000" height="7000">${content}</svg>`,
  );
/** Each result of a filter is a bitmap of the picture's size. */
const filters = svg(
  `<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="7000" height="7000">${Array.from(
    { length: 2_000 },
    (_, index) => `<feFlood result="r${index}"/>`,
  ).join('')}</filter><rect width="7000" height="7000" filter="url(#f)"/>`,
);
/** A pattern is drawn as one bitmap, here far larger than the picture. */
const pattern = svg(
  '<pattern id="p" patternUnits="userSpaceOnUse" width="7000" height="7000" patternTransform="scale(30)"><rect width="7000" height="7000" fill="red"/></pattern><rect width="7000" height="7000" fill="url(#p)"/>',
);

test.each([
  ['the results of a filter', filters],
  ['a huge pattern', pattern],
])('WAL-15 stops a re-encoding that takes too much memory for %s', async (_, picture) => {
  await expect(drawPicture(picture, 'client')).rejects.toMatchObject({
    problem: 'unreadable',
    // Node sets `killed` only if the time was over.
    cause: { signal: 'SIGKILL', killed: false },
  });
});

/** Peak memory of a running process in bytes, or 0 if it has ended. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
  } catch (error) {
    // ENOENT, or ESRCH if the process ends while it is read.
    if (error instanceof Error && 'code' in error) return 0;
    throw error;
  }
}

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux.each([
  ['the results of a filter', filters],
  ['a huge pattern', pattern],
])('WAL-15 the memory of a re-encoding stays bounded for %s', async (_, picture) => {
  const limits = [PICTURE_SIDE_PX, PICTURE_LIMIT_PIXELS, DRAW_LIMIT_BYTES].map(String);
  const child = spawn(process.execPath, ['lib/server/nft/draw-program.mjs', ...limits]);
  child.stdin.on('error', () => undefined).end(picture);
  let peak = 0;
  const sample = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid));
  }, 5);
  await once(child, 'exit');
  clearInterval(sample);
  expect(peak).toBeGreaterThan(DRAW_LIMIT_BYTES / 4);
  expect(peak).toBeLessThan(DRAW_LIMIT_BYTES * 1.5);
});
