import { POST as verifyTx } from '@/app/api/deposit/verifyTx/route';
import { GET as descriptor } from '@/app/api/erc7730/[chainId]/[file]/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { clearCache } from '@/lib/server/cached';
import { stopPrices } from '@/lib/server/prices/service';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { depositNative } from '../../support/api-deposit';
import { tokenOf } from '../../support/api-sign-in';
import { type HostileNode, relayTo, startHostileNode } from '../../support/hostile-node';
import { ORIGIN, queryDatabase } from '../../support/plain-chains';

const account = demoAccount(1);
let backend: Backend;
let node: HostileNode;
let token: string;

beforeAll(async () => {
  backend = await startBackend({ pools: true });
  // The price service reads the pools from the same node every few seconds, and these tests count the node's requests.
  await stopPrices();
  node = await startHostileNode(relayTo(backend.chains[0].rpcUrl));
  token = await tokenOf(account);
  await queryDatabase(backend, 'update chains set server_rpc_url = $1 where id = 31337', [node.url]);
  const txHash = await depositNative(backend.chains[0], account, 5n);
  clearCache();
  expect(await callRoute(verifyTx, { body: { chainId: 31337, txHash }, token })).toMatchObject({ code: 200 });
});
afterAll(async () => {
  await node.stop();
  await backend.stop();
});

let now = performance.now();
let clock: jest.SpyInstance;
beforeEach(() => {
  node.honest();
  clearCache();
  clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => clock.mockRestore());

const readDescriptor = () => {
  const file = `${backend.chains[0].contracts?.staking}.json`;
  return descriptor(new Request(`${ORIGIN}/api/erc7730/31337/${file}`), {
    params: Promise.resolve({ chainId: '31337', file }),
  });
};
const reads = {
  'the activity': [() => callRoute(activity, { token }), 1_000],
  'a descriptor': [readDescriptor, 60_000],
} as const;

/** Makes a number of reads. Returns how many requests reached the node, and the status of the last read. */
async function countedReads(read: () => Promise<{ status: number }>, times: number) {
  const before = node.state.requests;
  let status = 0;
  for (let index = 0; index < times; index += 1) ({ status } = await read());
  return { status, asked: node.state.requests - before };
}

test.each(Object.entries(reads))(
  'OPS-6 any number of reads of %s send the node one request until the result expires',
  async (_, [read, keptMs]) => {
    const first = await countedReads(read, 1);
    expect(first.status).toBe(200);
    expect(first.asked).toBeGreaterThan(0);
    expect(await countedReads(read, 20)).toEqual({ status: 200, asked: 0 });
    now += keptMs + 1;
    expect((await countedReads(read, 20)).asked).toBe(first.asked);
  },
);

test.each(Object.entries(reads))(
  'OPS-6 while the node rejects requests, any number of reads of %s send it one request per second',
  async (_, [read]) => {
    // Simulate a node whose request quota is exhausted.
    node.state.fault = 'too many';
    const first = await countedReads(read, 1);
    expect(first).toMatchObject({ status: 503 });
    expect(await countedReads(read, 20)).toEqual({ status: 503, asked: 0 });
    node.honest();
    now += 1_001;
    expect((await countedReads(read, 1)).status).toBe(200);
  },
);
