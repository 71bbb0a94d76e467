import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Abi, type Address, erc20Abi, getAddress, type Hash, parseEther, parseUnits } from 'viem';
import { RecoveryPanel } from '@/components/wallet/recovery/recovery';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { ActivityScope } from '@/lib/wallet/activity/activity-scope';
import { readActivity } from '@/lib/wallet/activity/read-activity';
import { readActivityLogs } from '@/lib/wallet/activity/read-activity-logs';
import { anvilHttp, demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { mined } from '@/scripts/launcher/chains/create2';
import {
  connectOwnChain,
  type OwnChain,
  renderOnOwnChain,
  startOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
import { findSheet, SheetRoot, sendFromSheet, signInWithoutSheet } from '../../../support/transaction-sheet';

const DAY_S = 86_400;
const usdt = (amount: string) => parseUnits(amount, 6);
const [owner, other, friend] = [1, 2, 9].map((index) => demoAccount(index).address) as [
  Address,
  Address,
  Address,
];
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
beforeEach(signInWithoutSheet);
afterAll(() => chain.stop());

/** Sends a call from an account, and waits for it. */
async function call(
  account: Address,
  address: Address,
  abi: Abi,
  functionName: string,
  args: readonly unknown[] = [],
  value = 0n,
): Promise<void> {
  await mined(
    chain.client,
    await chain.client.writeContract({ account, address, abi, functionName, args, value }),
  );
}

const read = <Result,>(address: Address, abi: Abi, functionName: string, args: readonly unknown[]) =>
  chain.client.readContract({ address, abi, functionName, args }) as Promise<Result>;

/** The contracts, in the order of the page. */
const contracts = () => {
  const { vault, staking, pledge, presale, card } = chain.addresses;
  return [
    [vault, vaultAbi],
    [staking, stakingPoolAbi],
    [pledge, pledgeAbi],
    [presale, presaleAbi],
    [card, cardAccountAbi],
  ] as const satisfies readonly (readonly [Address, Abi])[];
};

/** Puts something into each contract. */
async function fill(account: Address): Promise<void> {
  const { vault, staking, pledge, presale, card, tTide, tUsdt } = chain.addresses;
  await call(account, vault, vaultAbi, 'depositNative', [], parseEther('1.25'));
  for (const [token, spender, amount] of [
    [tTide, staking, parseEther('4')],
    [tUsdt, pledge, usdt('40')],
    [tUsdt, presale, usdt('25')],
    [tUsdt, card, usdt('60')],
  ] as const)
    await call(account, token, erc20Abi, 'approve', [spender, amount]);
  await call(account, staking, stakingPoolAbi, 'stake', [parseEther('4')]);
  await call(account, pledge, pledgeAbi, 'pledge', [0n, usdt('20')]);
  await call(account, pledge, pledgeAbi, 'pledge', [0n, usdt('20')]);
  await call(account, presale, presaleAbi, 'contribute', [usdt('25')]);
  await call(account, card, cardAccountAbi, 'topUp', [tUsdt, usdt('60')]);
  await call(account, card, cardAccountAbi, 'requestWithdrawal', [tUsdt, usdt('15')]);
}

async function pass(days: number): Promise<void> {
  await chain.client.increaseTime({ seconds: days * DAY_S + 60 });
  await chain.client.mine({ blocks: 1 });
}

async function show(account: Address, methods?: WalletMethods) {
  window.history.replaceState(null, '', '/wallet/recovery');
  const config = await connectOwnChain(chain, account, undefined, undefined, methods);
  const view = renderOnOwnChain(
    <>
      <RecoveryPanel account={account} {...chain.lists} />
      <SheetRoot />
    </>,
    chain,
    config,
  );
  const region = within(await screen.findByRole('region', { name: 'Recover for another account' }));
  const rowOf = async (name: string) => {
    const row = (await region.findByRole('heading', { level: 3, name: `${name} on North Sea` })).closest(
      'li',
    );
    if (!row) throw new Error(`${name} is not in a row`);
    return within(row);
  };
  const enter = async (address: string) => {
    const field = region.getByRole('textbox', { name: "Owner's address" });
    await userEvent.clear(field);
    await userEvent.type(field, `${address}{Tab}`);
  };
  return { ...view, region, rowOf, enter };
}

const closeSheet = async () =>
  userEvent.click((await findSheet()).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);

test('REC-4 a recovery address requests, waits, and takes over the positions of every contract', async () => {
  const user = userEvent.setup();
  await fill(owner);
  for (const [address, abi] of contracts())
    await call(owner, address, abi, 'setRecovery', [friend, 3 * DAY_S]);
  const { rowOf, enter, unmount } = await show(friend);
  await enter(owner);
  expect(window.location.search).toBe(`?owner=${owner}`);
  const names = [
    'Tidewell vault',
    'Tidewell staking pool',
    'Tidewell pledges',
    'Tidewell presale',
    'Tidewell card account',
  ] as const;
  for (const name of names) {
    const row = await rowOf(name);
    expect(row.getByText(/^You can request a recovery\. It can begin after 3 days,/)).toBeVisible();
    await user.click(row.getByRole('button', { name: /^Request recovery/ }));
    await sendFromSheet(`Request recovery: ${name}`);
    expect(
      await (await findSheet()).findByRole('heading', {
        name: `${name}: recovery requested. The delay has started.`,
      }),
    ).toBeVisible();
    await closeSheet();
    expect(await row.findByText(/^You requested a recovery\. You can recover from /)).toBeVisible();
    expect(row.queryByRole('button')).toBeNull();
  }

  await pass(3);
  unmount();
  const later = await show(friend);
  await later.enter(owner);
  const parts = [
    [/^Recover: 1\.25 ETH, /],
    [/^Recover: 4 tTIDE staked, with its rewards, /],
    [/^Recover: 2 pledges, /],
    [/^Recover: 25 tUSDT contributed, with the tokens it bought, /],
    [/^Recover: 60 tUSDT, /],
  ] as const;
  for (const [index, name] of names.entries()) {
    const row = await later.rowOf(name);
    expect(await row.findByText(/^Since .*, you can recover\. The owner can still veto/)).toBeVisible();
    const recover = await row.findByRole('button', { name: parts[index]?.[0] ?? '' });
    if (name === 'Tidewell card account') {
      expect(row.getByText(/^The owner requested to withdraw 15 tUSDT/)).toBeVisible();
      expect(row.getByText(/^Its cards stay with the account/)).toBeVisible();
    }
    await user.click(recover);
    await sendFromSheet(`Recover: ${name}`);
    expect(
      await (await findSheet()).findByRole('heading', {
        name: `${name}: what you recovered is now your own.`,
      }),
    ).toBeVisible();
    await closeSheet();
    expect(
      await row.findByText(/^There is (nothing to recover here right now|no balance here)/),
    ).toBeVisible();
  }
  const { vault, staking, pledge, presale, card, tUsdt } = chain.addresses;
  expect(await read<bigint>(vault, vaultAbi, 'balanceOf', [friend, NATIVE_TOKEN])).toBe(parseEther('1.25'));
  expect(await read<bigint>(staking, stakingPoolAbi, 'stakeOf', [friend])).toBe(parseEther('4'));
  expect(await read<bigint>(pledge, pledgeAbi, 'positionCount', [friend])).toBe(2n);
  expect(await read<bigint>(presale, presaleAbi, 'contributionOf', [friend])).toBe(usdt('25'));
  const money = await read<{ balance: bigint }>(card, cardAccountAbi, 'accountOf', [friend, tUsdt]);
  expect(money.balance).toBe(usdt('60'));
  later.unmount();

  // The recovery address's activity lists all of them, on any device.
  const named = chain.lists.contracts.filter(({ chainId }) => chainId === chain.id);
  const scope: ActivityScope = {
    ...{ chainId: chain.id, account: friend, tokens: new Map(), pools: new Set(), cards: new Set() },
    contracts: new Map(named.map((one) => [one.name, getAddress(one.address)])),
  };
  const toBlock = await chain.client.getBlockNumber({ cacheTime: 0 });
  const logs = await readActivityLogs(chain.client, scope, { fromBlock: 0n, toBlock });
  const recovered = readActivity(logs, scope).filter(({ row }) => row.kind === 'recover');
  expect(recovered.map(({ row }) => row.counterparty).sort()).toEqual(
    [vault, staking, pledge, presale, card].map((address) => getAddress(address)).sort(),
  );
});

test('REC-4 accounts that named somebody else, or the own account, offer nothing', async () => {
  const { region, enter, unmount } = await show(friend);
  await enter(friend);
  expect(region.getByText(/^This is your own account\./)).toBeVisible();
  await enter('0x123');
  expect(region.getByRole('textbox')).toHaveAccessibleDescription(/^Enter an address/);
  await enter(other);
  expect(
    await region.findByText("This account hasn't named yours as its recovery address in any contract."),
  ).toBeVisible();
  unmount();
});

test('REC-4 a recovery that the owner vetoes in the meantime fails in its simulation, and the wallet isn’t asked', async () => {
  const user = userEvent.setup();
  const { vault } = chain.addresses;
  await call(other, vault, vaultAbi, 'depositNative', [], parseEther('2'));
  await call(other, vault, vaultAbi, 'setRecovery', [friend, DAY_S]);
  await call(friend, vault, vaultAbi, 'requestRecovery', [other]);
  await pass(1);
  const asked: Hash[] = [];
  const { rowOf, enter, unmount } = await show(friend, {
    eth_sendTransaction: async ([transaction]) => {
      const hash: Hash = await anvilHttp(chain.rpcUrl)({}).request({
        method: 'eth_sendTransaction',
        params: [transaction],
      });
      asked.push(hash);
      return hash;
    },
  });
  await enter(other);
  const row = await rowOf('Tidewell vault');
  await user.click(await row.findByRole('button', { name: /^Recover: 2 ETH/ }));
  await call(other, vault, vaultAbi, 'vetoRecovery');
  await sendFromSheet('Recover: Tidewell vault');
  expect(
    await (await findSheet()).findByText('There is no open recovery request. It may have been vetoed.'),
  ).toBeVisible();
  expect(asked).toEqual([]);
  await closeSheet();
  expect(await read<bigint>(vault, vaultAbi, 'balanceOf', [other, NATIVE_TOKEN])).toBe(parseEther('2'));
  unmount();
});
