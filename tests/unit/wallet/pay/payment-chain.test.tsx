import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, erc20Abi, type Hex, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { SendDialog } from '@/components/wallet/messages/money-dialogs';
import { PayTab } from '@/components/wallet/pay/pay-tab';
import { paymentPlan } from '@/components/wallet/pay/payment-plan';
import { ReceiveTab } from '@/components/wallet/pay/receive-tab';
import { useNotices } from '@/lib/browser/notices';
import { NATIVE_TOKEN, shortAddress } from '@/lib/evm/address';
import { chainErrorCode } from '@/lib/evm/errors';
import { useChosenNames } from '@/lib/wallet/contacts/chosen-names';
import { saveContact, useContacts, useKnownRecipients } from '@/lib/wallet/contacts/contacts';
import { readPayParams } from '@/lib/wallet/pay/pay-params';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import { type ListedToken, listedToken } from '@/lib/wallet/tokens/listed-token';
import { tryCall } from '@/lib/wallet/transactions/send-call';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import en from '@/messages/en.json';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { configureOfflineApi } from '../../../support/client-settings';
import { messageView } from '../../../support/conversation-views';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { servePrices } from '../../../support/price-api';
import { findSheet, SheetRoot, sendFromSheet, signInWithoutSheet } from '../../../support/transaction-sheet';

const [alice, bob] = [1, 2].map((index) => demoAccount(index).address) as [Address, Address];
let chain: OwnChain;

servePrices();
beforeAll(async () => {
  configureOfflineApi();
  chain = await startOwnChain();
  const toll = { chainId: chain.id, address: chain.addresses.feeToken, decimals: 18 };
  chain.lists.coins.push({ id: 9, symbol: 'tTOLL', name: 'Test Toll', icon: '', sort: 9, tokens: [toll] });
});
afterAll(() => chain.stop());
beforeEach(signInWithoutSheet);
afterEach(() => {
  localStorage.clear();
  useLedger.setState({ entries: [] });
  useKnownRecipients.setState({ entries: [] });
  useContacts.setState({ entries: [] });
});

const stranger = () => privateKeyToAddress(generatePrivateKey());
function tokenOf(symbol: string): ListedToken {
  const { coins } = chain.lists;
  const [token] = coins.find((coin) => coin.symbol === symbol)?.tokens ?? [];
  const listed = token && listedToken(coins, chain.id, (token.address ?? NATIVE_TOKEN) as Address);
  if (!listed) throw new Error(`${symbol} is not listed`);
  return listed;
}
const held = ({ address }: ListedToken, account: Address) =>
  address === NATIVE_TOKEN
    ? chain.client.getBalance({ address: account })
    : chain.client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] });
const askFor = (symbol: string, recipient: Address, amount: bigint | null) =>
  writePaymentRequest({ recipient, chainId: chain.id, token: tokenOf(symbol).address, amount });

/** Opens the Pay tab with these search params. */
async function open(account: Address, search: string, onSent?: () => void) {
  window.history.replaceState(null, '', search);
  const config = await connectOwnChain(chain, account, onSent);
  const place = readPayParams(new URLSearchParams(search));
  const tab = (
    <>
      <PayTab account={account} {...chain.lists} place={place} />
      <SheetRoot />
    </>
  );
  const view = renderOnOwnChain(tab, chain, config, search);
  // The slider needs to measure its layout first.
  await act(async () => undefined);
  return view;
}
const review = (account: Address, request: string, onSent?: () => void) =>
  open(account, `?${new URLSearchParams({ tab: 'pay', request })}`, onSent);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const sent = () => waitFor(() => expect(useLedger.getState().entries).toMatchObject([{ kind: 'send' }]));
/** Matches an element that shows an address in full, in groups. */
const inFull = (address: Address) => (_text: string, element: Element | null) =>
  element?.textContent?.replaceAll(/\s/g, '') === address;
/** Reviews a request with a fixed amount once the balance is known. */
const reviewFixed = async () => {
  await screen.findByText(/^Balance: [1-9]/);
  await userEvent.click(await button('Review'));
};
const balanceIsKnown = () => screen.findByText(/^Balance: [1-9]/);

