import { createServer } from 'node:http';
import { numberToHex, pad } from 'viem';
import { getBalance, getBlockNumber } from 'viem/actions';
import type { Config } from 'wagmi';
import { isUnreachable, reportReachable } from '@/lib/evm/node-transport';
import { checkNode } from '@/lib/wallet/networks/check-node';
import { ownNodeUrl, storeOwnNode, watchOwnNodes } from '@/lib/wallet/networks/own-nodes';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';
import { CallError, type HostileNode, startHostileNode } from '../../../support/hostile-node';
import { listedChain } from '../../../support/scripted-wallet';

const CHAIN = 902;
const ACCOUNT = pad('0x1', { size: 20 });
const KEY = 'tidewell.ownNodes';
const block = { number: '0x7', hash: pad('0xb', { size: 32 }) };

/** A node of a chain on which every account has this balance. */
const nodeWith = (balance: number, chainId = CHAIN, latest: unknown = block): Promise<HostileNode> =>
  startHostileNode(async ({ method }) => {
    const answers: Record<string, unknown> = {
      eth_chainId: numberToHex(chainId),
      eth_blockNumber: '0x7',
      eth_getBlockByNumber: latest,
      eth_getBalance: numberToHex(balance),
    };
    if (!(method in answers)) throw new CallError(-32601, 'the method does not exist');
    return answers[method];
  });

let site: HostileNode;
let own: HostileNode;
let config: Config;
beforeEach(async () => {
  localStorage.clear();
  storeOwnNode(CHAIN, null);
  reportReachable(CHAIN, true);
  [site, own] = await Promise.all([nodeWith(1), nodeWith(2)]);
  config = createWalletConfig([{ ...listedChain(CHAIN), rpcUrl: site.url }], new Map());
});
afterEach(async () => {
  await Promise.all([site.stop(), own.stop()]);
});

const balance = () => getBalance(config.getClient({ chainId: CHAIN }), { address: ACCOUNT });

test('WAL-41 the own node takes effect at the next request, is asked instead of the site’s, and can be left again', async () => {
  expect(await balance()).toBe(1n);
  const before = site.state.requests;
  expect(storeOwnNode(CHAIN, own.url)).toBe(true);
  expect(await balance()).toBe(2n);
  expect(await getBlockNumber(config.getClient({ chainId: CHAIN }), { cacheTime: 0 })).toBe(7n);
  expect(site.state.requests).toBe(before);
  // A wallet that adds the network gets the site's address.
  expect(config.chains[0].rpcUrls.default.http).toEqual([site.url]);
  storeOwnNode(CHAIN, null);
  expect(await balance()).toBe(1n);
});

test('WAL-41 an own node that stops answering makes the network unreachable, and the site’s isn’t asked', async () => {
  storeOwnNode(CHAIN, own.url);
  expect(await balance()).toBe(2n);
  await own.stop();
  const before = site.state.requests;
  await expect(balance()).rejects.toThrow();
  expect([isUnreachable(CHAIN), site.state.requests]).toEqual([true, before]);
  storeOwnNode(CHAIN, null);
  expect(await balance()).toBe(1n);
  expect(isUnreachable(CHAIN)).toBe(false);
});

test('WAL-41 an own node that serves another chain later counts as unreachable', async () => {
  storeOwnNode(CHAIN, own.url);
  own.state.lie = ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result);
  await expect(balance()).rejects.toThrow();
  expect(isUnreachable(CHAIN)).toBe(true);
});

test('WAL-41 the choice stays on this device for one network, and what is stored there is checked', () => {
  storeOwnNode(1, 'https://node.example.org/key');
  storeOwnNode(CHAIN, own.url);
  storeOwnNode(CHAIN, 'http://localhost:1/');
  expect([ownNodeUrl(1), ownNodeUrl(CHAIN), ownNodeUrl(5)]).toEqual([
    'https://node.example.org/key',
    'http://localhost:1/',
    null,
  ]);
  const stop = watchOwnNodes();
  const foreign = [
    { chainId: 1, url: 'http://node.example.org' },
    { chainId: CHAIN, url: 'javascript:alert(1)' },
    { chainId: '5', url: own.url },
    null,
    { chainId: 7, url: own.url },
  ];
  localStorage.setItem(KEY, JSON.stringify(foreign));
  // Another tab stored it.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
  expect([1, CHAIN, 5, 7].map(ownNodeUrl)).toEqual([null, null, null, own.url]);
  stop();
});

test('WAL-41 a node is used only if it answers for the right chain', async () => {
  expect(await checkNode(own.url, CHAIN)).toBeNull();
  expect(await checkNode(own.url, 1)).toEqual({ problem: 'wrongChain', served: CHAIN });
  for (const latest of [null, {}, 'block', { number: '0x7', hash: '0x1' }, { ...block, number: 7 }]) {
    const odd = await nodeWith(1, CHAIN, latest);
    expect([latest, await checkNode(odd.url, CHAIN)]).toEqual([latest, { problem: 'notNode' }]);
    await odd.stop();
  }
  own.state.lie = ({ method }, result) => (method === 'eth_chainId' ? { chain: CHAIN } : result);
  expect(await checkNode(own.url, CHAIN)).toEqual({ problem: 'notNode' });
  const { url } = own;
  await own.stop();
  expect(await checkNode(url, CHAIN)).toEqual({ problem: 'unreachable' });
});

test('WAL-41 what answers, but not as a node does, is told from what doesn’t answer', async () => {
  const answers = [
    [200, 'text/html', '<h1>It works</h1>'],
    [404, 'text/plain', 'not found'],
    [401, 'application/json', '{"error":"key"}'],
    [200, 'application/json', '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no key"}}'],
    [200, 'application/json', '[]'],
  ] as const;
  for (const [status, type, body] of answers) {
    const server = createServer((_, response) =>
      response.writeHead(status, { 'Content-Type': type }).end(body),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    expect([body, await checkNode(`http://127.0.0.1:${address.port}`, CHAIN)]).toEqual([
      body,
      { problem: 'notNode' },
    ]);
    server.closeAllConnections();
    server.close();
  }
});
