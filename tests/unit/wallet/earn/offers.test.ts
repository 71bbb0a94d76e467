/** @jest-environment node */

import { readEarnParams } from '@/components/wallet/earn/earn-params';
import { groupOffers } from '@/components/wallet/earn/group-offers';
import { arrangeOffers } from '@/lib/wallet/earn/arrange-offers';
import { pledgeOffers } from '@/lib/wallet/earn/pledge-offers';
import { pledgePositions, presalePosition, stakePosition } from '@/lib/wallet/earn/positions';
import { presaleOffer } from '@/lib/wallet/earn/presale-offer';
import { stakeOffer } from '@/lib/wallet/earn/stake-offer';
import { accruedInterest, annualBps, discountBps, poolYieldBps } from '@/lib/wallet/earn/yield';
import type { Pledge } from '@/lib/wallet/pledge/pledge-arithmetic';
import { followPresale, type PresaleRead, type PresaleTerms } from '@/lib/wallet/presale/presale-arithmetic';
import { followPool, type PoolRead } from '@/lib/wallet/stake/staking-arithmetic';

const DAY_S = 86_400;
const ether = 10n ** 18n;
const NOW = 1_800_000_000n;
const tide = { coinId: 1, symbol: 'TIDE', decimals: 18, address: '0x01' } as const;
const dollar = { coinId: 2, symbol: 'USDT', decimals: 6, address: '0x02' } as const;
const reed = { coinId: 3, symbol: 'REED', decimals: 18, address: '0x03' } as const;
const prices = (listed: Record<number, string>) => (coinId: number) => listed[coinId];
const facts = { priceOf: prices({}), isStable: ({ symbol }: { symbol: string }) => symbol === 'USDT' };

const pool: PoolRead = {
  totalStaked: 1_000_000n * ether,
  rewardPerYear: 80_000n * ether,
  remaining: 80_000n * ether,
  endsAt: NOW + 365n * 86_400n,
  isPaused: false,
  position: { staked: 5n * ether, earned: 3n, inWallet: 0n },
  at: NOW,
  receivedAt: Number(NOW) * 1_000,
};
const live = (read: Partial<PoolRead> = {}) => followPool(null, { ...pool, ...read }, null, pool.receivedAt);

const term = (id: bigint, days: number, rateBps: number, penaltyBps: number) => ({
  id,
  token: dollar.address,
  duration: days * DAY_S,
  rateBps,
  penaltyBps,
  isOpen: true,
});
const terms = [term(0n, 30, 100, 200), term(1n, 90, 400, 300), term(2n, 180, 1_000, 500)];
const funds = [{ token: dollar.address, pledged: 0n, committed: 0n, freeReserve: 1_000_000n, inWallet: 0n }];
const tokens = new Map([[dollar.address, dollar]]);
const pledged = pledgeOffers(1, { terms, funds, isPaused: false }, tokens, facts);

const sale: PresaleTerms = {
  saleToken: tide.address,
  paymentToken: dollar.address,
  price: 50_000n,
  softCap: 100n,
  hardCap: 1_000n,
  walletCap: 500n,
  cliff: 10n,
  vesting: 60n,
  inventory: 1n,
  saleUnit: ether,
};
const presaleRead: PresaleRead = {
  stage: 'open',
  start: NOW - 1n,
  end: NOW + 100n,
  raised: 40n,
  isPaused: false,
  position: { contributed: 20n, bought: 400n, claimed: 0n, inWallet: 0n },
  at: NOW,
  receivedAt: pool.receivedAt,
};
const livePresale = (read: Partial<PresaleRead> = {}) =>
  followPresale(null, { ...presaleRead, ...read }, sale, pool.receivedAt);

test('WAL-8 a term’s rate is annualized without compounding, truncated to a basis point', () => {
  expect(annualBps(100, 30 * DAY_S)).toBe(1_216n); // 12.1666…%
  expect(annualBps(400, 90 * DAY_S)).toBe(1_622n); // 16.2222…%
  expect(annualBps(1_000, 180 * DAY_S)).toBe(2_027n); // 20.2777…%
  expect(annualBps(500, 365 * DAY_S)).toBe(500n);
  expect(annualBps(0, 30 * DAY_S)).toBe(0n);
  // The highest rate and the shortest term that a contract accepts.
  expect(annualBps(4_294_967_295, 1)).toBe(4_294_967_295n * 31_536_000n);
  expect(() => annualBps(1, 0)).toThrow(RangeError);
});

