import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type Address,
  encodeAbiParameters,
  type Hash,
  maxUint256,
  parseAbiParameters,
  parseUnits,
} from 'viem';
import { ApprovalPanel } from '@/components/wallet/approvals/approvals';
import { PERMIT2 } from '@/lib/evm/address';
import { readApprovalEvents } from '@/lib/wallet/approvals/approval-events';
import { readLive } from '@/lib/wallet/approvals/use-approvals';
import { anvilHttp, demoAccount } from '@/scripts/launcher/chains/anvil-client';
import {
  connectOwnChain,
  type OwnChain,
  renderOnOwnChain,
  startOwnChain,
  type WalletMethods,
} from '../../../support/own-chain';
import { findSheet, SheetRoot, sendFromSheet, signInWithoutSheet } from '../../../support/transaction-sheet';
import { deployToken, sendTo, tokenAbi } from '../../../support/wallet-tokens';

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
});
beforeEach(signInWithoutSheet);
afterAll(() => chain.stop());

const approve = (account: Address, token: Address, spender: Address, amount: bigint) =>
  sendTo(chain.client, token, 'approve', [spender, amount], account);
const allowanceOf = (account: Address, token: Address, spender: Address) =>
  chain.client.readContract({
    address: token,
    abi: tokenAbi,
    functionName: 'allowance',
    args: [account, spender],
  });

