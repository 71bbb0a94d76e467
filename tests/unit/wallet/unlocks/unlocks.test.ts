import fc from 'fast-check';
import ICAL from 'ical.js';
import type { Address } from 'viem';
import { calendarText } from '@/lib/format/icalendar';
import type { Pledge } from '@/lib/wallet/pledge/pledge-arithmetic';
import {
  type LivePresale,
  type PresaleRead,
  type PresaleTerms,
  vestedAt,
} from '@/lib/wallet/presale/presale-arithmetic';
import type { LivePool, PoolRead } from '@/lib/wallet/stake/staking-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import {
  joinPlans,
  pledgeUnlocks,
  poolUnlocks,
  presaleUnlocks,
  unlockUid,
} from '@/lib/wallet/unlocks/plan-unlocks';

const address = (digit: string) => `0x${digit.repeat(40)}` as Address;
const place = { chainId: 7, contract: address('c') };
const token: ListedToken = { coinId: 2, symbol: 'tUSDT', decimals: 6, address: address('2') };
const NOW = 1_000_000n;

const pledge = (change: Partial<Pledge>): Pledge => ({
  ...{ id: 0n, termId: 0n, token: token.address, amount: 100n, interest: 5n, penalty: 1n },
  ...{ startedAt: 0n, maturesAt: NOW + 50n, status: 'active', ...change },
});

test('WAL-13 active pledges are dates with amount and interest; matured ones are available, closed and unlisted ones left out', () => {
  const plan = pledgeUnlocks(
    place,
    [
      pledge({}),
      pledge({ id: 1n, maturesAt: NOW }),
      pledge({ id: 2n, status: 'redeemed' }),
      pledge({ id: 3n, token: address('9') }),
    ],
    new Map([[token.address, token]]),
    NOW,
  );
  expect(plan.unlocks).toEqual([{ ...place, kind: 'pledge', part: '0', amount: 105n, token, at: NOW + 50n }]);
  expect(plan.free).toEqual([{ ...place, kind: 'pledge', part: '1', amount: 105n, token }]);
});

const terms = { cliff: 3_600n, vesting: 86_400n } as PresaleTerms;
function live(change: Partial<PresaleRead> & Pick<LivePresale, 'stage'>, now = NOW, of = terms): LivePresale {
  const position = { contributed: 70n, bought: 1_000n, claimed: 0n, inWallet: 0n };
  const { stage, ...rest } = change;
  const read = { position, end: NOW, ...rest } as PresaleRead;
  const released = stage === 'succeeded' ? vestedAt({ bought: 1_000n, end: read.end, terms: of }, now) : 0n;
  return { read, stage, claimable: released, now, aheadMs: 0 };
}
const sale = (state: LivePresale, of = terms) =>
  presaleUnlocks(place, state, of, { ...token, symbol: 'tTIDE' }, token);

test('WAL-13 the milestones of a presale are the cliff, each vesting quarter after it, and the end', () => {
  const { unlocks, free } = sale(live({ stage: 'succeeded' }));
  expect(unlocks.map(({ kind, at, amount }) => [kind, at - NOW, amount])).toEqual([
    ['cliff', 3_600n, 41n],
    ['vesting', 21_600n, 209n],
    ['vesting', 43_200n, 250n],
    ['vesting', 64_800n, 250n],
    ['vested', 86_400n, 250n],
  ]);
  expect(free).toEqual([]);
  const later = sale(live({ stage: 'succeeded' }, NOW + 43_200n));
  expect(later.unlocks.map(({ kind }) => kind)).toEqual(['vesting', 'vested']);
  expect(later.free).toMatchObject([{ kind: 'vested', amount: 500n, token: { symbol: 'tTIDE' } }]);
  expect(sale(live({ stage: 'succeeded' }, NOW + 86_400n)).unlocks).toEqual([]);
});

test('WAL-13 milestones are in the future, in order, and add up to the unreleased amount for any terms', () => {
  const span = fc.bigInt({ min: 0n, max: 100_000_000n });
  fc.assert(
    fc.property(span, span, span, (vesting, cliff, passed) => {
      const of = { cliff: cliff % (vesting + 1n), vesting } as PresaleTerms;
      const now = NOW + passed;
      const { unlocks } = sale(live({ stage: 'succeeded' }, now, of), of);
      const left = 1_000n - vestedAt({ bought: 1_000n, end: NOW, terms: of }, now);
      expect(unlocks.reduce((sum, { amount }) => sum + amount, 0n)).toBe(left);
      expect(unlocks.every(({ at }) => at > now)).toBe(true);
      expect(unlocks.map(({ at }) => at)).toEqual(unlocks.map(({ at }) => at).sort((a, b) => Number(a - b)));
      expect(new Set(unlocks.map((unlock) => unlockUid(unlock, address('a')))).size).toBe(unlocks.length);
    }),
  );
});

test('WAL-13 an open sale lists only its end; a failed one offers a refund', () => {
  expect(sale(live({ stage: 'open', end: NOW + 9n }))).toEqual({
    unlocks: [{ ...place, kind: 'saleEnd', part: '', at: NOW + 9n, amount: 70n, token }],
    free: [],
  });
  expect(sale(live({ stage: 'failed' }))).toEqual({
    unlocks: [],
    free: [{ ...place, kind: 'refund', part: '', amount: 70n, token }],
  });
  expect(sale(live({ stage: 'open', position: null }))).toEqual({ unlocks: [], free: [] });
});

