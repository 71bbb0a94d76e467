/** @jest-environment node */
import { disputeInput, disputeReasons } from '@/lib/api/schemas/card';
import { evidenceOf } from '@/lib/server/card/api/purchases/dispute';

const ALL = {
  ...{
    transactionId: 'ipi_1',
    explanation: 'It is wrong.',
    product: 'service',
    productDescription: 'Lessons',
  },
  ...{
    originalTransactionId: 'ipi_0',
    expectedAt: '2026-11-01',
    receivedAt: '2026-11-02',
    canceledAt: '2026-11-03',
  },
  ...{ cancellationReason: 'Too late', returnStatus: 'successful' },
} as const;
const NEEDED: Record<(typeof disputeReasons)[number], (keyof typeof ALL)[]> = {
  fraudulent: [],
  duplicate: ['originalTransactionId'],
  not_received: ['expectedAt', 'product'],
  canceled: ['expectedAt', 'product', 'canceledAt', 'cancellationReason'],
  merchandise_not_as_described: ['receivedAt', 'returnStatus'],
  service_not_as_described: ['receivedAt', 'canceledAt', 'cancellationReason'],
  other: ['product', 'productDescription'],
};

test.each(disputeReasons)(
  'CARD-47 a dispute with the reason %s has what the networks require, and nothing else',
  (reason) => {
    const needed = NEEDED[reason];
    const evidence = evidenceOf(disputeInput.parse({ ...ALL, reason }));
    expect(Object.keys(evidence ?? {}).sort()).toEqual(['explanation', 'reason', ...needed].sort());
    for (const name of needed)
      expect([name, evidenceOf(disputeInput.parse({ ...ALL, reason, [name]: undefined }))]).toEqual([
        name,
        null,
      ]);
  },
);
