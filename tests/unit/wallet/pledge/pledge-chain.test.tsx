import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, erc20Abi, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { PledgeContracts } from '@/components/wallet/pledge/pledge';
import { TransactionWatcher } from '@/components/wallet/shell/transaction-watcher';
import { TransactionSheet } from '@/components/wallet/transaction-sheet/transaction-sheet';
import { useNotices } from '@/lib/browser/notices';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { useSession } from '@/lib/session/session';
import { contractLocations } from '@/lib/wallet/networks/use-contract-reads';
import { readPledges } from '@/lib/wallet/pledge/use-pledge-contracts';
import { isSettled } from '@/lib/wallet/transactions/ledger-entry';
import { isIntent } from '@/lib/wallet/transactions/stored-entry';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { servePrices } from '../../../support/price-api';
import { renderOnChains, silent, VAULT } from '../../../support/test-chains';

servePrices();

const DAY_S = 86_400;
const usdt = (amount: string) => parseUnits(amount, 6);
const [alice, bob, carol, dora] = [1, 2, 3, 4].map((index) => demoAccount(index).address) as [
  Address,
  Address,
  Address,
  Address,
];
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

const contract = () => ({ address: chain.addresses.pledge, abi: pledgeAbi }) as const;
const token = () => ({ address: chain.addresses.tUsdt, abi: erc20Abi }) as const;
const mined = (hash: `0x${string}`) => chain.client.waitForTransactionReceipt({ hash });
const balanceOf = (account: Address) =>
  chain.client.readContract({ ...token(), functionName: 'balanceOf', args: [account] });

const approve = async (account: Address, amount: bigint) =>
  mined(
    await chain.client.writeContract({
      ...token(),
      account,
      functionName: 'approve',
      args: [contract().address, amount],
    }),
  );

/** Pledges each amount directly on chain. The node signs for the account. */
async function pledge(account: Address, termId: bigint, amounts: readonly bigint[]) {
  const gas = 1_000_000n;
  await approve(
    account,
    amounts.reduce((sum, amount) => sum + amount, 0n),
  );
  for (const amount of amounts)
    await mined(
      await chain.client.writeContract({
        ...contract(),
        account,
        gas,
        functionName: 'pledge',
        args: [termId, amount],
      }),
    );
}

/** Waits for the transaction sheet and returns it. */
const sheet = async () => within(await screen.findByRole('dialog'));

async function show(account: Address, search = '', onSent?: () => void) {
  // The sheet opens only while a session exists. The server of this test doesn't verify anything.
  useSession.setState({ token: 'test', account: null });
  const config = await connectOwnChain(chain, account, onSent);
  const view = renderOnOwnChain(
    <>
      <PledgeContracts account={account} {...chain.lists} />
      <TransactionWatcher />
      <TransactionSheet forms={{ deposit: () => null, withdraw: () => null }} />
    </>,
    chain,
    config,
    search,
  );
  return { ...view, config, card: await screen.findByRole('region', { name: 'North Sea' }) };
}

test('WAL-8 any number of pledges is read, in a single call once their count is known', async () => {
  const amounts = Array.from({ length: 103 }, (_, index) => usdt('1') + BigInt(index));
  await pledge(dora, 0n, amounts);
  const config = await connectOwnChain(chain, dora);
  const [place] = contractLocations(chain.lists.contracts, 'pledge_contract');
  if (!place) throw new Error('no pledge contracts are listed');
  const first = await readPledges(config, place, dora, undefined);
  expect(first.pledges.map(({ amount }) => amount)).toEqual(amounts);
  expect(first.terms.map(({ rateBps }) => rateBps)).toEqual([100, 400, 1_000]);

  const sent = jest.spyOn(globalThis, 'fetch');
  const second = await readPledges(config, place, dora, first);
  expect(sent).toHaveBeenCalledTimes(1);
  sent.mockRestore();
  expect(second.pledges).toHaveLength(103);
  expect(second.funds).toEqual(first.funds);
});

test('WAL-8 NUM-1 a matured pledge is redeemed with its interest, to the last base unit', async () => {
  const user = userEvent.setup();
  await pledge(alice, 0n, [usdt('1000.000199')]);
  const before = await balanceOf(alice);
  const running = await show(alice);
  const list = within(running.card);
  expect(await list.findByText(/^(30 days 0 hours|29 days 23 hours)$/)).toBeVisible();
  expect(list.getByText('1,000').parentElement).toHaveTextContent('1,000.000199');
  expect(list.getByRole('button', { name: 'Leave early: 1,000.000199 tUSDT, 30 days' })).toBeVisible();
  expect(list.queryByRole('button', { name: /^Redeem/ })).toBeNull();
  running.unmount();

  await chain.client.increaseTime({ seconds: 30 * DAY_S });
  await chain.client.mine({ blocks: 1 });
  const { card, unmount } = await show(alice);
  const matured = within(card);
  const redeem = await matured.findByRole('button', { name: 'Redeem 1,010.0002 tUSDT' });
  expect(matured.getByText(/^This pledge has matured/)).toBeVisible();
  expect(matured.queryByRole('button', { name: /^Leave early/ })).toBeNull();
  await user.click(redeem);
  const review = await sheet();
  await user.click(await review.findByRole('button', { name: 'Redeem 1,010.0002 tUSDT' }));
  expect(await review.findByRole('heading', { name: '1,010.0002 tUSDT redeemed.' })).toBeVisible();
  await user.click(review.getByRole('button', { name: 'Done' }));
  expect(await matured.findByText('1 closed pledge')).toBeVisible();
  expect(matured.getByText('You have no active pledge on this network.')).toBeVisible();
  expect(useNotices.getState().notices).toEqual([]);
  unmount();
  expect(await balanceOf(alice)).toBe(before + usdt('1010.000200'));
});

