import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, encodeFunctionData, type Hash, zeroAddress } from 'viem';
import { VaultRecoveryNotes } from '@/components/wallet/frame/recovery-note';
import { RecoveryPanel } from '@/components/wallet/recovery/recovery';
import { RecoveryBanner } from '@/components/wallet/recovery/recovery-banner';
import { StakePools } from '@/components/wallet/stake/stake';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { anvilHttp, demoAccount } from '@/scripts/launcher/chains/anvil-client';
import {
  connectOwnChain,
  type OwnChain,
  renderOnOwnChain,
  startOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
import { renderOnChains, silent, VAULT } from '../../../support/test-chains';
import { findSheet, SheetRoot, sendFromSheet, signInWithoutSheet } from '../../../support/transaction-sheet';

const DAY_S = 86_400;
const [alice, bob, carol, dora, erin, frank, friend] = [1, 2, 3, 4, 5, 6, 9].map(
  (index) => demoAccount(index).address,
) as [Address, Address, Address, Address, Address, Address, Address];
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
beforeEach(signInWithoutSheet);
afterAll(() => chain.stop());

const planOf = (owner: Address) =>
  chain.client.readContract({
    address: chain.addresses.vault,
    abi: vaultAbi,
    functionName: 'recoveryOf',
    args: [owner],
  });
const inVault = (functionName: string, args: readonly unknown[], account: Address) =>
  chain.client.writeContract({
    ...{ address: chain.addresses.vault, abi: vaultAbi, account, chain: null },
    ...({ functionName, args } as { functionName: 'requestRecovery'; args: [Address] }),
  });

/** Returns the chain's lists with other contracts at some names. */
const withContracts = (others: Readonly<Record<string, Address>>) => ({
  ...chain.lists,
  contracts: chain.lists.contracts.map((contract) => ({
    ...contract,
    address: others[contract.name] ?? contract.address,
  })),
});

async function show(account: Address, lists = chain.lists, methods?: WalletMethods) {
  const config = await connectOwnChain(chain, account, undefined, undefined, methods);
  const view = renderOnOwnChain(
    <>
      <RecoveryPanel account={account} {...lists} />
      <SheetRoot />
    </>,
    chain,
    config,
  );
  const rowOf = async (name: string) => {
    const row = (await screen.findByRole('heading', { level: 3, name })).closest('li');
    if (!row) throw new Error(`${name} is not in a row`);
    return within(row);
  };
  return { ...view, rowOf };
}

test('REC-1 an account names a recovery address in each contract with the same form, changes it, and removes it', async () => {
  const user = userEvent.setup();
  const { rowOf, unmount } = await show(alice);
  const vault = await rowOf('Tidewell vault');
  expect(vault.getByText('Off')).toBeVisible();
  expect(screen.getAllByText('Off')).toHaveLength(5);
  await user.click(vault.getByRole('button', { name: 'Turn on: Tidewell vault on North Sea' }));
  const form = within(vault.getByRole('form', { name: 'Recovery address for Tidewell vault on North Sea' }));
  const address = form.getByRole('textbox', { name: 'Address' });
  expect(address).toHaveFocus();
  expect(form.getByRole('textbox', { name: 'Delay in days' })).toHaveValue('30');
  await user.type(address, friend);
  await user.click(form.getByRole('button', { name: 'Review' }));
  const sheet = await findSheet();
  expect(await sheet.findByText(/could move everything you have in/)).toBeVisible();
  await sendFromSheet('Set a recovery address: Tidewell vault');
  expect(
    await sheet.findByRole('heading', { name: 'Tidewell vault: your recovery address is set.' }),
  ).toBeVisible();
  expect(await vault.findByText('On')).toBeVisible();
  expect(
    vault.getByText('After its request and a wait of 30 days, it can take over, unless you veto.'),
  ).toBeVisible();
  const today = new Date(Number((await chain.client.getBlock()).timestamp) * 1_000);
  const date = today.toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' });
  expect(await vault.findByText(/^Set on .*\. Check now and then/)).toHaveTextContent(
    `Set on ${date}. Check`,
  );
  expect(await planOf(alice)).toEqual({ recoveryAddress: friend, delay: 30 * DAY_S, readyAt: 0n });
  await user.click(sheet.getByRole('button', { name: 'Close' }));

  // The next contract starts with what was entered.
  const pool = await rowOf('Tidewell staking pool');
  await user.click(pool.getByRole('button', { name: /^Turn on/ }));
  expect(pool.getByRole('textbox', { name: 'Address' })).toHaveValue(friend);
  await user.click(pool.getByRole('button', { name: 'Cancel' }));

  await user.click(vault.getByRole('button', { name: /^Change/ }));
  const days = vault.getByRole('textbox', { name: 'Delay in days' });
  await user.clear(days);
  await user.type(days, '7');
  await user.click(vault.getByRole('button', { name: 'Review' }));
  await sendFromSheet(/^Set a recovery address/);
  expect(await vault.findByText(/^After its request and a wait of 7 days,/)).toBeVisible();
  await user.click((await findSheet()).getByRole('button', { name: 'Close' }));

  await user.click(vault.getByRole('button', { name: /^Turn off/ }));
  await sendFromSheet('Remove your recovery address: Tidewell vault');
  expect(await vault.findByText('Off')).toBeVisible();
  expect((await planOf(alice)).recoveryAddress).toBe(zeroAddress);
  unmount();
});

test('REC-1 a wallet that sets a shorter delay is noticed, and the page shows the one on chain', async () => {
  const user = userEvent.setup();
  const { rowOf, unmount } = await show(frank, chain.lists, {
    eth_sendTransaction: ([asked]) => {
      const data = encodeFunctionData({ abi: vaultAbi, functionName: 'setRecovery', args: [friend, DAY_S] });
      return anvilHttp(chain.rpcUrl)({}).request({
        method: 'eth_sendTransaction',
        params: [{ ...(asked as object), data }],
      });
    },
  });
  const row = await rowOf('Tidewell vault');
  await user.click(row.getByRole('button', { name: /^Turn on/ }));
  await user.type(row.getByRole('textbox', { name: 'Address' }), friend);
  await user.click(row.getByRole('button', { name: 'Review' }));
  await sendFromSheet(/^Set a recovery address/);
  const sheet = await findSheet();
  expect(
    await sheet.findByText(/^This was confirmed, but it may differ from what you reviewed\./),
  ).toBeVisible();
  expect(sheet.queryByText(/your recovery address is set/)).toBeNull();
  expect(await row.findByText(/^After its request and a wait of 1 day,/)).toBeVisible();
  unmount();
});

test('REC-1 the form refuses the own account, contracts, and delays that the contract would refuse', async () => {
  const user = userEvent.setup();
  const { rowOf, unmount } = await show(bob);
  const row = await rowOf('Tidewell presale');
  await user.click(row.getByRole('button', { name: /^Turn on/ }));
  const address = row.getByRole('textbox', { name: 'Address' });
  const review = () => user.click(row.getByRole('button', { name: 'Review' }));
  await review();
  expect(row.getByText('Enter an address.')).toBeVisible();
  await user.type(address, bob);
  expect(row.getByText(/^This is your own account\./)).toBeVisible();
  await review();
  expect(address).toHaveFocus();
  await user.clear(address);
  await user.type(address, chain.addresses.vault);
  expect(row.getByText(/^This is a contract/)).toBeVisible();
  await user.clear(address);
  await user.type(address, friend);
  const days = row.getByRole('textbox', { name: 'Delay in days' });
  for (const wrong of ['0', '366', '1.5', 'x']) {
    await user.clear(days);
    await user.type(days, wrong);
    await review();
    expect(days).toHaveAccessibleDescription('Enter a whole number from 1 to 365.');
    expect(days).toHaveFocus();
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  unmount();
});

/** Returns bytecode that answers every call with this many zero bytes after one 1. */
const GARBAGE = `0x${'60016000526101006000f3'}` as const;
const BURNING = '0xfe';

test('REC-1 contracts without recovery addresses, or with other answers, are not offered', async () => {
  const [garbage, burning] = [
    '0x00000000000000000000000000000000000f0001',
    '0x00000000000000000000000000000000000f0002',
  ] as const;
  await chain.client.setCode({ address: garbage, bytecode: GARBAGE });
  await chain.client.setCode({ address: burning, bytecode: BURNING });
  const { tUsdt } = chain.addresses;
  const lists = withContracts({
    staking_contract: tUsdt,
    presale_contract: garbage,
    pledge_contract: burning,
    card_contract: tUsdt,
  });
  const { rowOf, unmount } = await show(carol, lists);
  expect((await rowOf('Tidewell vault')).getByText('Off')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1);
  unmount();

  const none = withContracts({
    ...{ vault_contract: tUsdt, staking_contract: tUsdt },
    ...{ presale_contract: garbage, pledge_contract: burning, card_contract: garbage },
  });
  const { unmount: end } = await show(carol, none);
  expect(
    await screen.findByText("The contracts on this network don't have recovery addresses."),
  ).toBeVisible();
  end();
});

test('REC-2 a request is shown with its time, and the owner vetoes it', async () => {
  const user = userEvent.setup();
  await inVault('setRecovery', [friend, 2 * DAY_S], dora);
  await inVault('requestRecovery', [dora], friend);
  const { rowOf, unmount } = await show(dora);
  const row = await rowOf('Tidewell vault');
  expect(row.getByText(/^0x.{4}….{4} requested a recovery\. From .*UTC, it can take over/)).toBeVisible();
  await user.click(row.getByRole('button', { name: 'Veto: Tidewell vault on North Sea' }));
  await sendFromSheet('Veto the recovery: Tidewell vault');
  await waitFor(() => expect(row.queryByText(/requested a recovery/)).toBeNull());
  expect(await planOf(dora)).toMatchObject({ recoveryAddress: friend, readyAt: 0n });
  unmount();
});

test('REC-2 the banner on every page names who requested and from when, and vetoes with one press', async () => {
  const user = userEvent.setup();
  await inVault('setRecovery', [friend, DAY_S], erin);
  await inVault('requestRecovery', [erin], friend);
  const config = await connectOwnChain(chain, erin);
  const { unmount } = renderOnOwnChain(
    <>
      <RecoveryBanner />
      <SheetRoot />
    </>,
    chain,
    config,
  );
  const banner = within(await screen.findByRole('alert', { name: 'Recovery requested' }));
  const { readyAt } = await planOf(erin);
  const ready = new Date(Number(readyAt) * 1_000).toLocaleDateString('en', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  const text = banner.getByText(/requested a recovery/).textContent ?? '';
  expect(text.replaceAll('\u00a0', ' ')).toContain(`From ${ready}`);
  expect(text).toContain('Tidewell vault on North Sea');
  // The delay is over, but the owner can still veto.
  await chain.client.increaseTime({ seconds: DAY_S + 1 });
  await chain.client.mine({ blocks: 1 });
  await user.click(banner.getByRole('button', { name: 'Veto: Tidewell vault on North Sea' }));
  await sendFromSheet('Veto the recovery: Tidewell vault');
  await waitFor(() =>
    expect(screen.queryByRole('alert', { name: 'Recovery requested', hidden: true })).toBeNull(),
  );
  expect((await planOf(erin)).readyAt).toBe(0n);
  unmount();
});

test('REC-3 pages of the vault, pools, pledges, and presales name the recovery address where one is set', async () => {
  await inVault('setRecovery', [friend, 3 * DAY_S], dora);
  const { address: pool } = chain.lists.contracts.find(({ name }) => name === 'staking_contract') ?? {};
  if (!pool) throw new Error('no pool');
  await chain.client.writeContract({
    ...{
      address: pool,
      abi: vaultAbi,
      account: dora,
      functionName: 'setRecovery',
      args: [friend, 4 * DAY_S],
    },
  });
  const config = await connectOwnChain(chain, dora);
  const short = `${friend.slice(0, 6)}…${friend.slice(-4)}`;
  const { unmount } = renderOnOwnChain(
    <>
      <VaultRecoveryNotes chains={chain.lists.chains} />
      <StakePools account={dora} {...chain.lists} />
    </>,
    chain,
    config,
  );
  expect(await screen.findByText(/^North Sea: Recovery address/)).toHaveTextContent(
    `North Sea: Recovery address ${short} after 3 days. Change`,
  );
  const card = within(await screen.findByRole('region', { name: 'North Sea' }));
  expect(await card.findByText(/^Recovery address/)).toHaveTextContent(
    `Recovery address ${short} after 4 days. Change`,
  );
  for (const link of screen.getAllByRole('link', { name: 'Change' }))
    expect(link).toHaveAttribute('href', '/wallet/recovery');
  unmount();
});

test('REC-2 a veto that fails on chain leaves the request shown', async () => {
  const user = userEvent.setup();
  await inVault('setRecovery', [friend, DAY_S], erin);
  await inVault('requestRecovery', [erin], friend);
  const { vault } = chain.addresses;
  const code = await chain.client.getCode({ address: vault });
  const config = await connectOwnChain(chain, erin, undefined, undefined, {
    eth_sendTransaction: async ([asked]) => {
      await chain.client.setCode({ address: vault, bytecode: '0x5f5ffd' });
      // With a gas limit, so that the node accepts the transaction without simulating it.
      const transaction = { ...(asked as object), gas: '0x30d40' };
      const hash = await anvilHttp(chain.rpcUrl)({}).request({
        method: 'eth_sendTransaction',
        params: [transaction],
      });
      await chain.client.waitForTransactionReceipt({ hash: hash as Hash });
      await chain.client.setCode({ address: vault, bytecode: code ?? '0x' });
      return hash;
    },
  });
  const { unmount } = renderOnOwnChain(
    <>
      <RecoveryBanner />
      <SheetRoot />
    </>,
    chain,
    config,
  );
  await user.click(await screen.findByRole('button', { name: 'Veto: Tidewell vault on North Sea' }));
  await sendFromSheet('Veto the recovery: Tidewell vault');
  const sheet = await findSheet();
  expect(await sheet.findByRole('alert')).toHaveTextContent(
    'The network rejected the transaction. It changed nothing, but you paid the network fee.',
  );
  expect(screen.getByRole('alert', { name: 'Recovery requested', hidden: true })).toBeInTheDocument();
  expect((await planOf(erin)).readyAt).toBeGreaterThan(0n);
  unmount();
});

test('REC-1 a network that is unreachable shows an error, and no contract as off', async () => {
  renderOnChains(
    <RecoveryPanel
      account={carol}
      chains={[]}
      coins={[]}
      contracts={[{ chainId: 901, name: 'vault_contract', address: VAULT }]}
    />,
    new Map([[901, silent]]),
  );
  expect(await screen.findByText(/Can't load your recovery addresses/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.queryByText('Off')).toBeNull();
  expect(screen.queryByText(/don't have recovery addresses/)).toBeNull();
});
