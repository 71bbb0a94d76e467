import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toHex } from 'viem';
import { ApprovalPanel } from '@/components/wallet/approvals/approvals';
import { NftGallery } from '@/components/wallet/nfts/nfts';
import type { ChainMapping } from '@/lib/api/types';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Answer, renderOnChains, silent } from '../../../support/test-chains';

const account = demoAccount(1).address;
const chain = (id: number, name: string): ChainMapping => ({
  id,
  name,
  nativeSymbol: 'ETH',
  browserAddress: 'https://explorer.invalid/address/',
  browserTx: 'https://explorer.invalid/tx/',
  rpcUrl: 'https://node.invalid',
  testnet: true,
});
const lists = {
  account,
  chains: [chain(901, 'North Sea'), chain(902, 'South Sea')],
  coins: [],
  contracts: [],
};
/** Responds like the node of a chain with three empty blocks. */
const empty: Answer = (method) =>
  method === 'eth_blockNumber' ? '0x2' : method === 'eth_getLogs' ? [] : null;
const answers = new Map([
  [901, silent],
  [902, empty],
]);

beforeAll(() => {
  Object.assign(globalThis, {
    EventSource: class {
      addEventListener() {}
      close() {}
    },
  });
});

test('WAL-15 a network that does not respond is named, and the others are shown', async () => {
  renderOnChains(<NftGallery {...lists} />, answers);
  expect(await screen.findByRole('alert')).toHaveTextContent("Your NFTs haven't moved.");
  expect(await screen.findByText('No NFTs found on this network so far.')).toBeVisible();
  expect(screen.getAllByText('All blocks searched.')).toHaveLength(1);
});

test('WAL-16 a network that does not respond is named, and the others are shown', async () => {
  renderOnChains(<ApprovalPanel {...lists} />, answers);
  expect(await screen.findByRole('alert')).toHaveTextContent("Can't load your approvals");
  expect(await screen.findByText('No active approvals found on this network so far.')).toBeVisible();
});

test('WAL-15 WAL-16 the search continues to the first block automatically, shows how far it is, and resumes after a failure', async () => {
  const HEAD = 1_000_000_000n;
  const asked: [bigint, bigint][] = [];
  let [isDown, hasFailed] = [false, false];
  const long: Answer = (method, params) => {
    if (method === 'eth_blockNumber') return toHex(HEAD);
    if (method !== 'eth_getLogs') return null;
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
    // The node fails once, when the search has left the newest blocks.
    if (asked.length === 40 && !hasFailed) isDown = hasFailed = true;
    if (isDown) throw new Error('connection refused');
    asked.push([BigInt(fromBlock), BigInt(toBlock)]);
    return [];
  };
  renderOnChains(<ApprovalPanel {...lists} chains={[chain(901, 'North Sea')]} />, new Map([[901, long]]));
  const reached = () => {
    const [lowest = 0n] = asked.map(([from]) => from).sort((one, other) => Number(one - other));
    return new Intl.NumberFormat('en').format(lowest);
  };
  expect(await screen.findByText('The search was interrupted. It will resume automatically.')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent("Can't reach the network");
  expect(screen.getByText(/Searched back to block/)).toBeVisible();
  const before = reached();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('All blocks searched.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect([before, reached()]).toEqual([expect.stringMatching(/^9/), '0']);
  // No block between the first and the last was left out.
  asked.sort(([one], [other]) => Number(one - other));
  const gaps = asked.filter(([from], index) => index > 0 && from > (asked[index - 1]?.[1] ?? 0n) + 1n);
  expect([asked[0]?.[0], asked.at(-1)?.[1], gaps]).toEqual([0n, HEAD, []]);
});
