import { connect, disconnect, getConnection, sendTransaction } from 'wagmi/actions';
import { browserConnector } from '@/components/wallet/connect/browser-connector';
import { chainErrorCode } from '@/lib/evm/errors';
import { isRefusal } from '@/lib/evm/wallet-errors';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import { FIRST, listedChain, ScriptedWallet, SECOND } from '../../../support/scripted-wallet';

/** Connects a wallet that reports its chain in any format. */
async function connected(chainId: unknown) {
  const wallet = new ScriptedWallet(chainId);
  const config = createWalletConfig([listedChain(31337), listedChain(31338)], new Map());
  await connect(config, { connector: browserConnector(config, wallet.entry) });
  const emit = (event: string, value: unknown) => wallet.emit(event, value);
  return { asked: wallet.asked, emit, config, state: () => getConnection(config) };
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
