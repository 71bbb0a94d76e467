/** @jest-environment node */
import { rate } from './report';

const times = (name: string, empty: number, full: number) => ({ name, empty: [empty], full: [full] });

test('OPS-4 a call that takes more than three times as long on a full database is reported', () => {
  expect(rate(times('GET /slow', 10, 31))).toEqual({
    cells: ['GET /slow', '10.0', '31.0', '3.10'],
    isSlow: true,
  });
  expect(rate(times('GET /fine', 10, 29)).isSlow).toBe(false);
});

test('OPS-4 a difference of a few milliseconds is noise', () => {
  expect(rate(times('GET /quick', 1, 5)).isSlow).toBe(false);
});
