import { cleanup, screen } from '@testing-library/react';
import { type Address, type Hash, type Hex, parseEther, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { RequestCard } from '@/components/wallet/messages/money-cards';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { MessageView } from '@/lib/wallet/messages/messenger/types';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';

let chain: OwnChain;
const newAddress = () => privateKeyToAddress(generatePrivateKey());
const [payer, payee, stranger] = [newAddress(), newAddress(), newAddress()];

beforeAll(async () => {
  chain = await startOwnChain();
  for (const address of [payer, stranger]) {
    await chain.client.impersonateAccount({ address });
    await chain.client.setBalance({ address, value: parseEther('100') });
  }
});
afterEach(cleanup);
afterAll(() => chain.stop());

async function sendMined(from: Address, to: Address, value: bigint, data: Hex = '0x'): Promise<Hash> {
  const hash = await chain.client.sendTransaction({
    account: from,
    chain: null,
    to,
    value,
    data,
    gas: 200_000n,
  });
  await chain.client.mine({ blocks: 1 });
  return hash;
}

const message = (by: Address, body: MessageView['body'], sequence: number): MessageView => ({
  kind: 'message',
  sequence,
  reference: { by, id: String(sequence) },
  by,
  isOwn: by === payer,
  at: 0,
  body,
  isEdited: false,
  reactions: [],
  state: { kind: 'received' },
  readBy: [],
});

/** Shows the payer a request of 1 ETH with the payer's message that says it was paid by a transaction. */
async function show(txHash: Hash) {
  const body = {
    type: 'request',
    uri: writePaymentRequest({
      recipient: payee,
      chainId: chain.id,
      token: NATIVE_TOKEN,
      amount: parseUnits('1', 18),
    }),
  } as const;
  const paid = message(payer, { type: 'transfer', chainId: chain.id, txHash }, 2);
  const config = await connectOwnChain(chain, payer);
  renderOnOwnChain(
    <RequestCard
      message={message(payee, body, 1)}
      body={body}
      payments={[paid]}
      money={{
        lists: { account: payer, ...chain.lists },
        people: [payer, payee],
        nameOf: (address, as) =>
          address === payee ? 'Bo' : address === payer ? (as ? 'you' : 'You') : 'Eve',
        onPay: () => undefined,
      }}
    />,
    chain,
    config,
  );
}
const pay = () => screen.queryByRole('button', { name: 'Pay' });

test('HUB-4 a confirmed payment of a request is shown, and the request can’t be paid again', async () => {
  await show(await sendMined(payer, payee, parseEther('1')));
  expect(await screen.findByText('Confirmed on chain')).toBeVisible();
  expect(pay()).toBeNull();
});

test.each([
  {
    what: 'less than requested',
    send: () => sendMined(payer, payee, parseEther('0.5')),
    told: /doesn't match the request/,
  },
  {
    what: 'to somebody else',
    send: () => sendMined(payer, stranger, parseEther('1')),
    told: /doesn't match the request/,
  },
  {
    what: 'by somebody else',
    send: () => sendMined(stranger, payee, parseEther('1')),
    told: 'This payment is from Eve, not from you.',
  },
  {
    what: 'that failed',
    send: () => sendMined(payer, chain.addresses.multicall, 0n, '0xdeadbeef'),
    told: /failed on North Sea/,
  },
])('HUB-4 a payment $what is shown as such, and the request can still be paid', async ({ send, told }) => {
  await show(await send());
  expect(await screen.findByText(told)).toBeVisible();
  expect(screen.queryByText('Confirmed on chain')).toBeNull();
  expect(pay()).toBeVisible();
});

test('HUB-4 while a payment is pending, the request can’t be paid again', async () => {
  await chain.client.setAutomine(false);
  const hash = await chain.client.sendTransaction({
    account: payer,
    chain: null,
    to: payee,
    value: parseEther('1'),
  });
  await show(hash);
  expect(await screen.findByText(/waiting for confirmation/)).toBeVisible();
  expect(pay()).toBeNull();
  await chain.client.mine({ blocks: 1 });
  await chain.client.setAutomine(true);
});
