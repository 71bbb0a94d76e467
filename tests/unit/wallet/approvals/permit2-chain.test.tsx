import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, erc20Abi, maxUint256, parseUnits } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { ApprovalPanel } from '@/components/wallet/approvals/approvals';
import { demoKeys } from '@/components/wallet/demo-wallet/demo-accounts';
import { PERMIT2 } from '@/lib/evm/address';
import { readApprovalEvents } from '@/lib/wallet/approvals/approval-events';
import { isPermit2 } from '@/lib/wallet/approvals/permit2';
import { readLive } from '@/lib/wallet/approvals/use-approvals';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { mined } from '@/scripts/launcher/chains/create2';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import {
  approveInPermit2,
  installPermit2,
  permit2TestAbi,
  permitInPermit2,
  takeThroughPermit2,
} from '../../../support/permit2';
import { findSheet, SheetRoot, sendFromSheet, signInWithoutSheet } from '../../../support/transaction-sheet';
import { deployToken, sendTo } from '../../../support/wallet-tokens';

const NEVER = 2 ** 48 - 1;
const MAX_160 = 2n ** 160n - 1n;
const usdt = (amount: string) => parseUnits(amount, 6);
const [alice, bob, carol, dora, thief] = [1, 2, 3, 4, 9].map((index) => demoAccount(index).address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
let chain: OwnChain;
let unknown: Address;

beforeAll(async () => {
  chain = await startOwnChain();
  unknown = await deployToken(chain.client, 'LyingToken');
  await installPermit2(chain.client);
});
beforeEach(signInWithoutSheet);
afterAll(() => chain.stop());

const approve = (account: Address, token: Address, spender: Address, amount: bigint) =>
  sendTo(chain.client, token, 'approve', [spender, amount], account);
const chainSeconds = async () => Number((await chain.client.getBlock()).timestamp);
const amountIn = async (owner: Address, token: Address, spender: Address) =>
  (
    await chain.client.readContract({
      address: PERMIT2,
      abi: permit2TestAbi,
      functionName: 'allowance',
      args: [owner, token, spender],
    })
  )[0];

async function show(account: Address) {
  const config = await connectOwnChain(chain, account);
  const view = renderOnOwnChain(
    <>
      <ApprovalPanel account={account} {...chain.lists} />
      <SheetRoot />
    </>,
    chain,
    config,
  );
  return { ...view, region: within(await screen.findByRole('region', { name: /^North Sea/ })) };
}

const rowTexts = async (region: Awaited<ReturnType<typeof show>>['region']) =>
  (await region.findAllByRole('listitem')).map((row) => row.textContent ?? '');

test('APPR-2 allowances in Permit2 are listed with their end, whether a call or a signature gave them', async () => {
  const { tUsdt, tDai } = chain.addresses;
  const day = (await chainSeconds()) + 86_400;
  await approve(alice, tUsdt, PERMIT2, maxUint256);
  await approveInPermit2(chain.client, alice, {
    token: tUsdt,
    spender: unknown,
    amount: usdt('8'),
    expiration: day,
  });
  await permitInPermit2(chain.client, privateKeyToAccount(demoKeys[0] ?? '0x'), {
    token: tDai,
    spender: thief,
    amount: MAX_160,
    expiration: NEVER,
  });
  const { region, unmount } = await show(alice);
  const texts = await rowTexts(region);
  expect(texts).toHaveLength(3);
  expect(texts[0]).toMatch(/tDAIHigh riskAn account, not a contract.*Through Permit2.*Unlimited.*EndsNo end/);
  expect(texts[1]).toMatch(/tUSDTMedium riskUnknown contract.*Through Permit2.*Allowance8.*Ends[A-Z]/);
  // The approval that lets Permit2 take the token isn't one for an unknown contract.
  expect(texts[2]).toMatch(/tUSDTLow riskPermit2.*Permit2 takes this token only if.*Unlimited/);
  expect(texts[2]).not.toMatch(/Ends/);
  unmount();
});

test('APPR-2 an allowance in Permit2 that ended, was used up, or is only claimed by another contract is not open', async () => {
  const { tUsdt, tDai } = chain.addresses;
  const now = await chainSeconds();
  await approve(bob, tUsdt, PERMIT2, maxUint256);
  const terms = { token: tUsdt, spender: unknown, amount: usdt('1') };
  await approveInPermit2(chain.client, bob, { ...terms, expiration: now + 3_600 });
  await approveInPermit2(chain.client, bob, { ...terms, spender: carol, expiration: NEVER });
  await takeThroughPermit2(chain.client, { from: bob, to: carol, amount: usdt('1'), token: tUsdt });
  await approveInPermit2(chain.client, bob, { ...terms, token: tDai, spender: dora, expiration: NEVER });
  // A contract that isn't the network's Permit2.
  const forged = await deployToken(chain.client, 'AllowanceKeeper');
  await chain.client.writeContract({
    address: forged,
    abi: permit2TestAbi,
    functionName: 'approve',
    args: [tDai, thief, 5n, NEVER],
    account: bob,
  });
  await chain.client.mine({ blocks: 1, interval: 7_200 });
  await chain.client.increaseTime({ seconds: 7_200 });
  await chain.client.mine({ blocks: 1 });
  const client = (await connectOwnChain(chain, bob)).getClient({ chainId: chain.id });
  const range = { fromBlock: 0n, toBlock: await chain.client.getBlockNumber() };
  const events = await readApprovalEvents(client, bob, range, PERMIT2);
  expect(events.filter(({ kind }) => kind === 'permit2')).toHaveLength(3);
  const { live, unreadable } = await readLive(client, { chainId: chain.id, account: bob, events });
  expect(unreadable).toEqual([]);
  expect(live.map(({ kind, token, spender }) => [kind, token, spender])).toEqual([
    ['permit2', tDai, dora],
    ['amount', tUsdt, PERMIT2],
  ]);
  // Permit2 isn't approved for tDAI, so nothing is at risk.
  expect(live[0]?.balance).toBe(0n);
});

test('APPR-2 a network that lists another Permit2 has allowances there, and none at the usual address', async () => {
  const { tUsdt } = chain.addresses;
  const other = await deployToken(chain.client, 'AllowanceKeeper');
  const client = (await connectOwnChain(chain, carol)).getClient({ chainId: chain.id });
  const call = { abi: permit2TestAbi, functionName: 'approve', account: carol } as const;
  for (const [address, spender] of [
    [other, dora],
    [PERMIT2, thief],
  ] as const)
    await mined(
      chain.client,
      await chain.client.writeContract({ ...call, address, args: [tUsdt, spender, 5n, NEVER] }),
    );
  const range = { fromBlock: 0n, toBlock: await chain.client.getBlockNumber() };
  const events = await readApprovalEvents(client, carol, range, other);
  expect(events.map(({ kind, contract, spender }) => [kind, contract, spender])).toEqual([
    ['permit2', other, dora],
  ]);
  const listed = [{ chainId: chain.id, name: 'permit2', address: other }];
  const found = { chainId: chain.id, nature: 'contract' } as const;
  expect(isPermit2({ ...found, spender: other }, listed)).toBe(true);
  expect(isPermit2({ ...found, spender: PERMIT2 }, listed)).toBe(false);
  // Without code at the usual address, nobody is Permit2.
  expect(isPermit2({ ...found, nature: 'account', spender: PERMIT2 }, [])).toBe(false);
});

test('APPR-2 an allowance in Permit2 is revoked from its row, and the others stay', async () => {
  const user = userEvent.setup();
  const { tUsdt } = chain.addresses;
  await approve(dora, tUsdt, PERMIT2, maxUint256);
  await approve(dora, tUsdt, thief, usdt('3'));
  const terms = { token: tUsdt, spender: thief, amount: usdt('2'), expiration: NEVER };
  await approveInPermit2(chain.client, dora, terms);
  const { region, unmount } = await show(dora);
  expect(await rowTexts(region)).toHaveLength(3);
  const row = (await region.findAllByRole('listitem')).find((item) =>
    /Through Permit2/.test(item.textContent ?? ''),
  );
  if (!row) throw new Error('the allowance in Permit2 is listed');
  await user.click(within(row).getByRole('button', { name: /^Revoke: tUSDT/ }));
  const sheet = await findSheet();
  expect(sheet.queryByText(/Danger|Check this/)).toBeNull();
  await sendFromSheet('Revoke approval: tUSDT');
  expect(
    await (await findSheet()).findByRole('heading', { name: /can no longer take your tUSDT\.$/ }),
  ).toBeVisible();
  await waitFor(() => expect(region.queryByText(/^Through Permit2/)).toBeNull());
  expect(region.getByText(/^Permit2 takes this token only if/)).toBeInTheDocument();
  unmount();
  expect(await amountIn(dora, tUsdt, thief)).toBe(0n);
  expect(
    await chain.client.readContract({
      address: tUsdt,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [dora, thief],
    }),
  ).toBe(usdt('3'));
});
