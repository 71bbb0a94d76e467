import {
  emptyHolder,
  firstWrong,
  holderOf,
  neededFields,
} from '@/components/wallet/card/create/holder-draft';
import { readLimits } from '@/components/wallet/card/create/limits-fields';
import { disputeRequest } from '@/components/wallet/card/purchases/dispute-fields';
import { newsOf } from '@/components/wallet/card/purchases/use-purchase-notices';
import { minorText, tokensFor } from '@/lib/wallet/card/card-money';
import { readFrameMessage } from '@/lib/wallet/card/frame-messages';
import { monthOf, statementCsv } from '@/lib/wallet/card/statement-csv';
import { samplePurchase } from '../../../support/card-page';

test('NUM-1 amounts in minor units have their currency’s decimals', () => {
  expect(minorText('420', 'usd', 'en')).toBe('$4.20');
  expect(minorText('-5', 'usd', 'en')).toBe('-$0.05');
  expect(minorText('420', 'jpy', 'en')).toBe('¥420');
  expect(tokensFor('50000', 'usd', 0.999)).toBe('501');
});

test('limits are read as the contract stores them', () => {
  const draft = { perDay: '500', perMonth: '2000', offlinePerMonth: '0', overCapture: '2000' };
  expect(readLimits(draft, 6)).toEqual({
    limits: { perDay: 500_000_000n, perMonth: 2_000_000_000n, offlinePerMonth: 0n, overCaptureBps: 2_000 },
  });
  expect(readLimits({ ...draft, perDay: '0' }, 6)).toEqual({ problem: { name: 'perDay', problem: 'zero' } });
  expect(readLimits({ ...draft, perDay: '2001' }, 6)).toEqual({
    problem: { name: 'perDay', problem: 'order' },
  });
  expect(readLimits({ ...draft, offlinePerMonth: 'x' }, 6)).toEqual({
    problem: { name: 'offlinePerMonth', problem: 'notNumber' },
  });
  expect(readLimits({ ...draft, perMonth: `1${'0'.repeat(40)}` }, 6)).toEqual({
    problem: { name: 'perMonth', problem: 'tooLarge' },
  });
});

test('the holder’s data is complete before it is sent', () => {
  const names = neededFields('virtual', false);
  const full = {
    ...emptyHolder,
    ...{ firstName: ' Mei ', lastName: 'Chen', email: 'mei@example.com', phoneNumber: '+886 912-345-678' },
    ...{ birth: '1990-01-02', line1: '1 Quay', city: 'Hull', postalCode: 'HU1', country: 'GB', terms: true },
  };
  expect(firstWrong(names, full)).toBeNull();
  expect(firstWrong(names, { ...full, terms: false })).toBe('terms');
  expect(firstWrong(names, { ...full, phoneNumber: '0912345678' })).toBe('phoneNumber');
  expect(firstWrong(names, { ...full, email: 'mei' })).toBe('email');
  expect(holderOf(full)).toEqual({
    ...{ firstName: 'Mei', lastName: 'Chen', email: 'mei@example.com', phoneNumber: '+886912345678' },
    ...{ birth: '1990-01-02', hasAcceptedTerms: true },
    address: { line1: '1 Quay', city: 'Hull', postalCode: 'HU1', country: 'GB' },
  });
  expect(neededFields('virtual', true)).toEqual([]);
  expect(neededFields('physical', true)).toContain('line1');
});

test('a dispute has the fields of its reason only', () => {
  const values = { explanation: ' Never came ', productDescription: 'Boots', canceledAt: '2026-11-01' };
  expect(disputeRequest('ipi_1', 'not_received', { ...values, expectedAt: '2026-11-02' })).toEqual({
    ...{ transactionId: 'ipi_1', reason: 'not_received', explanation: 'Never came', product: 'merchandise' },
    ...{ productDescription: 'Boots', expectedAt: '2026-11-02' },
  });
});

test('only new purchases and new refunds are news', () => {
  const purchase = samplePurchase();
  const seen = new Map([[purchase.id, purchase]]);
  expect(newsOf(new Map(), purchase)).toBe('approved');
  expect(newsOf(new Map(), samplePurchase({ state: 'declined' }))).toBe('declined');
  expect(newsOf(seen, samplePurchase({ state: 'captured' }))).toBeNull();
  expect(newsOf(seen, samplePurchase({ state: 'refunded', returned: '420' }))).toBe('refunded');
});

test('CARD-61 messages count only from the frame itself and its origin', () => {
  const frame = { window: {}, origin: 'http://localhost:3000' };
  const message = { source: frame.window as MessageEventSource, origin: frame.origin };
  const nonce = { kind: 'nonce', nonce: 'n', version: 'v' };
  expect(readFrameMessage({ ...message, data: nonce }, frame)).toEqual(nonce);
  expect(readFrameMessage({ ...message, data: { kind: 'ready', more: 1 } }, frame)).toEqual({
    kind: 'ready',
  });
  for (const wrong of [
    { ...message, data: { ...nonce, nonce: 1 } },
    { ...message, data: { kind: 'key', secret: 's' } },
    { ...message, data: null },
    { ...message, data: nonce, origin: 'http://127.0.0.1:3000' },
    { ...message, data: nonce, source: {} as MessageEventSource },
    { ...message, data: nonce, source: null },
  ])
    expect(readFrameMessage(wrong, frame)).toBeNull();
  expect(readFrameMessage({ ...message, source: null, data: nonce }, { ...frame, window: null })).toBeNull();
});

test('CARD-64 a statement as CSV has both balances, exact amounts, and no formulas', () => {
  const row = {
    ...{ at: '2026-11-02T10:00:00.000Z', kind: 'capture' as const, tokens: '-4200000', balance: '95800000' },
    ...{ txHash: `0x${'ab'.repeat(32)}` as const, purchaseId: 'iauth_1', merchantName: '=SUM(A1)' },
    ...{ amount: '420', merchantAmount: '135', merchantCurrency: 'twd', price: '1.0001', marginBps: 150 },
  };
  const text = statementCsv(
    {
      ...{ chainId: 901, decimals: 6, month: '2026-11', opening: '100000000', closing: '95800000' },
      ...{ contract: `0x${'00'.repeat(20)}`, token: `0x${'00'.repeat(20)}`, isComplete: true, rows: [row] },
    },
    { symbol: 'tUSDT', currency: 'usd', chain: undefined },
  );
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/^2026-11,opening,,,100,tUSDT/);
  expect(lines[2]).toContain("capture,,4.2,95.8,tUSDT,'=SUM(A1),4.2,USD,1.35,TWD,1.0001,1.5,iauth_1");
  expect(lines[3]).toMatch(/^2026-11,closing,,,95.8,tUSDT/);
  expect([monthOf(Date.UTC(2026, 0, 31)), monthOf(Date.UTC(2026, 0, 31), 1)]).toEqual(['2026-01', '2025-12']);
});
