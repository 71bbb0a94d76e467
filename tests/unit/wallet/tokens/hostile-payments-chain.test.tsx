import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { encodeFunctionData, erc20Abi, formatUnits, maxUint256, parseEther } from 'viem';
import { PayTab } from '@/components/wallet/pay/pay-tab';
import { ReceiveTab } from '@/components/wallet/pay/receive-tab';
import { useKnownRecipients } from '@/lib/wallet/contacts/contacts';
import { readPayParams } from '@/lib/wallet/pay/pay-params';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import en from '@/messages/en.json';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { configureOfflineApi } from '../../../support/client-settings';
import { hostileTokens, type Listed, SUPPLY, type Turn } from '../../../support/hostile-tokens';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { servePrices } from '../../../support/price-api';
import { addressOf } from '../../../support/recipients';
import { findSheet, SheetRoot, sendFromSheet, signInWithoutSheet } from '../../../support/transaction-sheet';
import { sendTo } from '../../../support/wallet-tokens';

const { address: account } = demoAccount(1);
const shop = addressOf('shop');
const { errors, pay } = en.wallet;
let chain: OwnChain;
let tokens: ReturnType<typeof hostileTokens>;

servePrices();
beforeAll(async () => {
  configureOfflineApi();
  chain = await startOwnChain();
  tokens = hostileTokens(chain, account);
});
afterAll(() => chain.stop());
beforeEach(signInWithoutSheet);
afterEach(() => {
  localStorage.clear();
  useLedger.setState({ entries: [] });
  useKnownRecipients.setState({ entries: [] });
  window.history.replaceState(null, '', '?');
});

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
const enter = (text: string) =>
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: text } });
const latest = () => useLedger.getState().entries.at(-1);

/** Opens the Pay tab for a payment of a token to the shop. */
async function openPay({ address, coinId }: Listed, amount?: bigint) {
  const of = amount === undefined ? '' : `&uint256=${amount}`;
  const request = `ethereum:${address}@${chain.id}/transfer?address=${shop}${of}`;
  const search = `?${new URLSearchParams({ tab: 'pay', request, coin: String(coinId) })}`;
  window.history.replaceState(null, '', search);
  const place = readPayParams(new URLSearchParams(search));
  const page = (
    <>
      <PayTab account={account} {...chain.lists} place={place} />
      <SheetRoot />
    </>
  );
  renderOnOwnChain(page, chain, await connectOwnChain(chain, account), search);
  await act(async () => undefined);
}
/** Reviews a payment with a fixed amount once the balance is known. */
async function review() {
  await screen.findByText(/^Balance: [1-9]/);
  await press('Review');
  return findSheet();
}

test('WAL-14 NUM-1 a token without decimals is paid in whole units only', async () => {
  const token = await tokens.sized(0, 9n);
  await openPay(token);
  await screen.findByText(/^Balance: 9 SIZED/);
  enter('1.5');
  await press('Review');
  expect(await screen.findByText('Use at most 0 decimal places for this token.')).toBeVisible();
  enter('2');
  await press('Review');
  await sendFromSheet('Send 2 SIZED');
  await waitFor(() => expect(latest()).toMatchObject({ status: 'confirmed', receivedRaw: '2' }));
  expect(await tokens.held(token, shop)).toBe(2n);
});

test('WAL-14 NUM-1 with 36 decimals, the smallest amount and a supply near 2^256 are paid to the last base unit', async () => {
  const token = await tokens.sized(36, maxUint256);
  await openPay(token, 1n);
  await review();
  const smallest = `0.${'0'.repeat(35)}1`;
  await sendFromSheet(`Send ${smallest} SIZED`);
  await waitFor(() => expect(latest()).toMatchObject({ status: 'confirmed', receivedRaw: '1' }));
  expect(await tokens.held(token, shop)).toBe(1n);
});

test('WAL-14 NUM-1 a balance near 2^256 can be sent whole, and a larger amount is refused in words', async () => {
  const token = await tokens.sized(18, maxUint256);
  await openPay(token);
  await screen.findByText(/^Balance: 115,792,089,/);
  // More than a uint256 holds, so it can't be encoded.
  for (const digits of [60, 78, 400]) {
    enter('9'.repeat(digits));
    await press('Review');
    expect(
      await screen.findByText(
        digits === 60 ? /^This amount is too large|^Your wallet holds only/ : /^This amount is too large/,
      ),
    ).toBeVisible();
    expect(screen.getByLabelText('Amount')).toHaveFocus();
  }
  await press('Max');
  await press('Review');
  await sendFromSheet(/^Send 115,792,089,/);
  await waitFor(() => expect(latest()).toMatchObject({ status: 'confirmed', receivedRaw: `${maxUint256}` }));
  expect(await tokens.held(token, shop)).toBe(maxUint256);
});

