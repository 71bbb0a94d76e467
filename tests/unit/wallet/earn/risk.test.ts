/** @jest-environment node */

import { type RiskFacts, riskOf } from '@/lib/wallet/earn/risk';

const pledge: RiskFacts = { exitCostBps: 200, isYieldReserved: true, isStable: true, sale: null };
const stake: RiskFacts = { exitCostBps: 0, isYieldReserved: false, isStable: true, sale: null };
const sale = (isRefundable: boolean): RiskFacts => ({
  exitCostBps: null,
  isYieldReserved: false,
  isStable: false,
  sale: { isRefundable },
});

test.each<[string, RiskFacts, string, string]>([
  ['a stablecoin pledge with a small penalty', pledge, 'medium', 'reserved'],
  ['a stablecoin pledge without a penalty', { ...pledge, exitCostBps: 0 }, 'medium', 'reserved'],
  ['a stablecoin pledge with a penalty of 3%', { ...pledge, exitCostBps: 300 }, 'medium', 'reserved'],
  ['a stablecoin pledge with a higher penalty', { ...pledge, exitCostBps: 301 }, 'higher', 'reservedCostly'],
  ['a pledge whose price can fall', { ...pledge, isStable: false }, 'higher', 'reservedVolatile'],
  [
    'a pledge whose price can fall, with a high penalty',
    { ...pledge, isStable: false, exitCostBps: 500 },
    'highest',
    'reservedVolatile',
  ],
  ['a stablecoin stake', stake, 'medium', 'flexibleStable'],
  ['a stake whose price can fall', { ...stake, isStable: false }, 'higher', 'flexibleVolatile'],
  ['a presale below its soft cap', sale(true), 'highest', 'saleRefundable'],
  ['a presale that reached its soft cap', sale(false), 'highest', 'saleFinal'],
])('WAL-6 WAL-7 WAL-8 rates %s', (_name, facts, level, reason) => {
  expect(riskOf(facts)).toEqual({ level, reason });
});

test('WAL-6 WAL-7 WAL-8 a worse fact never lowers the level', () => {
  const rank = (facts: RiskFacts) => ['medium', 'higher', 'highest'].indexOf(riskOf(facts).level);
  const costs = [0, 1, 300, 301, 500, null];
  for (const isYieldReserved of [true, false])
    for (const isStable of [true, false])
      for (const [index, exitCostBps] of costs.entries()) {
        const facts = { exitCostBps, isYieldReserved, isStable, sale: null };
        const worse = [
          { ...facts, isYieldReserved: false },
          { ...facts, isStable: false },
          { ...facts, exitCostBps: costs[index + 1] ?? null },
        ];
        for (const other of worse) expect(rank(other)).toBeGreaterThanOrEqual(rank(facts));
      }
});
