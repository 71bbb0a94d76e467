import { createHmac } from 'node:crypto';
import { GET as iceServers } from '@/app/api/messages/iceServers/route';
import { iceServers as serverList } from '@/lib/api/schemas/messages';
import { turnCredentials } from '@/lib/server/messages/ice-servers';
import { RATE_LIMITS } from '@/lib/server-constants';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { tokenOf } from '../../support/api-login';

const TURN_SECRET = 'c0ffee5ecret-c0ffee5ecret-c0ffee5ecret';
const STUN = 'stun:turn.example.org:3478';
const TURN = 'turn:turn.example.org:3478?transport=udp';

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

test('CALL-5 a signed-in account gets the servers, with credentials that expire and name no account', async () => {
  const account = demoAccount(1);
  const token = await tokenOf(account);
  const ask = async () => serverList.parse((await callRoute(iceServers, { token })).data);
  const [first, second] = [await ask(), await ask()];
  const [turn, other] = [first, second].map(({ iceServers: servers }) => servers[1]?.username ?? '');
  const [expiresAt, random] = turn?.split(':') ?? [];
  expect(first).toEqual({
    iceServers: [
      { urls: [STUN] },
      {
        urls: [TURN],
        username: expect.stringMatching(/^\d{10}:[\w-]{22}$/),
        credential: createHmac('sha1', TURN_SECRET)
          .update(turn ?? '')
          .digest('base64'),
      },
    ],
    ttl: 14_400,
  });
  const remaining = Number(expiresAt) - Date.now() / 1_000;
  expect(Math.abs(remaining - first.ttl)).toBeLessThan(60);
  expect(other?.split(':')[1]).not.toBe(random);
  expect(JSON.stringify(first).toLowerCase()).not.toContain(account.address.slice(2).toLowerCase());
  expect(JSON.stringify(first)).not.toContain(TURN_SECRET);
});

test('CALL-5 OPS-6 credentials are for signed-in accounts only, and limited', async () => {
  expect(await callRoute(iceServers, {})).toMatchObject({ code: 401 });
  const token = await tokenOf(demoAccount(2));
  const { calls } = RATE_LIMITS.iceServers;
  const peer = '203.0.113.9';
  const codes: number[] = [];
  for (let index = 0; index <= calls; index++)
    codes.push((await callRoute(iceServers, { token, peer })).code);
  expect(codes.slice(0, calls).every((code) => code === 200)).toBe(true);
  expect(codes.at(-1)).toBe(429);
});