test('WAL-6 the yield of a pool that pays another token uses both prices, and is unknown without them', () => {
  expect(poolYieldBps(pool, tide, tide, prices({}))).toBe(800n);
  expect(poolYieldBps(pool, tide, reed, prices({ 1: '0.5' }))).toBeNull();
  // 80,000 REED at 3 for 1,000,000 TIDE at 0.7: 34.2857…%.
  expect(poolYieldBps(pool, tide, reed, prices({ 1: '0.7', 3: '3' }))).toBe(3_428n);
  expect(poolYieldBps({ ...pool, totalStaked: 0n }, tide, reed, prices({ 1: '1', 3: '1' }))).toBeNull();
  expect(poolYieldBps({ ...pool, rewardPerYear: 0n }, tide, reed, prices({}))).toBe(0n);
});

test('WAL-7 the discount compares a presale’s price with the market price, truncated', () => {
  const at = (tidePrice: string) => discountBps(sale, tide, dollar, prices({ 1: tidePrice, 2: '1' }));
  expect(at('0.06')).toBe(1_666n);
  expect(at('0.05')).toBe(0n);
  expect(at('0.04')).toBe(-2_500n);
  expect(at('0')).toBeNull();
  expect(discountBps(sale, tide, dollar, prices({ 2: '1' }))).toBeNull();
});

test('WAL-8 interest accrues evenly, truncated, and never exceeds what is paid at maturity', () => {
  const pledge: Pledge = {
    id: 0n,
    termId: 0n,
    token: dollar.address,
    amount: 1_000n,
    interest: 100n,
    penalty: 20n,
    startedAt: NOW,
    maturesAt: NOW + 300n,
    status: 'active',
  };
  expect(accruedInterest(pledge, NOW - 1n)).toBe(0n);
  expect(accruedInterest(pledge, NOW + 1n)).toBe(0n);
  expect(accruedInterest(pledge, NOW + 200n)).toBe(66n);
  expect(accruedInterest(pledge, NOW + 9_999n)).toBe(100n);
  expect(pledgePositions(1, { pledges: [pledge] }, tokens, NOW + 200n)).toMatchObject([
    { amount: 1_000n, earned: { amount: 66n }, state: 'maturing', until: NOW + 300n, action: 'open' },
  ]);
  expect(pledgePositions(1, { pledges: [pledge] }, tokens, NOW + 300n)).toMatchObject([
    { earned: { amount: 100n }, state: 'matured', until: null, action: 'redeem' },
  ]);
  expect(pledgePositions(1, { pledges: [{ ...pledge, status: 'redeemed' }] }, tokens, NOW)).toEqual([]);
});

test('WAL-6 a stake earns while rewards last, and rewards can be claimed after unstaking', () => {
  expect(stakePosition(1, live(), tide, tide)).toMatchObject({
    amount: 5n * ether,
    earned: { amount: 3n },
    state: 'earning',
    action: 'claim',
  });
  const ended = { remaining: 0n, rewardPerYear: 0n, endsAt: NOW };
  expect(stakePosition(1, live(ended), tide, tide)).toMatchObject({ state: 'claimable' });
  const dry = { ...ended, position: { staked: 5n, earned: 0n, inWallet: 0n } };
  expect(stakePosition(1, live(dry), tide, tide)).toMatchObject({ state: 'idle', action: 'open' });
  expect(stakePosition(1, live({ position: null }), tide, tide)).toBeNull();
});

test('WAL-7 a presale position is the payment until the sale succeeds, then the tokens left to claim', () => {
  const position = (read: Partial<PresaleRead>) => presalePosition(1, livePresale(read), sale, tide, dollar);
  expect(position({})).toMatchObject({ token: dollar, amount: 20n, state: 'selling', earned: null });
  expect(position({ stage: 'failed' })).toMatchObject({
    token: dollar,
    state: 'refundable',
    action: 'refund',
  });
  const over = { stage: 'succeeded', end: NOW - 30n } as const;
  expect(position(over)).toMatchObject({ token: tide, amount: 400n, state: 'claimable', action: 'claim' });
  expect(position({ ...over, end: NOW - 5n })).toMatchObject({ state: 'vesting', until: NOW + 5n });
  const claimed = { contributed: 20n, bought: 400n, claimed: 400n, inWallet: 0n };
  expect(position({ ...over, position: claimed })).toBeNull();
});

