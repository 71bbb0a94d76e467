import { smoothPath, straightPath } from '@/lib/art/path';
import { portrait } from '@/lib/art/portrait';
import { ringLines } from '@/lib/art/rings';
import { strataLines } from '@/lib/art/strata';
import { brokenLines, type TideField, tidePoints } from '@/lib/art/tide-lines';

const field: TideField = { seed: 7, width: 2880, height: 1200, lines: 36 };

describe('paths', () => {
  test('use whole relative units and mirrored tangents', () => {
    expect(
      smoothPath([
        [0, 0],
        [10.2, 0],
        [20, 10],
      ]),
    ).toBe('M0 0c2 0 7-2 10 0s8 8 10 10');
    expect(
      straightPath([
        [0, 0],
        [10, 0],
        [10, 5],
        [4, -1],
      ]),
    ).toBe('M0 0h10v5l-6-6');
    expect(
      straightPath(
        [
          [0, 0],
          [10, 0],
        ],
        true,
      ),
    ).toMatch(/z$/);
  });
});

describe('tide lines', () => {
  test('are the same for the same seed and different for another', () => {
    expect(tidePoints(field)).toEqual(tidePoints(field));
    expect(tidePoints({ ...field, seed: 8 })).not.toEqual(tidePoints(field));
  });

  test('keep their order at every step, around stones and wells', () => {
    const lines = tidePoints({
      ...field,
      swell: 0.02,
      stones: [{ x: 0.5, y: 0.5, width: 0.2, height: 0.2 }],
      wells: [{ x: 0.8, width: 0.1, depth: 0.3 }],
    });
    const crossings = lines.flatMap((line, i) =>
      line.filter(([, y], step) => y > (lines[i + 1]?.[step]?.[1] ?? Infinity)),
    );
    expect(crossings).toEqual([]);
  });

  test('do not cross a stone', () => {
    const stone = { x: 0.5, y: 0.5, width: 0.2, height: 0.25 };
    const inside = tidePoints({ ...field, swell: 0, steps: 20, stones: [stone] })
      .flatMap((line) => line.filter(([x]) => Math.abs(x / field.width - stone.x) < 0.02))
      .filter(([, y]) => Math.abs(y / field.height - stone.y) < stone.height * 0.99);
    expect(inside).toEqual([]);
  });

  test('break off within the given range', () => {
    const { ends } = brokenLines(field, [0.5, 0.8]);
    expect(ends).toHaveLength(field.lines);
    for (const [x] of ends) expect(x).toBeGreaterThanOrEqual(field.width * 0.5);
  });
});

test('a picture stays within a few kilobytes', () => {
  const size = (paths: readonly string[]) => paths.join('').length;
  const faults = [{ x: 0.4, drop: 0.1 }];
  expect(size(strataLines({ seed: 5, width: 1200, height: 900, lines: 24, faults }))).toBeLessThan(12_000);
  expect(size(ringLines({ seed: 4, centre: [600, 450], inner: 20, outer: 560, rings: 26 }))).toBeLessThan(
    9_000,
  );
  expect(size(Object.values(portrait({ seed: 2, hair: 'bob' }).hatches))).toBeLessThan(8_000);
});
