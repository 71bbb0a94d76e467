import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { PaymentMessages, UnsentPayments } from '@/components/wallet/messages/payment-messages';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { Messenger } from '@/lib/messages/messenger-type';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import {
  dueMessage,
  findPaymentMessage,
  type PaymentMessage,
  putPaymentMessage,
} from '@/lib/messages/views/payment-messages';
import { digestOf, type SignedTransfer } from '@/lib/wallet/free-transfers/signed-transfer';
import { useTransfers } from '@/lib/wallet/free-transfers/transfer-ledger';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import en from '@/messages/en.json';
import { account, entry, hash } from '../../../support/ledger-entry';

const unsigned = {
  ...{ account, recipient: account, contract: entry.request.to, token: NATIVE_TOKEN },
  ...{ chainId: 901, amountRaw: '5', nonce: '7', deadline: 2_000_000_000 },
  route: 'vault',
} as const;
const transfer: SignedTransfer = {
  ...{ ...unsigned, id: digestOf(unsigned), coinId: 1, symbol: 'ETH', decimals: 18 },
  ...{ createdAt: 1_000, fromBlock: '5' },
};
const confirmed = { kind: 'confirmed', txHash: hash('c'), block: '9', isFinal: false } as const;
const pays = { by: account, id: 'a request' };
const waiting: PaymentMessage = { account, conversation: 'one', paymentId: transfer.id, pays };
const body = { type: 'transfer', chainId: 901, txHash: hash('c'), signed: transfer.id, pays };

const send = jest.fn();
const conversationOfTransfer = jest.fn();
const messenger = { account, send, conversationOfTransfer } as Partial<Messenger> as Messenger;

const show = (children: ReactNode) =>
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      {children}
    </NextIntlClientProvider>,
  );
const isFollowed = () => findPaymentMessage(transfer.id) !== undefined;
const isSent = () => expect(findPaymentMessage(transfer.id)?.sent).toBe(hash('c'));
const end = (outcome: SignedTransfer['outcome']) =>
  act(() => useTransfers.setState({ entries: [outcome ? { ...transfer, outcome } : transfer] }));

// jsdom has no Web Locks.
const request = (_name: string, work: () => Promise<void>) => work();
beforeAll(() => Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } }));
afterAll(() => Reflect.deleteProperty(navigator, 'locks'));
beforeEach(() => {
  send.mockReset().mockResolvedValue(undefined);
  conversationOfTransfer.mockReset().mockResolvedValue(null);
  localStorage.clear();
  useTransfers.setState({ entries: [transfer] });
  useLedger.setState({ entries: [] });
  putPaymentMessage(waiting);
});

test('HUB-4 FREE-9 a payment’s message is sent once the chain shows the payment, also after a reload', async () => {
  const { unmount } = show(<PaymentMessages messenger={messenger} />);
  unmount();
  end(confirmed);
  expect(send).not.toHaveBeenCalled();
  const again = show(<PaymentMessages messenger={messenger} />);
  await waitFor(isSent);
  again.unmount();
  show(<PaymentMessages messenger={messenger} />);
  end({ ...confirmed, isFinal: true });
  await waitFor(() => expect(isFollowed()).toBe(false));
  expect(send.mock.calls).toEqual([['one', body]]);
});

test('HUB-4 if a reorganization leaves the payment in another transaction, its message is sent again with that', async () => {
  show(<PaymentMessages messenger={messenger} />);
  end(confirmed);
  await waitFor(isSent);
  end(undefined);
  end({ ...confirmed, txHash: hash('d'), isFinal: true });
  await waitFor(() => expect(isFollowed()).toBe(false));
  expect(send.mock.calls).toEqual([
    ['one', body],
    ['one', { ...body, txHash: hash('d') }],
  ]);
});

test('HUB-4 a message that was stored right before the page closed isn’t sent twice', async () => {
  conversationOfTransfer.mockResolvedValue('one');
  end(confirmed);
  show(<PaymentMessages messenger={messenger} />);
  await waitFor(isSent);
  expect(conversationOfTransfer).toHaveBeenCalledWith({ ...body, from: account });
  expect(send).not.toHaveBeenCalled();
});

test('HUB-4 a message that couldn’t be stored is named in its conversation, and can be sent again', async () => {
  send.mockRejectedValueOnce(new MessengerError('server'));
  end(confirmed);
  show(
    <>
      <PaymentMessages messenger={messenger} />
      <section aria-label="one">
        <UnsentPayments conversation="one" />
      </section>
      <section aria-label="other">
        <UnsentPayments conversation="other" />
      </section>
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(/Don't pay again/);
  expect(screen.getByRole('region', { name: 'other' })).toBeEmptyDOMElement();
  expect(isFollowed()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(isSent);
  expect(send).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('HUB-4 a payment that is certainly not made has no message', async () => {
  show(<PaymentMessages messenger={messenger} />);
  end({ ...confirmed, kind: 'expired', txHash: null });
  expect(isFollowed()).toBe(true);
  end({ ...confirmed, kind: 'expired', txHash: null, isFinal: true });
  await waitFor(() => expect(isFollowed()).toBe(false));
  expect(send).not.toHaveBeenCalled();
});

test('HUB-4 another account’s messages aren’t sent', async () => {
  end(confirmed);
  show(<PaymentMessages messenger={{ ...messenger, account: entry.request.to }} />);
  await act(async () => undefined);
  expect(isFollowed()).toBe(true);
  expect(send).not.toHaveBeenCalled();
});

test('HUB-4 the message of a transaction waits until a node shows it, and while the wallet called it declined', () => {
  const known = { entries: [entry], declined: [], transfers: [] };
  const asked = { ...waiting, paymentId: entry.id };
  const open = { body: null, isOver: false };
  const unpaid = { body: null, isOver: true };
  const { missingSince: _, ...shown } = entry;
  expect(dueMessage(asked, { ...known, entries: [{ ...entry, missingSince: 1 }] })).toEqual(open);
  expect(dueMessage(asked, { ...known, entries: [{ ...shown, hash: null }] })).toEqual(open);
  expect(dueMessage(asked, { ...known, entries: [], declined: [entry] })).toEqual(open);
  expect(dueMessage(asked, { ...known, entries: [] })).toEqual(unpaid);
  expect(dueMessage(asked, { ...known, entries: [{ ...shown, status: 'failed' }] })).toEqual(unpaid);
  expect(dueMessage(asked, { ...known, entries: [shown] })).toEqual({
    body: { type: 'transfer', chainId: entry.chainId, txHash: entry.hash, pays },
    isOver: false,
  });
});

test('HUB-4 a transaction whose message is sent gets another one only if another transaction is mined', () => {
  const asked = { ...waiting, paymentId: entry.id, sent: hash('a') };
  const { missingSince: _, ...shown } = { ...entry, hash: hash('b') };
  const due = (change: Partial<typeof entry>) =>
    dueMessage(asked, { entries: [{ ...shown, ...change }], declined: [], transfers: [] });
  expect(due({ status: 'pending' })).toEqual({ body: null, isOver: false });
  const body = { type: 'transfer', chainId: entry.chainId, txHash: hash('b'), pays };
  const block = { number: '9', hash: hash('e') };
  expect(due({ status: 'confirmed', block })).toEqual({ body, isOver: false });
  expect(due({ status: 'verified' })).toEqual({ body, isOver: true });
});