test('WAL-9 a pledge whose hash the wallet never reported is found by the event of its contract', async () => {
  const user = userEvent.setup();
  await approve(bob, usdt('25.5'));
  const { unmount } = await show(bob, '?term=1', () => {
    throw new Error('the wallet went away');
  });
  const panel = within(await screen.findByRole('region', { name: 'New pledge' }));
  await user.type(await panel.findByLabelText('Amount'), '25.5');
  await user.click(panel.getByRole('button', { name: 'Review' }));
  const review = await sheet();
  await user.click(await review.findByRole('button', { name: 'Pledge 25.5 tUSDT' }));
  const unclear = /^Your wallet hasn't said if it sent this\. Look there before you send again/;
  expect(await review.findByText(unclear)).toBeVisible();
  await waitFor(() => expect(review.queryByText(unclear)).toBeNull());
  await user.keyboard('{Escape}');
  expect(await panel.findByText('Confirmed on chain. Recording…')).toBeVisible();
  unmount();
  const args = [bob, 0n, 10n] as const;
  expect(await chain.client.readContract({ ...contract(), functionName: 'positionsOf', args })).toMatchObject(
    [{ termId: 1n, amount: usdt('25.5') }],
  );
});

test('WAL-8 the contract accepts the maximum shown for a reserve, and not one base unit more', async () => {
  const free = await chain.client.readContract({
    ...contract(),
    functionName: 'freeReserve',
    args: [chain.addresses.tUsdt],
  });
  const args = [chain.addresses.tUsdt, free - usdt('1'), chain.client.account.address] as const;
  await mined(await chain.client.writeContract({ ...contract(), functionName: 'withdrawReserve', args }));

  const user = userEvent.setup();
  const { unmount } = await show(bob);
  const panel = within(await screen.findByRole('region', { name: 'New pledge' }));
  expect(await panel.findByText(/^Available: 100.000099 tUSDT, limited by the reserve/)).toBeVisible();
  await user.type(panel.getByLabelText('Amount'), '100.0001');
  await user.click(panel.getByRole('button', { name: 'Review' }));
  expect(
    panel.getByText('For this term, the reserve covers the interest on at most 100.000099 tUSDT.'),
  ).toBeVisible();
  unmount();

  await approve(bob, usdt('1000'));
  const order = (amount: string) =>
    ({ ...contract(), account: bob, functionName: 'pledge', args: [0n, usdt(amount)] }) as const;
  await expect(chain.client.simulateContract(order('100.0001'))).rejects.toThrow('InsufficientReserve');
  await expect(chain.client.simulateContract(order('100.000099'))).resolves.toBeDefined();
});

test('WAL-8 WAL-9 paused or closed terms and an empty wallet are explained; active pledges can still exit', async () => {
  await pledge(carol, 0n, [usdt('0.000099')]);
  await mined(await chain.client.writeContract({ ...contract(), functionName: 'pause' }));
  const paused = await show(carol);
  expect(
    await screen.findByText(/^New pledges are paused\. You can still redeem and leave early\./),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Review' })).toBeDisabled();
  expect(within(paused.card).getByRole('button', { name: /^Leave early/ })).toBeEnabled();
  paused.unmount();
  await mined(await chain.client.writeContract({ ...contract(), functionName: 'unpause' }));

  const empty = await show(privateKeyToAddress(generatePrivateKey()));
  expect(await screen.findByText(/^Your wallet has no tUSDT on this network/)).toBeVisible();
  expect(within(empty.card).getByText('You have no active pledge on this network.')).toBeVisible();
  empty.unmount();

  for (const termId of [0n, 1n, 2n])
    await mined(
      await chain.client.writeContract({ ...contract(), functionName: 'setTermOpen', args: [termId, false] }),
    );
  const closed = await show(carol);
  expect(await screen.findByText('No term accepts new pledges on this network right now.')).toBeVisible();
  expect(within(closed.card).getByRole('button', { name: /^Leave early/ })).toBeEnabled();
});

test('WAL-8 pledges whose network does not respond are shown as unchanged', async () => {
  const contracts = ['pledge_contract', 'multicall'].map((name) => ({ chainId: 901, name, address: VAULT }));
  renderOnChains(
    <PledgeContracts account={undefined} chains={[]} coins={[]} contracts={contracts} />,
    new Map([[901, silent]]),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Your pledges are unchanged.');
});

test('WAL-8 WAL-9 a pledge settles once the server records it, an exit once the chain confirms it', () => {
  const settled = (kind: 'pledge' | 'redeem' | 'exitEarly') =>
    (['pending', 'confirmed', 'verified', 'failed'] as const).map((status) => isSettled({ kind, status }));
  expect(settled('pledge')).toEqual([false, false, true, true]);
  expect(settled('redeem')).toEqual([false, true, true, true]);
  expect(settled('exitEarly')).toEqual([false, true, true, true]);
});

test.each([
  [{ pledgeId: '12' }, true],
  [{}, true],
  [{ pledgeId: 12 }, false],
  [{ pledgeId: '-1' }, false],
  [{ kind: 'exitearly' }, false],
  [{ kind: 'pledge', termId: '1' }, true],
  [{ kind: 'pledge', termId: 1 }, false],
  [{ kind: 'approve', purpose: 'pledge' }, true],
  [{ kind: 'approve', purpose: 'borrow' }, false],
])('WAL-9 a stored pledge intent is accepted only if it is valid: %j', (change, isTaken) => {
  const stored = { kind: 'exitEarly', coinId: 2, amountRaw: '5', decimals: 6, symbol: 'tUSDT', ...change };
  expect(isIntent(stored)).toBe(isTaken);
});
