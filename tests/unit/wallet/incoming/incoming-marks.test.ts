import { padHex } from 'viem';
import { isSince, nextStart, readRequestMark, writeRequestMark } from '@/lib/wallet/incoming/incoming-marks';

const place = { chainId: 1, account: padHex('0x1', { size: 20 }) };
const mark = { since: 7n, done: ['one'], token: padHex('0x2', { size: 20 }), amount: 5n };
const MINUTE = 60_000;

/** Makes this page load one of a type, a time after the page was opened before. */
function load(type: string, timeOrigin: number, now: number) {
  jest.setSystemTime(timeOrigin + now);
  Object.defineProperties(performance, {
    getEntriesByType: { configurable: true, value: () => [{ type }] },
    timeOrigin: { configurable: true, value: timeOrigin },
    now: { configurable: true, value: () => now },
  });
}

beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers({ now: 0, doNotFake: ['performance'] });
});
afterEach(() => jest.useRealTimers());

test('WAL-20 a request that was left stays open for some minutes', () => {
  load('navigate', 0, 0);
  writeRequestMark(place, mark);
  load('navigate', 0, 9 * MINUTE);
  expect(readRequestMark(place)).toMatchObject(mark);
  load('navigate', 0, 11 * MINUTE);
  expect(readRequestMark(place)).toBeNull();
});

test('WAL-20 a request stays open after a reload, and only then', () => {
  load('navigate', 0, 0);
  writeRequestMark(place, mark);
  load('navigate', 60 * MINUTE, 500);
  expect(readRequestMark(place)).toBeNull();
  load('reload', 60 * MINUTE, 500);
  expect(readRequestMark(place)).toMatchObject(mark);
  load('back_forward', 60 * MINUTE, 500);
  expect(readRequestMark(place)).toMatchObject(mark);
  // The page was reloaded, but opened its request much later.
  load('reload', 60 * MINUTE, 2 * MINUTE);
  expect(readRequestMark(place)).toBeNull();
});

test('WAL-20 something else in the storage starts the request again', () => {
  for (const text of ['12', '{', 'null', '{"since":"-1","done":[],"token":"","amount":null,"at":0}']) {
    sessionStorage.setItem(`tidewell.request.1.${place.account}`, text);
    expect(readRequestMark(place)).toBeNull();
  }
});

test('WAL-20 after a request is paid, a payment that a slow node showed late belongs to the next', () => {
  const [paid, late] = [
    { id: 'paid', block: 98n },
    { id: 'late', block: 97n },
  ];
  const seen = { payments: [paid], removed: [], head: { number: 100n }, againBlocks: 8n };
  const next = nextStart({ since: 50n, done: [] }, seen);
  expect(next).toEqual({ since: 92n, done: ['paid'] });
  expect(isSince(next, paid)).toBe(false);
  expect(isSince(next, late)).toBe(true);
});

test('WAL-20 many small payments do not make an earlier one pay the next request', () => {
  const paid = { id: 'paid', block: 98n };
  const dust = Array.from({ length: 500 }, (_, index) => ({ id: `dust ${index}`, block: 99n }));
  const seen = { payments: [...dust, paid], removed: [], head: { number: 100n }, againBlocks: 8n };
  expect(isSince(nextStart({ since: 50n, done: [] }, seen), paid)).toBe(false);
});

test('WAL-20 a payment from before a request pays nothing when a reorganization moves it to a later block', () => {
  const earlier = { id: 'earlier', block: 100n };
  const seen = { payments: [earlier], removed: [], head: { number: 100n }, againBlocks: 8n };
  const opened = nextStart({ since: 100n, done: [] }, seen);
  expect(opened.since).toBe(100n);
  expect(isSince(opened, { ...earlier, block: 101n })).toBe(false);
  expect(isSince(opened, { id: 'new', block: 101n })).toBe(true);
});
