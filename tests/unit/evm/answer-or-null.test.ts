/** @jest-environment node */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { BaseError, createClient, erc20Abi, http, pad, RpcRequestError } from 'viem';
import { estimateGas, readContract } from 'viem/actions';
import { answerOrNull } from '@/lib/evm/answer-or-null';

type RpcError = { code: number; message: string; data?: string };

const TO = pad('0x1', { size: 20 });
let failure: RpcError;
const server = createServer(async (request, response) => {
  const { id } = (await json(request)) as { id: number };
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id, error: failure }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Reads a token's name, and estimates a transaction, with a node that answers with an error. */
function ask(error: RpcError) {
  failure = error;
  const { port } = server.address() as AddressInfo;
  const client = createClient({ transport: http(`http://127.0.0.1:${port}`, { retryCount: 0 }) });
  return [
    answerOrNull(readContract(client, { address: TO, abi: erc20Abi, functionName: 'name' })),
    answerOrNull(estimateGas(client, { account: TO, to: TO })),
  ];
}

test.each<RpcError>([
  { code: 3, message: 'execution reverted', data: '0x' },
  { code: -32000, message: 'execution reverted' },
  { code: -32603, message: 'execution reverted: no', data: '0x' },
  { code: -32000, message: 'out of gas' },
  { code: -32000, message: 'gas required exceeds allowance (30000000)' },
  { code: -32000, message: 'invalid opcode: INVALID' },
  { code: -32015, message: 'VM execution error.', data: 'Reverted 0x' },
  { code: -32603, message: 'EVM error OutOfGas' },
  { code: -32000, message: 'VM Exception while processing transaction: revert' },
])('of a call that fails with $code "$message", nothing is answered', async (error) => {
  await expect(Promise.all(ask(error))).resolves.toEqual([null, null]);
});

test.each<RpcError>([
  { code: -32603, message: 'Internal error' },
  { code: -32000, message: 'header not found' },
  { code: -32000, message: 'missing trie node 5e (path )' },
  { code: -32601, message: 'the method eth_call does not exist' },
  { code: -32005, message: 'limit exceeded' },
])('a node\'s own error $code "$message" says nothing about the call', async (error) => {
  for (const asked of ask(error)) {
    const thrown: unknown = await asked.catch((reason: unknown) => reason);
    if (!(thrown instanceof BaseError)) throw new TypeError(`no error of viem: ${thrown}`);
    expect(thrown.walk((cause) => cause instanceof RpcRequestError)).toMatchObject({ code: error.code });
  }
});