test('WAL-6 WAL-7 WAL-8 offers are filtered, and sorted with unknown yields last in either direction', () => {
  const offers = [
    stakeOffer(1, live(), tide, tide, facts),
    ...pledged,
    presaleOffer(1, livePresale(), sale, tide, dollar, facts),
  ].filter((offer) => offer !== null);
  const keys = (...how: [Parameters<typeof arrangeOffers>[1], Parameters<typeof arrangeOffers>[2]]) =>
    arrangeOffers(offers, ...how).map(({ key }) => key);
  const [stake, sold] = ['stake 1', 'presale 1'];
  const [month, quarter, half] = pledged.map(({ key }) => key);
  expect(keys('all', 'risk')).toEqual([quarter, month, half, stake, sold]);
  expect(keys('all', '-risk')).toEqual([sold, half, stake, quarter, month]);
  expect(keys('all', '-yield')).toEqual([half, quarter, month, stake, sold]);
  expect(keys('all', 'yield')).toEqual([stake, month, quarter, half, sold]);
  expect(keys('all', 'lock')).toEqual([stake, sold, month, quarter, half]);
  expect(keys('all', '-lock')).toEqual([half, quarter, month, sold, stake]);
  expect(keys('flexible', 'risk')).toEqual([stake]);
  expect(keys('fixed', 'lock')).toEqual([sold, month, quarter, half]);
});

test('WAL-7 WAL-8 closed terms, unlisted tokens, and presales that are over are not offered', () => {
  const closed = terms.map((own) => ({ ...own, isOpen: own.id !== 1n }));
  const read = { terms: closed, funds, isPaused: true };
  expect(pledgeOffers(1, read, tokens, facts).map(({ termId, isPaused }) => [termId, isPaused])).toEqual([
    [0n, true],
    [2n, true],
  ]);
  expect(pledgeOffers(1, read, new Map(), facts)).toEqual([]);
  // A reserve of 1,000,000 units covers 1% interest on just under 100,000,100 units.
  expect(pledged[0]?.capacity).toBe(100_000_099n);
  for (const stage of ['unscheduled', 'succeeded', 'failed'] as const)
    expect(presaleOffer(1, livePresale({ stage }), sale, tide, dollar, facts)).toBeNull();
  expect(presaleOffer(1, livePresale(), sale, tide, dollar, facts)).toMatchObject({
    capacity: 960n,
    lockS: 160n,
    yieldBps: null,
    risk: { level: 'highest', reason: 'saleRefundable' },
  });
  expect(presaleOffer(1, livePresale({ raised: 100n }), sale, tide, dollar, facts)?.risk.reason).toBe(
    'saleFinal',
  );
});

test('WAL-6 the filter and the order come from the URL, and unknown values are ignored', () => {
  const read = (search: string) => readEarnParams(new URLSearchParams(search));
  expect(read('')).toEqual({ filter: 'all', sort: 'risk' });
  expect(read('show=fixed&sort=-yield')).toEqual({ filter: 'fixed', sort: '-yield' });
  expect(read('show=__proto__&sort=price')).toEqual({ filter: 'all', sort: 'risk' });
});

test('WAL-8 the same terms on two networks are one offer with a link to each, and other terms stay apart', () => {
  const fact = (value: string, ...notes: string[]) => ({ value, notes });
  const shown = (chainId: number, capacity: string, rate = '12%') => {
    const [offer] = pledgeOffers(chainId, { terms, funds, isPaused: false }, tokens, facts);
    if (!offer) throw new Error('no offer');
    const text = {
      ...{ name: 'USDT', kind: 'Pledge', network: `Network ${chainId}`, reason: '', action: 'Pledge' },
      ...{ yield: fact(rate), lock: fact('30 days'), href: `/wallet/pledge?chain=${chainId}&term=0` },
      capacity: fact(capacity, 'Covered by the interest reserve.'),
    };
    return { offer, text, icon: undefined };
  };
  const group = (...offers: ReturnType<typeof shown>[]) =>
    groupOffers(offers, 'varies', (network, text) => `${network}: ${text}`).map(({ text, links }) => [
      text.capacity.value,
      text.capacity.notes,
      links.map(({ network, href }) => `${network} ${href}`),
    ]);
  const one = 'Network 1 /wallet/pledge?chain=1&term=0';
  const two = 'Network 2 /wallet/pledge?chain=2&term=0';
  const covered = 'Covered by the interest reserve.';
  expect(group(shown(1, '100 USDT'), shown(2, '100 USDT'))).toEqual([['100 USDT', [covered], [one, two]]]);
  // What is left on a network doesn't make it another offer.
  expect(group(shown(1, '100 USDT'), shown(2, '70 USDT'))).toEqual([
    ['varies', ['Network 1: 100 USDT', 'Network 2: 70 USDT', covered], [one, two]],
  ]);
  expect(group(shown(1, '100 USDT'), shown(2, '100 USDT', '13%'))).toEqual([
    ['100 USDT', [covered], [one]],
    ['100 USDT', [covered], [two]],
  ]);
});
