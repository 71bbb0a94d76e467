import { type EIP1193RequestFn, getAddress, numberToHex } from 'viem';
import type { Config } from 'wagmi';
import { connect, disconnect, getCallsStatus, sendCalls, signTypedData } from 'wagmi/actions';
import { browserConnector } from '@/components/wallet/connect/browser-connector';
import { chainErrorCode } from '@/lib/evm/errors';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import { askToSend, prepareWallet, recordAnswer } from '@/lib/wallet/transactions/ask-wallet';
import { beginInLedger, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { entry as sample } from '../../../support/ledger-entry';

const [account, to] = [getAddress(`0x${'1'.repeat(40)}`), getAddress(`0x${'2'.repeat(40)}`)];
const chainId = 31337;
const chain = {
  id: chainId,
  name: 'Chain',
  nativeSymbol: 'ETH',
  browserAddress: 'https://explorer.invalid/',
  browserTx: 'https://explorer.invalid/',
  rpcUrl: 'https://node.invalid',
  testnet: true,
};

/** Connects a wallet that counts its requests. Other methods than those for connecting get this answer. */
async function connected(answer: () => Promise<unknown>) {
  const asked: [method: string, params: unknown][] = [];
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_chainId') return numberToHex(chainId);
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [account];
    if (method === 'wallet_requestPermissions' || method === 'wallet_revokePermissions') return null;
    asked.push([method, params]);
    return answer();
  };
  const config = createWalletConfig([chain], new Map());
  const provider = {
    request: request as EIP1193RequestFn,
    on: () => undefined,
    removeListener: () => undefined,
  };
  const entry = { id: 'test.harbour', name: 'Harbour', rdns: 'test.harbour', icon: null, provider };
  await connect(config, { connector: browserConnector(config, entry as never) });
  return { asked, config };
}

const { signal } = new AbortController();
const prepare = (config: Config, change: object = {}) =>
  prepareWallet(config, { account, chainId, ...change }, signal);

const requests = {
  eth_sendTransaction: async (config) => askToSend(await prepare(config), { to, value: 1n }),
  wallet_sendCalls: (config) => sendCalls(config, { account, chainId, calls: [{ to, value: 1n }] }),
  wallet_getCallsStatus: (config) => getCallsStatus(config, { id: '0x1' }),
  eth_signTypedData_v4: (config) =>
    signTypedData(config, {
      account,
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      message: { text: 'hello' },
    }),
} satisfies Record<string, (config: Awaited<ReturnType<typeof connected>>['config']) => Promise<unknown>>;

const errors: unknown[] = [
  { code: -32000, message: 'already known' },
  { code: -32602, message: 'invalid params' },
  { code: -32601, message: 'no such method' },
  { code: -32004, message: 'no such method' },
  { code: -32603, message: 'Internal JSON-RPC error.' },
  { code: -32005, message: 'limit exceeded' },
  { code: 429, message: 'too many requests' },
  { code: -1, message: 'unknown' },
  new Error('failed'),
  new TypeError('Failed to fetch'),
];

describe.each(Object.entries(requests))('WAL-9 %s', (method, ask) => {
  test.each(errors)('is asked once, whatever the wallet answers: %p', async (error) => {
    const { asked, config } = await connected(() => Promise.reject(error));
    await expect(ask(config)).rejects.toThrow();
    expect(asked.map(([name]) => name)).toEqual([method]);
    await disconnect(config);
  });
});

test('WAL-9 a transaction is asked for with all that was planned, and its hash is returned', async () => {
  const hash = `0x${'ab'.repeat(32)}` as const;
  const { asked, config } = await connected(async () => hash);
  const fees = { maxFeePerGas: 5n, maxPriorityFeePerGas: 2n };
  const planned = { to, value: 1n, data: '0x12', nonce: 7, gas: 21_000n, ...fees } as const;
  expect(await askToSend(await prepare(config), planned)).toBe(hash);
  const [, params] = asked[0] ?? [];
  expect(params).toEqual([
    {
      ...{ from: account, to, value: '0x1', data: '0x12', nonce: '0x7', gas: '0x5208' },
      ...{ maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x2' },
    },
  ]);
  await disconnect(config);
});

test.each([undefined, null, '', '0x', '0x12', 'sent', 5, {}, { hash: `0x${'ab'.repeat(32)}` }])(
  'WAL-9 the answer %p is no hash, so the transaction may have been sent, and stays in the ledger',
  async (answer) => {
    const { id: _, createdAt: __, sent: ___, hash: ____, status: _____, ...asked } = sample;
    const id = beginInLedger(asked);
    await expect(recordAnswer(id, 'call', Promise.resolve(answer))).rejects.toMatchObject({ id });
    const recorded = useLedger.getState().entries.find((entry) => entry.id === id);
    expect(recorded).toMatchObject({ hash: null, sent: [], status: 'pending' });
  },
);

test('WAL-9 a wallet on another account or chain is not asked', async () => {
  const { asked, config } = await connected(async () => null);
  const code = (change: object) => prepare(config, change).catch(chainErrorCode);
  expect(await code({ account: to })).toBe('accountChanged');
  expect(await code({ chainId: 1 })).toBe('wrongChain');
  expect(asked).toEqual([]);
  await disconnect(config);
});
