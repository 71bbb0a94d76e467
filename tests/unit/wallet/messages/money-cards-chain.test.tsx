import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  pad,
  parseEther,
  parseUnits,
} from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { ConversationList } from '@/components/wallet/messages/conversation-list';
import { RequestCard, TransferCard } from '@/components/wallet/messages/money-cards';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { MessageView } from '@/lib/messages/protocol/view-types';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { conversationView, messageView } from '../../../support/conversation-views';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';

const OTHER_CHAIN = 4_242;
const DAY_MS = 24 * 60 * 60 * 1_000;

let chain: OwnChain;
let queries: QueryClient;
function Queries() {
  queries = useQueryClient();
  return null;
}
const newAddress = () => privateKeyToAddress(generatePrivateKey());
const [payer, recipient, stranger] = [newAddress(), newAddress(), newAddress()];

beforeAll(async () => {
  chain = await startOwnChain();
  const { coins, chains } = chain.lists;
  const toll = { chainId: chain.id, address: chain.addresses.feeToken, decimals: 18 };
  coins.push({ id: 9, symbol: 'tTOLL', name: 'Test Toll', icon: '', sort: 9, tokens: [toll] });
  // Another network with the same native currency.
  for (const own of [...chains]) chains.push({ ...own, id: OTHER_CHAIN, name: 'South Sea' });
  for (const coin of coins)
    for (const token of [...coin.tokens])
      if (token.address === null || token.address === NATIVE_TOKEN)
        coin.tokens.push({ ...token, chainId: OTHER_CHAIN });
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

const message = (by: Address, body: MessageView['body'], sequence: number) =>
  messageView({ sequence, reference: { by, id: String(sequence) }, by, isOwn: by === payer, body });

type Shown = {
  token?: Address;
  chainId?: number | null;
  at?: number;
  isRepeated?: boolean;
  isRequest?: boolean;
  isUnsent?: boolean;
};

/** Shows the payer a request of 1 token, with the payer's message that says it was paid by a transaction, if any. */
async function show(
  txHash: Hash | null,
  {
    token = NATIVE_TOKEN,
    chainId = chain.id,
    at = 0,
    isRepeated = false,
    isRequest = false,
    isUnsent = false,
  }: Shown = {},
) {
  const body = {
    type: 'request',
    uri: writePaymentRequest({
      recipient,
      chainId,
      token,
      amount: parseUnits('1', 18),
    }),
  } as const;
  const paid = txHash && {
    ...message(payer, { type: 'transfer', chainId: chain.id, txHash }, 2),
    isRepeated,
  };
  const config = await connectOwnChain(chain, payer);
  renderOnOwnChain(
    <>
      <Queries />
      <RequestCard
        message={{ ...message(recipient, body, 1), at }}
        body={body}
        payments={paid ? [paid] : []}
        money={{
          lists: { account: payer, ...chain.lists },
          people: [payer, recipient],
          isRequest,
          unsent: isUnsent ? [{ by: recipient, id: '1' }] : [],
          nameOf: (address, as) =>
            address === recipient ? 'Bo' : address === payer ? (as ? 'you' : 'You') : 'Eve',
          onPay: isRequest ? null : () => undefined,
        }}
      />
    </>,
    chain,
    config,
  );
}
const pay = () => screen.queryByRole('button', { name: 'Pay' });

test('HUB-4 a confirmed payment of a request is shown, and the request can’t be paid again', async () => {
  await show(await sendMined(payer, recipient, parseEther('1')));
  expect(await screen.findByText('Paid')).toBeVisible();
  expect(pay()).toBeNull();
});

test('HUB-4 a paid request shows its amount once, unless another amount was paid', async () => {
  await show(await sendMined(payer, recipient, parseEther('1')));
  expect(await screen.findByText('Paid')).toBeVisible();
  expect(screen.getAllByText(/ETH/).map((element) => element.textContent)).toEqual(['1 ETH']);
  cleanup();
  await show(await sendMined(payer, recipient, parseEther('2')));
  expect(await screen.findByText('Paid')).toBeVisible();
  expect(screen.getAllByText(/ETH/).map((element) => element.textContent)).toEqual(['1 ETH', '2 ETH']);
});

test.each([
  {
    what: 'less than requested',
    send: () => sendMined(payer, recipient, parseEther('0.5')),
    told: /doesn't match the request/,
  },
  {
    what: 'to somebody else',
    send: () => sendMined(payer, stranger, parseEther('1')),
    told: /doesn't match the request/,
  },
  {
    what: 'by somebody else',
    send: () => sendMined(stranger, recipient, parseEther('1')),
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
  expect(screen.queryByText('Paid')).toBeNull();
  expect(pay()).toBeVisible();
});

test('HUB-4 while a payment is pending, the request can’t be paid again', async () => {
  await chain.client.setAutomine(false);
  const hash = await chain.client.sendTransaction({
    account: payer,
    chain: null,
    to: recipient,
    value: parseEther('1'),
  });
  await show(hash);
  expect(await screen.findByText(/waiting for confirmation/)).toBeVisible();
  expect(pay()).toBeNull();
  await chain.client.mine({ blocks: 1 });
  await chain.client.setAutomine(true);
});

test.each([
  { what: 'on another network', shown: { chainId: OTHER_CHAIN }, told: /doesn't match the request/ },
  { what: 'from before the request', shown: { at: Date.now() + DAY_MS }, told: /made before the request/ },
  {
    what: 'that another message already shows',
    shown: { isRepeated: true },
    told: /An earlier message from you/,
  },
])('HUB-4 a payment $what doesn’t pay the request', async ({ shown, told }) => {
  await show(await sendMined(payer, recipient, parseEther('1')), shown);
  expect(await screen.findByText(told)).toBeVisible();
  expect(screen.queryByText('Paid')).toBeNull();
  expect(pay()).toBeVisible();
});

test.each([
  { sent: '1', shows: '0.99 tTOLL', told: /doesn't match the request/ },
  { sent: '1.02', shows: '1.0098 tTOLL', told: 'Paid' },
])(
  'HUB-4 a payment of $sent of a token that takes a fee counts as what arrives',
  async ({ sent, shows, told }) => {
    const token = chain.addresses.feeToken;
    const send = (from: Address, to: Address, amount: string) =>
      sendMined(
        from,
        token,
        0n,
        encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, parseEther(amount)] }),
      );
    await send(demoAccount(1).address, payer, '5');
    await show(await send(payer, recipient, sent), { token });
    expect(await screen.findByText(shows)).toBeVisible();
    expect(screen.getByText(told)).toBeVisible();
  },
);

test('HUB-4 a payment has its date if it was made on another day than its message', async () => {
  const hash = await sendMined(payer, recipient, parseEther('1'));
  const { timestamp } = await chain.client.getBlock();
  const at = Number(timestamp) * 1_000;
  await show(hash, { at });
  expect(await screen.findByText('Paid')).toBeVisible();
  expect(screen.queryByText(/Made on/)).toBeNull();
  cleanup();
  await show(hash, { at: at - DAY_MS });
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  expect(await screen.findByText(`Made on ${date}`)).toBeVisible();
});

test('HUB-4 a request that names no network shows its amount, and that any network will do', async () => {
  await show(null, { chainId: null });
  expect(screen.getByText('1 ETH')).toBeVisible();
  expect(screen.getByText('On any network')).toBeVisible();
});

test('HUB-4 a payment that its chain doesn’t know is not asked for again and again', async () => {
  await show(pad('0x1', { size: 32 }));
  expect(await screen.findByText(/wasn't found/, {}, { timeout: 20_000 })).toBeVisible();
  const intervals = queries
    .getQueryCache()
    .findAll({ queryKey: ['getTransactionReceipt'] })
    .flatMap((query) =>
      query.observers.map(({ options: { refetchInterval } }) =>
        typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval,
      ),
    );
  expect(new Set(intervals)).toEqual(new Set([false]));
});

test('HUB-4 a stranger’s payment isn’t read from its chain before the request is accepted', async () => {
  const hash = await sendMined(payer, recipient, parseEther('1'));
  await show(hash, { isRequest: true });
  expect(screen.getByText('Accept the request to see this payment.')).toBeVisible();
  expect(queries.getQueryCache().findAll({ queryKey: ['getTransactionReceipt'] })).toEqual([]);
});

test('HUB-4 a request whose payment has no message yet can’t be paid again', async () => {
  await show(null, { isUnsent: true });
  expect(screen.getByText('1 ETH')).toBeVisible();
  expect(pay()).toBeNull();
});

test('HUB-4 a payment of a request without a network shows its network', async () => {
  await show(await sendMined(payer, recipient, parseEther('1')), { chainId: null });
  expect(await screen.findByText('To Bo on North Sea')).toBeVisible();
});

test('HUB-4 the message of a payment says that it pays the request, so that both read as one payment', async () => {
  const txHash = await sendMined(payer, recipient, parseEther('1'));
  const body = { type: 'transfer', chainId: chain.id, txHash } as const;
  const asked = { recipient, chainId: chain.id, token: NATIVE_TOKEN, amount: parseEther('1'), at: 0 };
  const card = async (pays: typeof asked | null) =>
    renderOnOwnChain(
      <TransferCard
        message={{ ...message(payer, body, 1), at: Date.now() }}
        body={body}
        asked={pays}
        money={{
          lists: { account: payer, ...chain.lists },
          people: [payer, recipient],
          nameOf: (address) => (address === payer ? 'You' : 'Bo'),
          onPay: null,
        }}
      />,
      chain,
      await connectOwnChain(chain, payer),
    );
  await card(asked);
  expect(await screen.findByText('You paid the request')).toBeVisible();
  expect(screen.getByText('Confirmed on chain')).toBeVisible();
  cleanup();
  await card(null);
  expect(await screen.findByText('You paid')).toBeVisible();
});

test('HUB-4 the list of conversations shows the amounts of the latest payment and request', async () => {
  const txHash = await sendMined(payer, recipient, parseEther('1.5'));
  const transfer = { type: 'transfer', chainId: chain.id, txHash } as const;
  const uri = writePaymentRequest({ recipient, chainId: null, token: NATIVE_TOKEN, amount: parseEther('2') });
  const { timestamp } = await chain.client.getBlock();
  const at = Number(timestamp) * 1_000;
  const last = { by: payer, isOwn: true, at };
  const direct = { kind: 'direct', peer: recipient } as const;
  const shown = [
    { lastMessage: { ...last, body: transfer } },
    { lastMessage: { ...last, by: recipient, isOwn: false, body: { type: 'request', uri } } },
    { lastMessage: { ...last, body: transfer }, isRequest: true },
    { lastMessage: { ...last, body: transfer, isRepeated: true } },
    { lastMessage: { ...last, at: at + 2 * DAY_MS, body: transfer } },
    { lastMessage: { ...last, by: recipient, isOwn: false, body: transfer } },
  ] as const;
  renderOnOwnChain(
    <ConversationList
      lists={{ account: payer, ...chain.lists }}
      label="Conversations"
      conversations={shown.map((change, id) => conversationView({ ...direct, ...change, id: String(id) }))}
      current={null}
      empty=""
      onOpen={() => undefined}
    />,
    chain,
    await connectOwnChain(chain, payer),
  );
  const rows = screen.getAllByRole('button');
  await waitFor(() => expect(rows[0]).toHaveTextContent('You: Payment: 1.5 ETH'));
  expect(rows[1]).toHaveTextContent('Payment request: 2 ETH');
  // Payments of strangers aren't read, and a message that isn't right about its payment gets no amount.
  for (const row of rows.slice(2)) expect(row).not.toHaveTextContent('ETH');
});