test.each([
  ['tUSDT', '12.000019', 12_000_019n],
  ['ETH', '0.123456789012345678', 123_456_789_012_345_678n],
  // The tTOLL contract keeps one percent of each transfer.
  ['tTOLL', '50.0001', null],
] as const)(
  'WAL-14 WAL-9 NUM-1 %s %s is paid to the last base unit, and the received amount is shown',
  async (symbol, text, all) => {
    const user = userEvent.setup();
    const [token, recipientCheck] = [tokenOf(symbol), stranger()];
    const amount = parseUnits(text, token.decimals);
    const before = await held(token, alice);
    const first = await review(alice, askFor(symbol, recipientCheck, amount));
    expect(screen.getByRole('heading', { name: 'Your payment' })).toHaveFocus();
    expect(await screen.findByText(en.wallet.recipient.new)).toBeVisible();
    await reviewFixed();
    const sheet = await findSheet();
    // The review shows the recipient in full, so that it can be compared.
    expect(sheet.getAllByText(inFull(recipientCheck)).length).toBeGreaterThan(0);
    await waitFor(() =>
      expect(sheet.getByText('Recipient').parentElement).toHaveTextContent(
        /^RecipientAn account, not a contract/,
      ),
    );
    await sendFromSheet(`Send ${text} ${symbol}`);
    await sent();
    await waitFor(() => expect(useLedger.getState().entries).toMatchObject([{ status: 'confirmed' }]));
    expect(await sheet.findByRole('heading', { name: new RegExp(`${symbol} arrived at 0x`) })).toBeVisible();
    first.unmount();

    const arrived = await held(token, recipientCheck);
    expect(arrived).toBe(all ?? amount - amount / 100n);
    if (symbol !== 'ETH') expect(before - (await held(token, alice))).toBe(amount);
    const [entry] = useLedger.getState().entries;
    expect(entry).toMatchObject({
      recipient: recipientCheck,
      token: token.address,
      receivedRaw: arrived.toString(),
    });

    // The request is done, and a reload shows the result again.
    expect(window.location.search).toBe('?tab=pay');
    const second = await open(alice, window.location.search);
    await user.click(await (await findSheet()).findByRole('button', { name: 'Done' }));
    await user.click(await button(`Save ${shortAddress(recipientCheck)}`));
    await user.type(screen.getByLabelText('Name'), 'Alice Li{Enter}');
    expect(useContacts.getState().entries).toEqual([{ name: 'Alice Li', address: recipientCheck }]);
    second.unmount();

    // A recipient counts as known after the first payment.
    await review(alice, recipientCheck);
    expect((await screen.findAllByText('Alice Li')).length).toBeGreaterThan(0);
    expect(screen.queryByText(en.wallet.recipient.new)).toBeNull();
  },
);

test.each([
  ['a member', true],
  ['somebody else', false],
])(
  'HUB-4 the review of a payment in a conversation says whether it goes to a member: %s',
  async (_name, isMember) => {
    const [recipient, other] = [stranger(), stranger()];
    const body = { type: 'request', uri: askFor('ETH', recipient, 1_000_000n) } as const;
    renderOnOwnChain(
      <>
        <SendDialog
          isOpen
          lists={{ account: alice, ...chain.lists }}
          people={[isMember ? recipient : other]}
          paying={messageView({ by: other, body })}
          nameOf={String}
          onClose={() => undefined}
          onSent={() => undefined}
        />
        <SheetRoot />
      </>,
      chain,
      await connectOwnChain(chain, alice),
    );
    await reviewFixed();
    if (isMember) expect(screen.queryByText(en.wallet.recipient.new)).toBeNull();
    else expect(await screen.findByText(en.wallet.recipient.new)).toBeVisible();
    const sheet = await findSheet();
    expect(await sheet.findByText("A payment can't be undone.")).toBeVisible();
    const named = `The recipient is in this conversation: ${shortAddress(recipient)}`;
    expect(sheet.queryAllByText(named)).toHaveLength(isMember ? 1 : 0);
  },
);

