import { createHmac } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { GET as iceServers } from '@/app/api/messages/iceServers/route';
import { iceServers as serverList } from '@/lib/api/schemas/messages';
import { CREDENTIALS_PER_HOUR, turnCredentials } from '@/lib/server/messages/ice-servers';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { bindNewDevice, person, unknownDevice } from '../../support/api-messages';
import { tokenOf } from '../../support/api-sign-in';

const TURN_SECRET = 'c0ffee5ecret-c0ffee5ecret-c0ffee5ecret';
const STUN = 'stun:turn.example.org:3478';
const TURN = 'turn:turn.example.org:3478?transport=udp';

const newAccount = () => privateKeyToAccount(generatePrivateKey());
let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({ env: { ICE_URLS: STUN, TURN_URLS: TURN, TURN_SECRET } });
});
afterAll(() => backend.stop());

test('CALL-5 credentials are those of coturn’s REST scheme', () => {
  // From: printf '<username>' | openssl dgst -binary -sha1 -hmac '<secret>' | openssl base64
  expect(turnCredentials(TURN_SECRET, 1_764_115_200, '3q2-7wAAAAAAAAAAAAAAAA')).toEqual({
    username: '1764115200:3q2-7wAAAAAAAAAAAAAAAA',
    credential: '6WYA8S3GvPVuLhgpmXIkuj/6ELM=',
  });
});

test('CALL-5 a device gets the servers, with credentials that expire and name no account', async () => {
  const { account, token, deviceKey } = await person(1);
  const ask = async (asking: { token: string; deviceKey: string }) =>
    serverList.parse(
      (await callRoute(iceServers, { token: asking.token, query: { deviceKey: asking.deviceKey } })).data,
    );
  const first = await ask({ token, deviceKey });
  const turn = first.iceServers[1]?.username ?? '';
  expect(first).toEqual({
    iceServers: [
      { urls: [STUN] },
      {
        urls: [TURN],
        username: expect.stringMatching(/^\d{10}:[\w-]{22}$/),
        credential: createHmac('sha1', TURN_SECRET).update(turn).digest('base64'),
      },
    ],
    ttl: 14_400,
  });
  const nameIn = (list: typeof first) => list.iceServers[1]?.username?.split(':')[1];
  expect(Math.abs(Number(turn.split(':')[0]) - Date.now() / 1_000 - first.ttl)).toBeLessThan(60);
  // coturn counts by name, so all devices of the account share its quota.
  const tablet = await bindNewDevice(account, token);
  expect(nameIn(await ask({ token, deviceKey: tablet.deviceKey }))).toBe(nameIn(first));
  expect(nameIn(await ask(await person(2)))).not.toBe(nameIn(first));
  expect(JSON.stringify(first).toLowerCase()).not.toContain(account.address.slice(2).toLowerCase());
  expect(JSON.stringify(first)).not.toContain(TURN_SECRET);
});

test('CALL-5 OPS-6 credentials are for registered devices only, and a device gets few an hour', async () => {
  const [alice, bob] = [await person(3), await person(4)];
  const ask = (token: string | undefined, deviceKey: string) =>
    callRoute(iceServers, { ...(token ? { token } : {}), query: { deviceKey } });
  expect(await ask(undefined, alice.deviceKey)).toMatchObject({ code: 401 });
  expect(await ask(bob.token, alice.deviceKey)).toMatchObject({ code: 403 });
  expect(await ask(await tokenOf(newAccount()), unknownDevice())).toMatchObject({ code: 403 });
  for (let index = 0; index < CREDENTIALS_PER_HOUR; index += 1)
    expect(await ask(alice.token, alice.deviceKey)).toMatchObject({ code: 200 });
  expect(await ask(alice.token, alice.deviceKey)).toMatchObject({
    code: 429,
    data: { retryAfter: expect.any(Number) },
  });
  expect(await ask(bob.token, bob.deviceKey)).toMatchObject({ code: 200 });
});
