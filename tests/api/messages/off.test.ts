import { apiRoutes } from '@/app/api/openapi.json/api-routes';
import type { RouteHandler } from '@/lib/server/http/handler';
import { describedCalls } from '@/lib/server/http/openapi/document';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { tokenOf } from '../../support/api-sign-in';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({ env: { MESSAGES_ENABLED: '0' } });
});
afterAll(() => backend.stop());

test('unless the operator has turned it on, the delivery service of encrypted messages does not exist', async () => {
  const token = await tokenOf(demoAccount(1));
  const calls = (await describedCalls(apiRoutes)).filter(({ path }) => path.startsWith('/messages/'));
  expect(calls).toHaveLength(16);
  for (const { method, path, route } of calls) {
    const body = method === 'GET' ? {} : { body: {}, json: true };
    const { status } = await callRoute(route as RouteHandler, { ...body, token });
    expect([path, status]).toEqual([path, 404]);
  }
});
