/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { RATE_LIMITS } from '@/lib/server-constants';
import { launcherEnv } from '@/lib/settings/env';
import { childEnv } from '@/lib/settings/process-env';

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