test('WAL-13 a stake and its rewards are available now; only the reward stream has an end date', () => {
  const read = {
    endsAt: NOW + 7n,
    remaining: 5n,
    position: { staked: 9n, earned: 1n, inWallet: 0n },
  } as PoolRead;
  const pool = { read, earned: 3n, now: NOW } as LivePool;
  const plan = poolUnlocks(place, pool, token, { ...token, symbol: 'tTIDE' });
  expect(plan.unlocks).toMatchObject([{ kind: 'rewardsEnd', at: NOW + 7n, amount: 9n }]);
  expect(plan.free).toMatchObject([
    { kind: 'stake', amount: 9n },
    { kind: 'rewards', amount: 3n, token: { symbol: 'tTIDE' } },
  ]);
  expect(poolUnlocks(place, { ...pool, now: NOW + 7n }, token, token).unlocks).toEqual([]);
  const joined = joinPlans([
    plan,
    pledgeUnlocks(place, [pledge({ maturesAt: NOW + 2n })], new Map([[token.address, token]]), NOW),
  ]);
  expect(joined.unlocks.map(({ kind }) => kind)).toEqual(['pledge', 'rewardsEnd']);
});

test('WAL-13 an unlock has a stable identifier that reveals no account and differs between accounts', () => {
  const [unlock] = pledgeUnlocks(place, [pledge({})], new Map([[token.address, token]]), NOW).unlocks;
  if (!unlock) throw new Error('no unlock');
  const uid = unlockUid(unlock, address('a'));
  expect(unlockUid({ ...unlock, amount: 1n }, address('a'))).toBe(uid);
  expect(unlockUid(unlock, address('b'))).not.toBe(uid);
  expect(uid).toMatch(/^[0-9a-f]{40}@tidewell$/);
});

const now = new Date('2026-11-22T01:02:03.456Z');
const event = {
  uid: 'abc@tidewell',
  at: 1_800_000_000n,
  summary: 'Pledge matures: 1,000.5 tUSDT',
  description: 'One; two, three \\ four\nfive',
  url: 'https://wallet.example/wallet/pledge?chain=1',
};

test('WAL-13 a calendar file follows RFC 5545 in lines and properties, with an alarm a day before', () => {
  const text = calendarText('Tidewell unlocks', [event], now);
  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tidewell//Unlock calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Tidewell unlocks',
    'X-WR-CALNAME:Tidewell unlocks',
    'BEGIN:VEVENT',
    'UID:abc@tidewell',
    'DTSTAMP:20261122T010203Z',
    'DTSTART:20270115T080000Z',
    'SUMMARY:Pledge matures: 1\\,000.5 tUSDT',
    'DESCRIPTION:One\\; two\\, three \\\\ four\\nfive',
    'URL:https://wallet.example/wallet/pledge?chain=1',
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Pledge matures: 1\\,000.5 tUSDT',
    'TRIGGER:-P1D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('WAL-13 another program can read back every text, regardless of its length or content', () => {
  // Without a size, no text would be long enough for a line to be folded.
  const strange = fc.string({ unit: 'grapheme', maxLength: 200, size: 'max' });
  let folded = 0;
  fc.assert(
    fc.property(
      fc.array(fc.record({ summary: strange, description: strange }), { maxLength: 3 }),
      (texts) => {
        if (texts.some(({ summary }) => summary.length > 75)) folded += 1;
        const events = texts.map((given, index) => ({ ...event, ...given, uid: `${index}@tidewell` }));
        const text = calendarText('解鎖日程', events, now);
        for (const line of text.split('\r\n'))
          expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        const read = new ICAL.Component(ICAL.parse(text));
        expect(read.getFirstPropertyValue('name')).toBe('解鎖日程');
        const found = read.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
        const seen = (given: string) =>
          given.replace(/\r\n?/g, '\n').replace(/\p{Cc}/gu, (c) => (c === '\n' ? c : ''));
        expect(found.map(({ uid, summary, description }) => ({ uid, summary, description }))).toEqual(
          events.map(({ uid, summary, description }) => ({
            uid,
            summary: seen(summary),
            description: seen(description),
          })),
        );
        for (const { startDate, component } of found) {
          expect(startDate.toJSDate().getTime()).toBe(1_800_000_000_000);
          const alarm = component.getFirstSubcomponent('valarm');
          expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-P1D');
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(folded).toBeGreaterThan(10);
});

test('WAL-13 line breaks of every system become those of the calendar format', () => {
  const text = calendarText('Unlocks', [{ ...event, summary: 'a\rb\r\nc\nd\u0007e' }], now);
  expect(text).toContain('SUMMARY:a\\nb\\nc\\nde\r\n');
});

test('WAL-13 lines are folded after 75 octets, and only then', () => {
  const lineOf = (summary: string) => {
    const text = calendarText('Unlocks', [{ ...event, summary }], now);
    return text.slice(text.indexOf('SUMMARY'), text.indexOf('\r\nDESCRIPTION'));
  };
  const full = 'x'.repeat(75 - 'SUMMARY:'.length);
  expect(lineOf(full)).toBe(`SUMMARY:${full}`);
  expect(lineOf(`${full}y${'z'.repeat(74)}`)).toBe(`SUMMARY:${full}\r\n y${'z'.repeat(73)}\r\n z`);
});
