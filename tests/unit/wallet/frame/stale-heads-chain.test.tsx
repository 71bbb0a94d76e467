import { screen, waitFor } from '@testing-library/react';
import { NodeBanner } from '@/components/wallet/frame/node-banner';
import { HEAD_STALE_AFTER_MS } from '@/components/wallet/frame/stale-heads';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, renderOnOwnChain, startOwnChain } from '../../../support/own-chain';

let chain: OwnChain;

beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());
afterEach(() => jest.restoreAllMocks());

/** Renders the banner as of a device time, and returns the config whose queries it makes. */
async function show(now: number, testnet: boolean) {
  jest.spyOn(Date, 'now').mockReturnValue(now);
  const chains = chain.lists.chains.map((mapping) => ({ ...mapping, testnet }));
  const own = { ...chain, lists: { ...chain.lists, chains } };
  const config = await connectOwnChain(own, demoAccount(1).address);
  const reads = jest.spyOn(globalThis, 'fetch');
  const view = renderOnOwnChain(<NodeBanner />, own, config);
  return { ...view, reads };
}

const newest = async () => Number((await chain.client.getBlock()).timestamp) * 1_000;

test('WAL-10 a network whose newest block is old is named, with the time of the block', async () => {
  const head = await newest();
  const { unmount } = await show(head + HEAD_STALE_AFTER_MS + 1, false);
  const notice = await screen.findByText(
    /^The newest block of North Sea is from .*\. Balances may be out of date/,
  );
  expect(screen.getByRole('status')).toContainElement(notice);
  expect(notice).toHaveTextContent(new Date(head).getUTCFullYear().toString());
  unmount();
});

test('WAL-10 a network with a recent block is not reported', async () => {
  const { unmount, reads } = await show((await newest()) + HEAD_STALE_AFTER_MS, false);
  await waitFor(() => expect(reads).toHaveBeenCalled());
  await Promise.all(reads.mock.results.map(({ value }) => value as Promise<Response>));
  await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());
  unmount();
});

test('WAL-10 a test network may stand still', async () => {
  const { unmount, reads } = await show((await newest()) + 10 * HEAD_STALE_AFTER_MS, true);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(reads).not.toHaveBeenCalled();
  unmount();
});
