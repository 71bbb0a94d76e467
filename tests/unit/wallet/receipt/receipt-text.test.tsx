import { renderHook } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { getAddress } from 'viem';
import { useReceiptText } from '@/components/wallet/transaction-sheet/use-receipt-text';
import { shortAddress } from '@/lib/evm/address';
import { useChosenNames } from '@/lib/wallet/contacts/chosen-names';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import type { ReceiptFacts } from '@/lib/wallet/receipt/receipt-facts';
import messages from '@/messages/en.json';

const [payer, payee, relayer, multicall] = ['a1', 'b2', 'c3', 'd4'].map((pair) =>
  getAddress(`0x${pair.repeat(20)}`),
) as [`0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`];
const moved = {
  token: { coinId: 1, symbol: 'tUSDT', decimals: 6, address: multicall },
  amount: 24_000_000n,
};
const chain = {
  ...{ id: 901, name: 'North Sea', nativeSymbol: 'ETH', rpcUrl: '', testnet: true },
  ...{ browserTx: 'https://explorer.example.org/tx/', confirmations: 1 },
};

const wrapper = ({ children }: { children: ReactNode }) => (
  <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
    <SWRConfig value={{ provider: () => new Map(), isPaused: () => true }}>{children}</SWRConfig>
  </NextIntlClientProvider>
);

/** Returns the headline and the rows of a transaction that moved 24 tUSDT from the payer to the payee. */
function textOf(
  { from, to, account }: Pick<ReceiptFacts, 'from' | 'to' | 'account'>,
  counterparty: ReceiptFacts['effects']['counterparty'] = account === payee ? payer : payee,
  { fee = 10n ** 14n, viewer = null }: { fee?: bigint; viewer?: typeof payer | null } = {},
) {
  const isIn = account === payee;
  const facts: ReceiptFacts = {
    ...{ chainId: 901, hash: `0x${'e5'.repeat(32)}`, status: 'success', block: 7n, at: 1_700_000_000n },
    ...{ from, to, account, value: 0n, fee },
    effects: {
      ...{ kind: isIn ? 'receive' : 'send', out: isIn ? [] : [moved], in: isIn ? [moved] : [] },
      ...{ counterparty, allowance: null, withdrawalFee: null },
    },
  };
  const { result } = renderHook(
    () => useReceiptText(facts, { chain: chain as never, contracts: [] }, viewer),
    {
      wrapper,
    },
  );
  const { headline, rows } = result.current;
  return [headline, ...rows.map(({ label, value, address }) => `${label}: ${address ?? value}`)];
}

test.each([
  [payee, `Received 24 tUSDT from ${shortAddress(payer)}`],
  [payer, `Sent 24 tUSDT to ${shortAddress(payee)}`],
])(
  'WAL-9 FREE-9 the receipt of a payment that another account submitted names payer, payee, and who sent it',
  (account, headline) => {
    expect(textOf({ from: relayer, to: multicall, account })).toEqual([
      headline,
      `From: ${payer}`,
      `To: ${payee}`,
      `Network fee: 0.0001 ETH, paid by ${shortAddress(relayer)}, who sent the transaction`,
    ]);
  },
);

test('WAL-9 the receipt of an account’s own transaction names who was paid, and the called contract', () => {
  expect(textOf({ from: payer, to: multicall, account: payer })).toEqual([
    `Sent 24 tUSDT to ${shortAddress(payee)}`,
    `From: ${payer}`,
    `To: ${payee}`,
    `Contract: ${multicall}`,
    'Network fee: 0.0001 ETH',
  ]);
});

test('WAL-9 FREE-9 the receipt of payments by several accounts names only who was paid', () => {
  expect(textOf({ from: relayer, to: multicall, account: payee }, null)).toEqual([
    'Received 24 tUSDT',
    `To: ${payee}`,
    `Network fee: 0.0001 ETH, paid by ${shortAddress(relayer)}, who sent the transaction`,
  ]);
});

test('WAL-9 a fee with 18 decimals is truncated like other fees', () => {
  const texts = textOf({ from: relayer, to: multicall, account: payee }, payer, {
    fee: 123_456_789_123_456_789n,
  });
  expect(texts.at(-1)).toBe(
    `Network fee: 0.123456789 ETH, paid by ${shortAddress(relayer)}, who sent the transaction`,
  );
});

test('WAL-9 HUB-8 a receipt names the people that its viewer knows, and a shared one names nobody', () => {
  useContacts.setState({ entries: [{ name: 'Ria', address: relayer }] });
  useChosenNames.setState({ names: new Map([[payer.toLowerCase(), 'Ben']]) });
  const facts = { from: relayer, to: multicall, account: payee };
  const [headline, , , sentBy] = textOf(facts, payer, { viewer: payee });
  expect(headline).toBe(`Received 24 tUSDT from “Ben” (${shortAddress(payer)})`);
  expect(sentBy).toBe('Network fee: 0.0001 ETH, paid by Ria, who sent the transaction');
  expect(textOf(facts).join()).not.toMatch(/Ben|Ria/);
});