test('WAL-14 a request for more than a uint256 holds is not made', async () => {
  const token = await tokens.sized(18, 1n);
  const search = new URLSearchParams({ coin: String(token.coinId) });
  const place = readPayParams(search);
  const config = await connectOwnChain(chain, account);
  renderOnOwnChain(
    <ReceiveTab account={account} {...chain.lists} place={place} />,
    chain,
    config,
    `?${search}`,
  );
  fireEvent.change(screen.getByLabelText(pay.amountOptional), { target: { value: '9'.repeat(78) } });
  expect(screen.getByText(en.wallet.transfer.problem.tooLarge)).toBeVisible();
  expect(screen.queryByRole('img', { name: /SIZED/ })).toBeNull();
});

test.each<Turn>([
  ['pauses (ERC20Pausable)', () => tokens.openPausable(), (token) => tokens.pause(token), 'tokenPaused'],
  ['pauses with a text', () => tokens.oldPausable(), (token) => tokens.pause(token), 'tokenPaused'],
  [
    'stops for a reason of its own',
    () => tokens.awkward('StoppableToken'),
    (token) => tokens.stop(token),
    'reverted',
  ],
  [
    'gets a hook that reverts',
    () => tokens.awkward('HookToken'),
    (token) => tokens.refuse(token),
    'reverted',
  ],
  ['blocks the sender', () => tokens.blocklist(), (token) => tokens.block(token, account), 'accountBlocked'],
  ['blocks the recipient', () => tokens.blocklist(), (token) => tokens.block(token, shop), 'accountBlocked'],
])(
  'WAL-14 WAL-9 a token that %s after the review is not sent, and the sheet says why',
  async (_name, deploy, turn, error) => {
    const token = await deploy();
    await openPay(token, parseEther('5'));
    const sheet = await review();
    await turn(token);
    await sendFromSheet(/^Send 5 /);
    expect(await sheet.findByText(errors[error])).toBeVisible();
    expect(latest()).toBeUndefined();
    expect(await tokens.held(token, shop)).toBe(0n);
  },
);

test('WAL-14 NUM-1 the review shows what leaves the account if a token’s hook reenters it and takes more', async () => {
  const token = await tokens.awkward('HookToken');
  const take = {
    abi: erc20Abi,
    functionName: 'transferFrom',
    args: [account, shop, parseEther('1')],
  } as const;
  const hook = await tokens.hook(token, token.address, encodeFunctionData(take));
  // An earlier approval lets the hook take tokens.
  await sendTo(chain.client, token.address, 'approve', [hook, parseEther('1')], account);
  await openPay(token, parseEther('5'));
  const sheet = await review();
  const changes = await sheet.findByRole('region', { name: en.wallet.signing.balance.title });
  await waitFor(() => expect(changes).toHaveTextContent(/Leaves.*6 ODD.*1,000 → 994 ODD/));
  await sendFromSheet(/^Send /);
  await waitFor(() => expect(latest()).toMatchObject({ status: 'confirmed' }));
  expect(await tokens.counted(hook)).toEqual([1n, 1n]);
  expect([await tokens.held(token, shop), await tokens.held(token, account)]).toEqual([
    parseEther('6'),
    SUPPLY - parseEther('6'),
  ]);
  expect(await sheet.findByText(/^6 ODD arrived/)).toBeVisible();
});

test('WAL-14 WAL-9 a token whose transfer succeeds but moves nothing is reported as such', async () => {
  await openPay(await tokens.claiming(), 5n);
  const sheet = await review();
  await sendFromSheet(/^Send /);
  expect(await sheet.findByText(/but the ODD contract reported no transfer\./)).toBeVisible();
  expect(latest()).toMatchObject({ status: 'confirmed', receivedRaw: '0' });
});

test.each([
  ['returns nothing', 'SilentToken', 100n, 100n],
  ['keeps a fee', 'FeeOnTransferToken', 100n, 99n],
  ['charges the sender more', 'SenderChargeToken', 100n, 100n],
  ['sends the tokens elsewhere', 'SinkToken', 100n, 0n],
] as const)(
  'WAL-14 NUM-1 a payment with a token that %s states what arrived',
  async (_name, contract, paid, arrives) => {
    const token = await tokens.awkward(contract);
    await openPay(token, paid);
    const sheet = await review();
    await sendFromSheet(/^Send /);
    await waitFor(() => expect(latest()).toMatchObject({ status: 'confirmed' }));
    expect(await tokens.held(token, shop)).toBe(arrives);
    // SilentToken emits no event either, so nobody can tell that the tokens arrived.
    const seen = contract === 'SilentToken' ? 0n : arrives;
    expect(latest()?.receivedRaw).toBe(`${seen}`);
    expect(
      await sheet.findByText(
        seen === 0n ? /reported no transfer\./ : new RegExp(`^${formatUnits(seen, 18)} ODD arrived`),
      ),
    ).toBeVisible();
  },
);
