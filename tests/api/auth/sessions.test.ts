import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { POST as endOthers } from '@/app/api/user/endOtherSessions/route';
import { GET as info } from '@/app/api/user/info/route';
import { POST as signIn } from '@/app/api/user/login/route';
import { GET as sessions } from '@/app/api/user/sessions/route';
import { loginResult } from '@/lib/api/schemas/user';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { signedMessage, tokenOf } from '../../support/api-sign-in';
import { queryDatabase } from '../../support/plain-chains';
import { until } from '../../support/until';

let backend: Backend;

beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';

test('AUTH-6 lists an account’s sessions with their device, and ends all but the current one', async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const tokenFrom = async (agent: string) => {
    const { data } = await callRoute(signIn, {
      body: await signedMessage(account),
      headers: { 'User-Agent': agent },
    });
    return loginResult.parse(data).token;
  };
  const phone = await tokenFrom(IPHONE);
  const unknown = await tokenFrom('<b>Curl</b>/8');
  const own = await tokenFrom(WINDOWS);
  const other = await tokenOf(demoAccount(2));
  await queryDatabase(
    backend,
    "update sessions set last_used_at = now() - interval '10 minutes' where device is null",
  );

  const listed = await callRoute(sessions, { token: own });
  expect(listed.data).toEqual([
    expect.objectContaining({ device: 'Firefox, Windows', isCurrent: true }),
    expect.objectContaining({ device: 'Safari, iPhone', isCurrent: false }),
    expect.objectContaining({ device: null, isCurrent: false }),
  ]);
  expect(JSON.stringify(listed.data)).not.toContain('Curl');

  expect(await callRoute(endOthers, { token: own, body: {} })).toMatchObject({ data: { ended: 2 } });
  expect(await callRoute(endOthers, { token: own, body: {} })).toMatchObject({ data: { ended: 0 } });
  for (const token of [phone, unknown])
    expect(await callRoute(info, { token })).toMatchObject({ code: 1007 });
  for (const token of [own, other]) expect(await callRoute(info, { token })).toMatchObject({ code: 200 });
  expect(await callRoute(sessions, { token: own })).toMatchObject({ data: [{ isCurrent: true }] });
});

test('AUTH-6 the last use of a session is stored, at most every five minutes', async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const token = await tokenOf(account);
  const age = async () => {
    const [row] = await queryDatabase<{ age: number }>(
      backend,
      `select extract(epoch from now() - last_used_at)::int as age from sessions where address = '${account.address}'`,
    );
    return row?.age ?? Number.NaN;
  };
  const used = (minutes: number) =>
    queryDatabase(
      backend,
      `update sessions set last_used_at = now() - interval '${minutes} minutes' where address = '${account.address}'`,
    );
  await used(4);
  expect(await callRoute(info, { token })).toMatchObject({ code: 200 });
  expect(await age()).toBeGreaterThanOrEqual(4 * 60);
  await used(6);
  expect(await callRoute(info, { token })).toMatchObject({ code: 200 });
  await until(async () => (await age()) < 60, 'the last use is stored');
});
