import { screen } from '@testing-library/react';
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

test('WAL-15 the search shows how far back it went and continues from there', async () => {
  const asked: [bigint, bigint][] = [];
  const long: Answer = (method, params) => {
    if (method === 'eth_blockNumber') return '0x3b9aca00';
    if (method !== 'eth_getLogs') return null;
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
    asked.push([BigInt(fromBlock), BigInt(toBlock)]);
    return [];
  };
  renderOnChains(<NftGallery {...lists} chains={[chain(901, 'North Sea')]} />, new Map([[901, long]]));
  const further = await screen.findByRole('button', { name: 'Search further back' });
  const [reached = 0n] = asked.map(([from]) => from).sort((one, other) => Number(one - other));
  expect(
    screen.getByText(`Searched back to block ${new Intl.NumberFormat('en').format(reached)}.`),
  ).toBeVisible();
  further.click();
  const next = reached - 1n;
  await screen.findByText(
    (text) =>
      /^Searched back to block/.test(text) && !text.includes(new Intl.NumberFormat('en').format(reached)),
  );
  expect(asked.some(([, to]) => to === next)).toBe(true);
});
