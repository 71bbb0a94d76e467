import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { apiRoutes } from '@/app/api/openapi.json/api-routes';
import type { RouteHandler } from '@/lib/server/http/handler';
import { describedCalls } from '@/lib/server/http/openapi/document';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { apiDocument } from '../../support/api-document';
import { signedMessage } from '../../support/api-sign-in';
import { ORIGIN } from '../../support/plain-chains';

/** Code of a program that uses the generated client. */
const VISIT = `
import { getCoinAll, getCoinPricingStream, getUserInfo, postUserLogin, postUserLogout } from './client';
import { createClient } from './client/client';

export async function visit(fetch: typeof globalThis.fetch, origin: string, body: { message: string; signature: string }) {
  const client = createClient({ baseUrl: origin + '/api', fetch, headers: { Origin: origin } });
  const coins = await getCoinAll({ client });
  const names: string[] | undefined = coins.data?.data.map(({ name }) => name);
  const { stream } = await getCoinPricingStream({ client });
  let price: string | null | undefined;
  for await (const prices of stream) {
    price = Array.isArray(prices) ? prices[0]?.price : undefined;
    break;
  }
  const signIn = await postUserLogin({ client, body });
  client.setConfig({ auth: signIn.data?.data.token });
  const info = await getUserInfo({ client });
  const address: string | undefined = info.data?.data.address;
  await postUserLogout({ client });
  const signedOut = await getUserInfo({ client });
  return { names, price, address, code: signedOut.error?.code };
}
`;

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
};

let dir: string;
let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({ pools: true });
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-client-'));
  await writeFile(path.join(dir, 'openapi.json'), JSON.stringify(await apiDocument()));
  await writeFile(path.join(dir, 'visit.ts'), VISIT);
  await writeFile(path.join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
  await node('tests/support/generate-client.mjs', path.join(dir, 'openapi.json'), path.join(dir, 'client'));
});
afterAll(async () => {
  await rm(dir, { recursive: true });
  await backend.stop();
});

const node = (...parameters: string[]) => promisify(execFile)(process.execPath, parameters);

/** Answers a request as the server does. */
const serve: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  const calls = await describedCalls(apiRoutes);
  const call = calls.find(
    ({ path: place, method }) => method === request.method && pathname === `/api${place}`,
  );
  if (!call) throw new Error(`no call has the path ${pathname}`);
  return (call.route as RouteHandler)(request, { params: Promise.resolve({}) });
};

test('API-10 a generated client compiles in strict mode', async () => {
  const compiled = node('node_modules/typescript/bin/tsc', '-p', dir);
  const { stdout } = await compiled.catch((failed: { stdout: string }) => failed);
  expect(stdout).toBe('');
});

test('AUTH-1 API-10 a generated client reads prices and streams, signs in, and signs out', async () => {
  const { visit } = await import(path.join(dir, 'visit.ts'));
  const account = demoAccount(1);
  expect(await visit(serve, ORIGIN, await signedMessage(account))).toEqual({
    names: expect.arrayContaining(['Ether']),
    price: expect.stringMatching(/^\d+(\.\d+)?$/),
    address: account.address,
    code: 1007,
  });
});
