import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { WagmiContext } from 'wagmi';
import { useNativePast } from '@/lib/wallet/incoming/use-native-past';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, startOwnChain } from '../../../support/own-chain';

jest.setTimeout(60_000);

let chain: OwnChain;
beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

test('WAL-13 after a reorganization, a search stays as far back as the user asked for', async () => {
  const { client, id } = chain;
  const [me, payer] = [privateKeyToAddress(generatePrivateKey()), demoAccount(1).address];
  await client.impersonateAccount({ address: payer });
  await client.setBalance({ address: payer, value: parseEther('9') });
  // A snapshot doesn't have a transaction that isn't mined yet.
  const pay = async () => {
    const hash = await client.sendTransaction({ account: payer, to: me, value: 1n });
    await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
  };
  for (let count = 0; count < 160; count += 1) await pay();
  const snapshot = await client.snapshot();
  await pay();

  const config = await connectOwnChain(chain, me);
  const queries = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <WagmiContext value={config}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </WagmiContext>
  );
  const chainIds = [id];
  const { result, rerender, unmount } = renderHook(({ depth }) => useNativePast(me, chainIds, depth), {
    wrapper,
    initialProps: { depth: 0 },
  });
  const done = () => waitFor(() => expect(result.current.isSearching).toBe(false), { timeout: 10_000 });
  await done();
  const first = result.current.found[0]?.reached;
  rerender({ depth: 1 });
  await done();
  const [before] = result.current.found;
  expect(before?.reached).toBeLessThan(first ?? 0n);

  await client.revert({ id: snapshot });
  await client.mine({ blocks: 2 });
  await pay();
  const newest = await client.getBlockNumber();
  await queries.refetchQueries({ type: 'active' });
  await waitFor(() => expect(result.current.found[0]?.payments[0]?.block).toBe(newest));
  const [after] = result.current.found;
  expect(after?.reached).toBe(before?.reached);
  expect(after?.payments).toHaveLength(before?.payments.length ?? 0);
  unmount();
});