async function show(account: Address, onAsked?: () => void, methods?: WalletMethods) {
  const config = await connectOwnChain(chain, account, undefined, onAsked, methods);
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

test('WAL-16 active approvals are listed by risk, and those found only in events are left out', async () => {
  const { vault, tUsdt, tDai, tTide, collectible } = chain.addresses;
  await approve(alice, tUsdt, vault, usdt('12.5'));
  await approve(alice, tDai, thief, maxUint256);
  await approve(alice, tTide, unknown, parseUnits('3', 18));
  await sendTo(chain.client, collectible, 'setApprovalForAll', [unknown, true], alice);
  // These approvals must not be listed: one was revoked, one was used up, and the others exist only in events.
  await approve(alice, tDai, unknown, 7n);
  await approve(alice, tDai, unknown, 0n);
  await approve(alice, tUsdt, carol, 9n);
  await sendTo(chain.client, tUsdt, 'transferFrom', [alice, carol, 9n], carol);
  await sendTo(chain.client, unknown, 'lie', [alice, thief]);
  const burning = await deployToken(chain.client, 'BurningToken');
  await sendTo(chain.client, burning, 'tell', [alice, thief]);

  const { region, unmount } = await show(alice);
  const rows = await region.findAllByRole('listitem');
  const texts = rows.map((row) => row.textContent ?? '');
  expect(texts).toHaveLength(4);
  expect(texts[0]).toMatch(/tHARBOURHigh riskUnknown contract.*All NFTs in this collection.*1 that you own/);
  expect(texts[1]).toMatch(/tDAIHigh riskAn account, not a contract.*Unlimited/);
  expect(texts[2]).toMatch(/tTIDEMedium riskUnknown contract.*Allowance3/);
  expect(texts[3]).toMatch(/tUSDTLow riskTidewell vault.*Allowance12\.5/);
  expect(region.getByText(/^2 tokens report an approval/)).toBeVisible();
  expect(region.getByText('All blocks searched.')).toBeVisible();
  unmount();
});

test('WAL-16 a token that burns all gas when queried hides no other approval', async () => {
  const config = await connectOwnChain(chain, alice);
  const client = config.getClient({ chainId: chain.id });
  const toBlock = await chain.client.getBlockNumber();
  const events = await readApprovalEvents(client, alice, { fromBlock: 0n, toBlock }, PERMIT2);
  const { live } = await readLive(client, { chainId: chain.id, account: alice, events });
  expect(live.map(({ kind, spender, amount }) => [kind, spender, amount])).toEqual(
    expect.arrayContaining([
      ['amount', thief, maxUint256],
      ['amount', chain.addresses.vault, usdt('12.5')],
      ['collection', unknown, null],
    ]),
  );
});

test('WAL-16 several approvals are revoked one after another, and a rejection stops this and leaves the rest selected', async () => {
  const user = userEvent.setup();
  const { tUsdt, tDai, collectible } = chain.addresses;
  await approve(bob, tUsdt, unknown, usdt('1'));
  await approve(bob, tDai, thief, maxUint256);
  await approve(bob, collectible, thief, 2n);
  let left = 1;
  const { region, unmount } = await show(bob, () => {
    left -= 1;
    if (left < 0) throw Object.assign(new Error('no'), { code: 4001 });
  });
  for (const box of await region.findAllByRole('checkbox')) await user.click(box);
  const bar = within(screen.getByRole('region', { name: 'Selected approvals' }));
  expect(bar.getByText('3 approvals selected')).toBeVisible();
  await user.click(bar.getByRole('button', { name: 'Revoke selected (3)' }));
  const sheet = await findSheet();
  expect(sheet.getByText('Your wallet will ask 3 times, once for each approval:')).toBeVisible();
  expect(sheet.getAllByText(/^t(USDT|DAI|HARBOUR): 0x/)).toHaveLength(3);
  await sendFromSheet(/^Revoke approval: /);
  expect(await sheet.findByText('You rejected the request in your wallet.')).toBeVisible();
  expect(sheet.getByText(/\(revocation sent\)$/)).toBeVisible();
  expect(sheet.queryByRole('alert')).toBeNull();
  await user.click(sheet.getByRole('button', { name: 'Back' }));
  expect(bar.getByText('2 approvals selected')).toBeVisible();
  await waitFor(() => expect(region.getAllByRole('listitem')).toHaveLength(2));

  left = 2;
  await user.click(bar.getByRole('button', { name: 'Revoke selected (2)' }));
  await sendFromSheet(/^Revoke approval: /);
  expect(
    await (await findSheet()).findByRole('heading', {
      name: /^0x[0-9a-fA-F]{4}….{4} can no longer take your t(USDT|DAI|HARBOUR)\.$/,
    }),
  ).toBeVisible();
  expect(await region.findByText('No active approvals found on this network so far.')).toBeVisible();
  unmount();
  expect(await allowanceOf(bob, tUsdt, unknown)).toBe(0n);
  expect(await allowanceOf(bob, tDai, thief)).toBe(0n);
  const approved = {
    address: collectible,
    abi: getApprovedAbi,
    functionName: 'getApproved',
    args: [2n],
  } as const;
  expect(await chain.client.readContract(approved)).toMatch(/^0x0{40}$/);
});

const getApprovedAbi = [
  {
    type: 'function',
    name: 'getApproved',
    stateMutability: 'view',
    inputs: [{ name: 'tokenId', type: 'uint256' }],
    outputs: [{ type: 'address' }],
  },
] as const;

test('WAL-16 a single approval is revoked from its row, even if its token requires a reset to zero before changes', async () => {
  const user = userEvent.setup();
  const supply = encodeAbiParameters(parseAbiParameters('address, uint256'), [carol, 10n ** 20n]);
  const token = await deployToken(chain.client, 'ResetFirstToken', supply);
  await approve(carol, token, unknown, 5n * 10n ** 18n);
  const { region, unmount } = await show(carol);
  expect(
    await region.findByText("This token isn't listed on Tidewell. Its creator chose the name."),
  ).toBeVisible();
  await user.click(region.getByRole('button', { name: /^Revoke: RESET/ }));
  await sendFromSheet('Revoke approval: RESET');
  expect(await region.findByText('No active approvals found on this network so far.')).toBeVisible();
  unmount();
  expect(await allowanceOf(carol, token, unknown)).toBe(0n);
});

/** Bytecode that reverts on every call: PUSH0, PUSH0, REVERT. */
const REFUSING = '0x5f5ffd';

test('WAL-16 a revocation that fails on chain is reported, and the approval stays in the list', async () => {
  const user = userEvent.setup();
  const { tUsdt } = chain.addresses;
  await approve(dora, tUsdt, thief, usdt('40'));
  const code = await chain.client.getCode({ address: tUsdt });
  if (!code) throw new Error('tUSDT has no code');
  const { region, unmount } = await show(dora, undefined, {
    eth_sendTransaction: async ([asked]) => {
      await chain.client.setCode({ address: tUsdt, bytecode: REFUSING });
      // Set a gas limit, so that the node accepts the transaction without simulating it.
      const transaction = { ...(asked as object), gas: '0x30d40' };
      const hash: Hash = await anvilHttp(chain.rpcUrl)({}).request({
        method: 'eth_sendTransaction',
        params: [transaction],
      });
      // The node returns the hash before it mines the transaction.
      await chain.client.waitForTransactionReceipt({ hash });
      await chain.client.setCode({ address: tUsdt, bytecode: code });
      return hash;
    },
  });
  await user.click(await region.findByRole('button', { name: /^Revoke: tUSDT/ }));
  await sendFromSheet('Revoke approval: tUSDT');
  const sheet = await findSheet();
  expect(await sheet.findByRole('alert')).toHaveTextContent(
    'The network rejected the revocation. The approval is still active, and you paid the network fee.',
  );
  await user.click(sheet.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(region.getByRole('listitem')).toHaveTextContent('40');
  expect(await region.findByRole('button', { name: /^Revoke: tUSDT/ })).toBeEnabled();
  unmount();
  expect(await allowanceOf(dora, tUsdt, thief)).toBe(usdt('40'));
});
