import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient, type Hex, http } from 'viem';
import { serializeErc6492Signature } from 'viem/utils';
import { verifierOn, verifyOnChain } from '@/lib/messages/protocol/contract-signature';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { contractWallet, FACTORY } from '../../support/smart-account';

const owner = demoAccount(3);
const { address: account, factoryData } = contractWallet(owner.address);
const hash: Hex = `0x${'5e'.repeat(32)}`;
const clientOf = (url: string) => createClient({ transport: http(url, { retryCount: 0 }) });
const signed = async (by = owner) => ({ account, hash, signature: await by.sign({ hash }) });

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

/** Starts a node that answers all requests in the same way. Returns its URL. */
async function brokenNode(status: number, error: object | null): Promise<string> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { id } = JSON.parse(body) as { id: number };
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(error && JSON.stringify({ jsonrpc: '2.0', id, error }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const opened: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

test('HUB-1 a chain that answers says whether a contract account signed, before and after it is deployed', async () => {
  const { client } = backend.chains[0];
  const own = await signed();
  const wrapped = (signature: Hex) =>
    serializeErc6492Signature({ address: FACTORY, data: factoryData, signature });
  const other = await signed(demoAccount(4));
  expect(await verifyOnChain(client, { ...own, signature: wrapped(own.signature) })).toBe(true);
  expect(await verifyOnChain(client, { ...other, signature: wrapped(other.signature) })).toBe(false);
  // Without code, nothing but a key signs, and the validator reverts for other lengths.
  expect(await verifyOnChain(client, own)).toBe(false);
  expect(await verifyOnChain(client, { ...own, signature: '0x1234' })).toBe(false);
  const deployed = await client.sendTransaction({ to: FACTORY, data: factoryData });
  await client.waitForTransactionReceipt({ hash: deployed });
  expect(await verifyOnChain(client, own)).toBe(true);
  expect(await verifyOnChain(client, other)).toBe(false);
});

test.each([
  ['is rate-limited over HTTP', 429, null],
  ['has an internal error', 200, { code: -32603, message: 'Internal error' }],
  ['is rate-limited', 200, { code: -32005, message: 'limit exceeded' }],
  ['doesn’t know the method', 200, { code: -32601, message: 'the method does not exist' }],
])('HUB-1 an endpoint that %s doesn’t make a signature invalid', async (_, status, error) => {
  await expect(verifyOnChain(clientOf(await brokenNode(status, error)), await signed())).rejects.toThrow();
});

test('HUB-1 an endpoint that is down doesn’t make a signature invalid', async () => {
  const url = await brokenNode(200, null);
  await new Promise((resolve) => opened.splice(0)[0]?.close(resolve));
  await expect(verifyOnChain(clientOf(url), await signed())).rejects.toThrow();
});

test('HUB-1 a call that runs out of gas is the contract’s answer', async () => {
  const url = await brokenNode(200, { code: -32000, message: 'out of gas' });
  expect(await verifyOnChain(clientOf(url), await signed())).toBe(false);
});

test('HUB-1 on a chain that isn’t listed, no signature is valid', async () => {
  const { client, id } = backend.chains[0];
  const getClient = () => client as never;
  const verify = verifierOn({ chains: [{ id }] as never, getClient });
  expect(await verify(id, await signed())).toBe(true);
  expect(await verify(424_242, await signed())).toBe(false);
});