test('WAL-14 whoever was paid from another device is offered, and isn’t called new: the chain shows the payment', async () => {
  const friend = stranger();
  const token = tokenOf('tUSDT');
  const hash = await chain.client.writeContract({
    account: alice,
    address: token.address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [friend, 1_000_000n],
  });
  await chain.client.waitForTransactionReceipt({ hash });
  useChosenNames.setState({ names: new Map([[friend.toLowerCase(), 'Ben of the bay']]) });
  const start = await open(alice, '?tab=pay');
  const field = screen.getByRole('combobox', { name: 'Address or payment request' });
  await userEvent.type(field, 'ben of');
  await userEvent.click(await screen.findByRole('option', { name: /^“Ben of the bay”/ }));
  expect(new URLSearchParams(window.location.search).get('request')).toBe(friend);
  start.unmount();

  await review(alice, askFor('tUSDT', friend, 2_000_000n));
  expect(screen.getByText('“Ben of the bay”')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(en.wallet.recipient.checking)).toBeNull());
  expect(screen.queryByText(en.wallet.recipient.new)).toBeNull();
  await reviewFixed();
  const sheet = await findSheet();
  await waitFor(() =>
    expect(sheet.getByText('Recipient').parentElement).toHaveTextContent(/An account, not a contract/),
  );
  expect(sheet.queryByText(/this device knows of no earlier payment/)).toBeNull();
  useChosenNames.setState({ names: new Map() });
});

test('WAL-14 a request without an amount lets the payer enter one, with errors beside the field', async () => {
  const user = userEvent.setup();
  await review(bob, askFor('ETH', stranger(), null));
  const field = screen.getByLabelText('Amount');
  await balanceIsKnown();
  await user.type(field, '10000');
  await user.click(await button('Review'));
  expect(await screen.findByText(/^(Your wallet holds only|With a network fee of about) /)).toBeVisible();
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(/ETH/);
  await user.clear(field);
  await user.type(field, '0.1234567890123456789');
  expect(screen.getByText(/^Use at most 18 decimal places/)).toBeVisible();
  expect(useLedger.getState().entries).toEqual([]);
});

test('WAL-14 an account without the native currency is told that it cannot pay the fee', async () => {
  const payer = stranger();
  await chain.client.impersonateAccount({ address: payer });
  const token = tokenOf('tUSDT');
  const hash = await chain.client.writeContract({
    address: token.address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [payer, 5_000_000n],
  });
  await chain.client.waitForTransactionReceipt({ hash });
  await review(payer, askFor('tUSDT', alice, 5_000_000n));
  expect(
    await screen.findByText(/^The network fee of about 0\.0\d+ ETH is more than the ETH in your wallet/),
  ).toBeVisible();
});

