import { erc20Abi } from 'viem';
import { findChain } from '@/lib/server/chain/node';
import { log } from '@/lib/server/log';
import { MoneyReader, type MoneyScope } from '@/lib/server/push/money-reader';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { multicall3Code } from '@/scripts/launcher/chains/artifacts';
import { deployOnce } from '@/scripts/launcher/chains/create2';
import { type Backend, startBackend } from '../../support/api-backend';
import { CallError, type HostileNode, relayTo, startHostileNode } from '../../support/hostile-node';

const [payer, one, other] = [demoAccount(1), demoAccount(2).address, demoAccount(3).address];
let backend: Backend;
let node: HostileNode;
let scope: MoneyScope;
beforeAll(async () => {
  backend = await startBackend();
  const [{ client, rpcUrl, token }] = backend.chains;
  node = await startHostileNode(relayTo(rpcUrl));
  scope = {
    chain: { ...(await findChain(31337)), serverRpcUrl: node.url },
    tokens: [token],
    platform: new Set(),
    multicall: await deployOnce(client, multicall3Code()),
  };
});
afterAll(async () => {
  await node.stop();
  await backend.stop();
});
afterEach(() => node.honest());

async function payNative(to: typeof one): Promise<void> {
  const [{ client }] = backend.chains;
  const hash = await client.sendTransaction({ account: payer, to, value: 1n });
  await client.waitForTransactionReceipt({ hash });
}
async function payToken(to: typeof one): Promise<void> {
  const [{ client, token }] = backend.chains;
  const call = { address: token, abi: erc20Abi, functionName: 'transfer', args: [to, 1n] } as const;
  await client.waitForTransactionReceipt({ hash: await client.writeContract({ account: payer, ...call }) });
}

test('PUSH-1 balances are read together, and the nonce only where one rose', async () => {
  const accounts = Array.from({ length: 10 }, (_, index) => demoAccount(index).address);
  const reader = new MoneyReader();
  await reader.read(scope, accounts);
  await payNative(one);
  const methods: string[] = [];
  node.state.lie = ({ method }, result) => {
    methods.push(method);
    return result;
  };
  expect(await reader.read(scope, accounts)).toEqual([one]);
  const count = (name: string) => methods.filter((method) => method === name).length;
  expect(['eth_call', 'eth_getBalance', 'eth_getTransactionCount'].map(count)).toEqual([1, 0, 2]);
  // Without Multicall3, the same.
  const plain = { ...scope, multicall: undefined };
  await payNative(other);
  expect(await reader.read(plain, accounts)).toEqual([other]);
  expect(count('eth_getBalance')).toBe(10);
});

test('PUSH-1 an answer with too many transfers is skipped, once and with a warning', async () => {
  const warn = jest.spyOn(log, 'warn');
  const reader = new MoneyReader();
  await reader.read(scope, [one, other]);
  await payToken(one);
  await payNative(other);
  await backend.chains[0].client.mine({ blocks: 10 });
  node.state.lie = ({ method }, result) => (method === 'eth_getLogs' ? ['0'.repeat(3 * 1_024 ** 2)] : result);
  expect(await reader.read(scope, [one, other])).toEqual([other]);
  expect(
    warn.mock.calls.filter(([, text]) => text === 'too many transfers, some are not pushed'),
  ).toHaveLength(1);
  warn.mockRestore();
  node.honest();
  expect(await reader.read(scope, [one, other])).toEqual([]);
  await payToken(one);
  expect(await reader.read(scope, [one, other])).toEqual([one]);
});

test('PUSH-1 a check that fails for one account is made again, and the others are notified meanwhile', async () => {
  const reader = new MoneyReader();
  await reader.read(scope, [one, other]);
  await payToken(one);
  await payNative(other);
  node.state.lie = ({ method }, result) => {
    if (method === 'eth_getTransactionReceipt') throw new CallError(-32603, 'internal error');
    return result;
  };
  expect(await reader.read(scope, [one, other])).toEqual([other]);
  node.honest();
  await backend.chains[0].client.mine({ blocks: 1 });
  expect(await reader.read(scope, [one, other])).toEqual([one]);
});
