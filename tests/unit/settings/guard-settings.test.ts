/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { launcherEnv } from '@/lib/settings/env';
import { childEnv } from '@/lib/settings/process-env';
import { RATE_LIMITS } from '@/lib/settings/setting-kinds';

const before = childEnv({});
afterEach(() => {
  jest.replaceProperty(process, 'env', before);
});
const settingsOf = (env: Record<string, string>) => {
  jest.replaceProperty(process, 'env', { NODE_ENV: 'test', ...env });
  return launcherEnv();
};

test('OPS-2 RATE_LIMITS changes the limits it names and keeps the others', () => {
  expect(settingsOf({}).RATE_LIMITS).toEqual(RATE_LIMITS);
  expect(settingsOf({ RATE_LIMITS: 'login=5/10,read=7/1' }).RATE_LIMITS).toEqual({
    ...RATE_LIMITS,
    login: { calls: 5, seconds: 10 },
    read: { calls: 7, seconds: 1 },
  });
});

test('OPS-2 .env.example lists the default limits', () => {
  const [, example = ''] = /^RATE_LIMITS=(.*)$/m.exec(readFileSync('.env.example', 'utf8')) ?? [];
  expect(example.split(',')).toHaveLength(Object.keys(RATE_LIMITS).length);
  expect(settingsOf({ RATE_LIMITS: example }).RATE_LIMITS).toEqual(RATE_LIMITS);
});

test.each([
  'login',
  'login=5',
  'login=0/60',
  'login=5/0',
  'login=-5/60',
  'login=1.5/60',
  'nobody=5/60',
  'login=5/60,',
])('OPS-2 invalid RATE_LIMITS %s fails startup with a one-line error', (value) => {
  expect(() => settingsOf({ RATE_LIMITS: value })).toThrow(
    /^RATE_LIMITS must be limits like login=30\/60 [^\n]*$/,
  );
});

test('OPS-2 TRUSTED_PROXIES is a number of proxies or a list of their networks', () => {
  expect(settingsOf({}).TRUSTED_PROXIES).toBeUndefined();
  expect(settingsOf({ TRUSTED_PROXIES: '2' }).TRUSTED_PROXIES).toBe(2);
  const networks = ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1'];
  expect(settingsOf({ TRUSTED_PROXIES: networks.join() }).TRUSTED_PROXIES).toEqual(networks);
});

test.each(['0', '-1', 'all', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/8,', 'proxy.example.org'])(
  'OPS-2 invalid TRUSTED_PROXIES %s fails startup with a one-line error',
  (value) => {
    expect(() => settingsOf({ TRUSTED_PROXIES: value })).toThrow(/^TRUSTED_PROXIES must be a number [^\n]*$/);
  },
);

const TURN_SECRET = 'x'.repeat(32);

test('OPS-2 CALL-5 ICE_URLS and TURN_URLS are lists of STUN and TURN servers', () => {
  expect(settingsOf({})).toMatchObject({ ICE_URLS: [], TURN_URLS: [] });
  const stun = ['stun:turn.example.org', 'stuns:[2001:db8::1]:5349'];
  const turn = ['turn:turn.example.org:3478?transport=udp', 'turns:192.0.2.7:5349?transport=tcp'];
  const given = { ICE_URLS: stun.join(), TURN_URLS: turn.join(', '), TURN_SECRET };
  expect(settingsOf(given)).toMatchObject({ ICE_URLS: stun, TURN_URLS: turn, TURN_SECRET });
});

test.each([
  [
    { ICE_URLS: 'https://example.org' },
    /^ICE_URLS must be at most 4 addresses like stun:example\.org:3478[^\n]*$/,
  ],
  [{ ICE_URLS: 'turn:example.org' }, /^ICE_URLS must/],
  [{ ICE_URLS: 'stun:user@example.org' }, /^ICE_URLS must/],
  [{ ICE_URLS: 'stun:example.org?transport=udp' }, /^ICE_URLS must/],
  [{ ICE_URLS: Array(5).fill('stun:example.org').join() }, /^ICE_URLS must/],
  [{ TURN_URLS: 'turn:example.org:0', TURN_SECRET }, /^TURN_URLS must/],
  [{ TURN_URLS: 'turn:example.org?transport=sctp', TURN_SECRET }, /^TURN_URLS must/],
  [{ TURN_URLS: 'turn:example.org' }, /^TURN_SECRET is not set, which TURN servers need$/],
  [{ TURN_SECRET }, /^TURN_URLS is not set, which TURN servers need$/],
  [{ TURN_URLS: 'turn:example.org', TURN_SECRET: 'short' }, /^TURN_SECRET must have 32 to 256 letters/],
])('OPS-2 CALL-5 invalid servers %j fail startup with a one-line error', (env, error) => {
  expect(() => settingsOf(env as Record<string, string>)).toThrow(error);
});
