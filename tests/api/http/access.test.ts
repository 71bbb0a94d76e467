import { readFile } from 'node:fs/promises';
import { apiRoutes } from '@/app/api/openapi.json/api-routes';
import { POST as logout } from '@/app/api/user/logout/route';
import type { RouteHandler } from '@/lib/server/http/handler';
import { describedCalls } from '@/lib/server/http/openapi/document';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { bindNewDevice } from '../../support/api-messages';
import { tokenOf } from '../../support/api-sign-in';

let backend: Backend;

beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

/** What docs/access.md says about a call for each value of `auth`. */
const wording = { true: 'the account', optional: 'anyone; with a token, the account', false: 'anyone' };

test('AUTH-1 API-10 docs/access.md says who may make each call', async () => {
  const rows = (await readFile('docs/access.md', 'utf8')).matchAll(/^\| `([A-Z]+ \/\S+)` \| (.+) \|$/gm);
  const listed = Object.fromEntries([...rows].map(([, call = '', who = '']) => [call, who]));
  const byOperator = ['GET /metrics', 'GET /preview'];
  for (const call of byOperator) expect(listed[call]).toMatch(/^the operator, with `[A-Z_]+`$/);
  const calls = (await describedCalls(apiRoutes)).filter(({ description: { auth } }) => auth !== false);
  const expected = calls.map(({ method, path, description: { auth } }) => [
    `${method} ${path}`,
    wording[`${auth}`],
  ]);
  const ofUsers = Object.entries(listed).filter(([call]) => !byOperator.includes(call));
  expect(Object.fromEntries(ofUsers)).toEqual(Object.fromEntries(expected));
});

test('AUTH-1 AUTH-3 a call for accounts is refused without a token, and with an unknown or revoked one', async () => {
  const revoked = await tokenOf(demoAccount(1));
  await callRoute(logout, { body: {}, token: revoked });
  const calls = (await describedCalls(apiRoutes)).filter(({ description: { auth } }) => auth !== false);
  expect(calls.length).toBeGreaterThan(8);
  for (const { method, path, route, description } of calls) {
    const body = method === 'GET' ? {} : { body: {} };
    const codeWith = async (token?: string) =>
      (await callRoute(route as RouteHandler, { ...body, ...(token ? { token } : {}) })).code;
    const codes = [await codeWith('A'.repeat(43)), await codeWith('forged'), await codeWith(revoked)];
    expect([method, path, codes]).toEqual([method, path, [401, 401, 1007]]);
    if (description.auth === true) expect([method, path, await codeWith()]).toEqual([method, path, 401]);
  }
});

test('AUTH-1 API-4 no cache may keep what an account reads', async () => {
  const token = await tokenOf(demoAccount(1));
  const calls = await describedCalls(apiRoutes);
  const reads = calls.filter(
    ({ method, path, description: { auth, answer } }) =>
      method === 'GET' &&
      auth !== false &&
      !['events', 'ciphertext'].includes(answer.kind) &&
      !path.includes('{'),
  );
  expect(reads.map(({ path }) => path)).toEqual(expect.arrayContaining(['/user/info', '/wallet/activity']));
  const { deviceKey } = await bindNewDevice(demoAccount(1), token);
  const queries: Record<string, Record<string, string>> = {
    '/card/statement': { chainId: '31337', token: backend.chains[0].token, month: '2026-11' },
    '/card/withdrawal': { id: '1' },
    '/messages/iceServers': { deviceKey },
    '/messages/inbox': { deviceKey },
    '/messages/log': { address: demoAccount(1).address },
  };
  // No chain has the contract of card accounts, and the account has no withdrawal.
  const refusals: Record<string, number> = { '/card/statement': 422, '/card/withdrawal': 404 };
  for (const { path, route } of reads) {
    const { code, headers } = await callRoute(route as RouteHandler, { token, query: queries[path] ?? {} });
    expect([path, code, headers.get('cache-control')]).toEqual([path, refusals[path] ?? 200, 'no-store']);
  }
});