test.each([
  [
    'the token’s contract',
    () => tokenOf('tUSDT').address,
    /^This is the contract of the asset you're sending/,
  ],
  ['another token’s contract', () => tokenOf('tDAI').address, /^This is a contract that can't return/],
  ['the vault', () => chain.addresses.vault, /^This is a contract that can't return/],
])('WAL-14 an account cannot pay %s', async (_name, recipient, words) => {
  const transfer = `ethereum:${tokenOf('tUSDT').address}@${chain.id}/transfer?address=${recipient()}&uint256=1`;
  await review(alice, transfer);
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
});

const refusedWords = /^This is a contract that can't return/;
const ownContractWords = /^This is the contract of the asset you're sending/;

test('WAL-14 pressing Enter in the amount field sends nothing to a token contract', async () => {
  const user = userEvent.setup();
  const { address, coinId } = tokenOf('tUSDT');
  const search = new URLSearchParams({ tab: 'pay', request: address, coin: `${coinId}` });
  await open(alice, `?${search}`);
  expect(await screen.findByText(ownContractWords)).toBeVisible();
  await screen.findByText(/^Balance: [1-9]/);
  useNotices.setState({ notices: [] });
  await user.type(screen.getByLabelText('Amount'), '1{Enter}');
  // The reason stays where it is.
  expect(screen.getByText(ownContractWords)).toBeVisible();
  expect(useNotices.getState().notices).toEqual([]);
  expect(useLedger.getState().entries).toEqual([]);
});

test('WAL-14 a token contract is rejected as recipient even if the network lists no vault', async () => {
  const { contracts } = chain.lists;
  chain.lists.contracts = contracts.filter(({ name }) => name !== 'vault_contract');
  try {
    await review(alice, askFor('ETH', tokenOf('tUSDT').address, 1n));
    expect(await screen.findByText(refusedWords)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
  } finally {
    chain.lists.contracts = contracts;
  }
});

test('WAL-14 no QR code is shown for a payment to a token contract', async () => {
  const { address } = tokenOf('tUSDT');
  const config = await connectOwnChain(chain, alice);
  const place = readPayParams(new URLSearchParams());
  renderOnOwnChain(<ReceiveTab account={address} {...chain.lists} place={place} />, chain, config);
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Your account is a contract that can't return/);
  expect(screen.queryByRole('img')).toBeNull();
});

test('WAL-14 a look-alike of a contact must be compared and confirmed first; a contract shows a warning', async () => {
  const user = userEvent.setup();
  const name = { name: 'Bob', address: bob };
  saveContact(name);
  const poisoned = `0x${bob.slice(2, 6)}${'1'.repeat(32)}${bob.slice(-4)}`.toLowerCase();
  const first = await review(alice, poisoned);
  expect(await screen.findByText(/^This is not the address you know/)).toBeVisible();
  await balanceIsKnown();
  await user.type(screen.getByLabelText('Amount'), '0.001');
  await user.click(await button('Review'));
  expect(screen.getByRole('checkbox')).toHaveFocus();
  expect(useLedger.getState().entries).toEqual([]);
  first.unmount();

  const contract = stranger();
  await chain.client.setCode({ address: contract, bytecode: '0x60006000fd' });
  // A transfer of an ERC-20 token doesn't run the contract's code.
  const second = await review(alice, askFor('tUSDT', contract, 1n));
  const warning = 'This address is a contract. Make sure that funds sent to it can be withdrawn.';
  expect(await screen.findByText(warning)).toBeVisible();
  second.unmount();
  await review(alice, askFor('ETH', contract, 1n));
  expect(
    await screen.findByText(/^This address is a contract\. .* use tokens you've approved it to spend\./),
  ).toBeVisible();
  await reviewFixed();
  await sendFromSheet(/^Send 0/);
  expect(
    await (await findSheet()).findByText(/^The contract at this address doesn't accept this token\. Choose/),
  ).toBeVisible();
  expect(useLedger.getState().entries).toEqual([]);
});

test.each([
  ['a request that is none', 'ethereum:approve-0x', "This request isn't a payment request."],
  [
    'a token that is not listed',
    `ethereum:${'0x'.padEnd(42, 'a')}@31337/transfer?address=${bob.toLowerCase()}&uint256=1`,
    /^This request is for a token that isn't listed on Tidewell, so it isn't/,
  ],
  [
    'a network that is not listed',
    `ethereum:${bob.toLowerCase()}@1?value=1`,
    /^This request is for a network that isn't listed on Tidewell\./,
  ],
])('WAL-14 a link to %s is refused with a message', async (_name, request, words) => {
  await review(alice, request);
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  expect(screen.getByRole('heading', { name: "You can't pay this request" })).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
});

/** Bytecode that returns a fixed word or nothing for every call, and the resulting error code. */
const answering: [string, Hex, string | null][] = [
  ['true', '0x600160005260206000f3', null],
  ['false', '0x60206000f3', 'tokenRefused'],
  ['nothing', '0x00', null],
  ['2', '0x600260005260206000f3', 'unknown'],
];

test.each(answering)(
  'WAL-14 the result %s of a token transfer is handled correctly',
  async (_name, bytecode, code) => {
    const config = await connectOwnChain(chain, alice);
    const address = stranger();
    await chain.client.setCode({ address, bytecode });
    const token = { ...tokenOf('tUSDT'), address };
    const { call } = paymentPlan({ chainId: chain.id, token, recipient: bob, amount: 1n });
    const tried = tryCall(config, call, { chainId: chain.id, account: alice }).then(
      () => null,
      chainErrorCode,
    );
    expect(await tried).toBe(code);
  },
);

test('WAL-14 an empty result is accepted only for a call that may return nothing', async () => {
  const config = await connectOwnChain(chain, alice);
  const { mayReturnNothing: _may, ...call } = {
    mayReturnNothing: true,
    address: stranger(),
    abi: erc20Abi,
    functionName: 'transfer',
    args: [bob, 1n],
  };
  await expect(tryCall(config, call, { chainId: chain.id, account: alice })).rejects.toThrow();
});

test.each(['tUSDT', 'ETH'])(
  'WAL-9 WAL-14 a payment of %s whose hash the wallet never reported is found on the chain',
  async (symbol) => {
    await review(alice, askFor(symbol, stranger(), 1_000_003n), () => {
      throw new Error('the wallet went away');
    });
    await reviewFixed();
    await sendFromSheet(/^Send [01]/);
    const sheet = await findSheet();
    const unclear = /^Your wallet hasn't said if it sent this\. Look there before you send again/;
    expect(await sheet.findByText(unclear)).toBeVisible();
    await waitFor(() => {
      expect(useLedger.getState().entries).toMatchObject([{ kind: 'send', status: 'confirmed' }]);
      expect(screen.queryByText(unclear)).toBeNull();
    });
  },
);
