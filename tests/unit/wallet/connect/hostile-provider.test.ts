import { getAddress } from 'viem';
import { connect, disconnect, getConnection, sendTransaction } from 'wagmi/actions';
import { browserConnector } from '@/components/wallet/connect/use-login';
import { chainErrorCode } from '@/lib/evm/errors';
import { isRefusal } from '@/lib/evm/wallet-errors';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';

const [FIRST, SECOND] = [getAddress(`0x${'1'.repeat(40)}`), getAddress(`0x${'2'.repeat(40)}`)];
const chain = (id: number) => ({
  id,
  name: 'Chain',
  nativeSymbol: 'ETH',
  browserAddress: 'https://explorer.invalid/',
  browserTx: 'https://explorer.invalid/',
  rpcUrl: 'https://node.invalid',
  testnet: true,
});

/** A wallet that reports its chain in any format and can send any event. */
function wallet(chainId: unknown) {
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  const asked: string[] = [];
  const provider = {
    request: async ({ method }: { method: string }) => {
      asked.push(method);
      if (method === 'eth_chainId') return chainId;
      return method === 'eth_accounts' || method === 'eth_requestAccounts' ? [FIRST] : null;
    },
    on: (event: string, listener: (value: unknown) => void) =>
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: (value: unknown) => void) =>
      listeners.get(event)?.delete(listener),
  };
  return {
    asked,
    emit: (event: string, value: unknown) => {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value);
    },
    entry: {
      id: 'test.harbour',
      name: 'Harbour',
      rdns: 'test.harbour',
      icon: null,
      provider: provider as never,
    },
  };
}

async function connected(chainId: unknown) {
  const own = wallet(chainId);
  const config = createWalletConfig([chain(31337), chain(31338)], new Map());
  await connect(config, { connector: browserConnector(config, own.entry) });
  return { ...own, config, state: () => getConnection(config) };
}

test.each(['0x7a69', '0x7A69', 31337, '31337'])(
  'WAL-1 a wallet that reports its network as %p is on chain 31337',
  async (chainId) => {
    const { config, emit, state } = await connected(chainId);
    expect(state()).toMatchObject({ status: 'connected', chainId: 31337, address: FIRST });
    emit('chainChanged', typeof chainId === 'number' ? 31338 : '31338');
    expect(state().chainId).toBe(31338);
    await disconnect(config);
  },
);

test('WAL-1 a storm of 1,000 events of each kind ends with the last account and network, without a request each', async () => {
  const { config, emit, state, asked } = await connected('0x7a69');
  const before = asked.length;
  for (let round = 1; round <= 1_000; round += 1) {
    emit('accountsChanged', [round % 2 ? FIRST : SECOND]);
    emit('chainChanged', round % 2 ? '0x7a69' : '0x7a6a');
  }
  expect(state()).toMatchObject({ status: 'connected', address: SECOND, chainId: 31338 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked.length - before).toBeLessThan(10);
  await disconnect(config);
});

test('WAL-1 a network that is no number is none of ours', async () => {
  const { config, emit, state } = await connected('0x7a69');
  for (const chainId of ['<b>1</b>', '', null, {}, '0x', 1e300]) {
    emit('chainChanged', chainId);
    expect([31337, 31338]).not.toContain(state().chainId);
  }
  emit('chainChanged', '0x7a69');
  expect(state().chainId).toBe(31337);
  await disconnect(config);
});

test('WAL-9 an account that changed between an approval and its deposit gets an error and no request', async () => {
  const { config, emit, asked } = await connected('0x7a69');
  emit('accountsChanged', [SECOND]);
  const call = { to: SECOND, value: 1n, gas: 21_000n };
  const refused = async (account: typeof FIRST) =>
    sendTransaction(config, { ...call, account, chainId: 31337 }).then(
      () => null,
      (error: unknown) => [chainErrorCode(error), isRefusal(error)],
    );
  expect(await refused(FIRST)).toEqual(['accountChanged', true]);
  await disconnect(config);
  expect(await refused(SECOND)).toEqual(['walletUnresponsive', true]);
  expect(asked).not.toContain('eth_sendTransaction');
});
