import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Address, zeroAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { ApprovalPanel } from '@/components/wallet/approvals/approvals';
import { demoKeys } from '@/components/wallet/demo-wallet/demo-accounts';
import { relayTo, startHostileNode } from '../../../support/hostile-node';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';
import { delegate } from '../../../support/permit2';
import { signInWithoutSheet } from '../../../support/transaction-sheet';
import { deployToken } from '../../../support/wallet-tokens';

const METAMASK: Address = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B';
const demo = (index: number) => privateKeyToAccount(demoKeys[index] ?? '0x');
let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
beforeEach(signInWithoutSheet);
afterAll(() => chain.stop());

async function show(account: Address, lists = chain.lists) {
  const config = await connectOwnChain({ ...chain, lists }, account);
  const view = renderOnOwnChain(<ApprovalPanel account={account} {...lists} />, chain, config);
  return { ...view, region: within(await screen.findByRole('region', { name: /^North Sea/ })) };
}

test('APPR-1 code that an account runs is shown first, as a danger if it is unknown, until the zero address replaces it', async () => {
  const account = demo(0).address;
  const code = await deployToken(chain.client, 'LyingToken');
  await delegate(chain.client, demo(0), code);
  const first = await show(account);
  const note = within(await first.region.findByRole('group', { name: 'This account runs unknown code' }));
  expect(note.getByRole('link')).toHaveAttribute('href', expect.stringContaining(code));
  expect(note.getByText(/can do anything with this account's money on this network/)).toBeVisible();
  expect(note.getByText(/^Only your wallet can undo this/)).toBeVisible();
  expect(note.queryByRole('button')).toBeNull();
  first.unmount();

  await delegate(chain.client, demo(0), zeroAddress);
  const second = await show(account);
  expect(await second.region.findByText('No active approvals found on this network so far.')).toBeVisible();
  expect(second.region.queryByRole('group')).toBeNull();
  second.unmount();
});

test('APPR-1 code of a known wallet is named', async () => {
  await delegate(chain.client, demo(1), METAMASK);
  const { region, unmount } = await show(demo(1).address);
  const note = within(await region.findByRole('group', { name: 'This account runs code of MetaMask' }));
  expect(note.getByText(/Keep it only if you use the wallet's smart account/)).toBeVisible();
  unmount();
});

test('APPR-1 an account that is a contract has no delegation', async () => {
  const contract = await deployToken(chain.client, 'LyingToken');
  const { region, unmount } = await show(contract);
  expect(await region.findByText('No active approvals found on this network so far.')).toBeVisible();
  expect(region.queryByRole('group')).toBeNull();
  unmount();
});

test('APPR-1 each network is read for itself, and one that cannot be read says so', async () => {
  const user = userEvent.setup();
  let isDown = true;
  const relay = relayTo(chain.rpcUrl);
  const node = await startHostileNode(async (call) => {
    if (call.method === 'eth_chainId') return '0x7a6a';
    if (isDown && call.method === 'eth_getCode') throw new Error('no code today');
    return relay(call);
  });
  const [own] = chain.lists.chains;
  if (!own) throw new Error('the chain is listed');
  const second = { ...own, id: 31338, name: 'South Sea', rpcUrl: node.url };
  const lists = { ...chain.lists, chains: [own, second] };
  await delegate(chain.client, demo(2), METAMASK);
  const { region, unmount } = await show(demo(2).address, lists);
  expect(await region.findByRole('group', { name: 'This account runs code of MetaMask' })).toBeVisible();
  const other = within(await screen.findByRole('region', { name: /^South Sea/ }));
  expect(
    await other.findByText("Couldn't check whether this account runs code on this network."),
  ).toBeVisible();
  isDown = false;
  await user.click(await other.findByRole('button', { name: 'Try again' }));
  expect(await other.findByRole('group', { name: 'This account runs code of MetaMask' })).toBeVisible();
  unmount();
  await node.stop();
});
