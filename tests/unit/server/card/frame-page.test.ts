/** @jest-environment node */
import { createHash } from 'node:crypto';

import { framePage, pinPage } from '@/lib/server/card/frame/frame-page';

const mockEnv = {
  ORIGINS: ['http://127.0.0.1:3000', 'http://localhost:3000'],
  CARD_FRAME_ORIGIN: 'http://localhost:3000',
  CARD_SCRIPT_URL: 'http://127.0.0.1:4242/elements/v3.js',
  CARD_SCRIPT_KEY: 'pk_test_local',
  CARD_PIN_KEY_URL: 'http://127.0.0.1:4242/v1/keys' as string | undefined,
};
jest.mock('@/lib/settings/env', () => ({ serverEnv: () => mockEnv }));

const scriptHash = (html = '') =>
  createHash('sha256')
    .update(/<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '')
    .digest('base64');

test('CARD-61 the page for card numbers is on its own host only, and runs only its own and the issuer’s script', () => {
  expect(framePage('127.0.0.1:3000')).toBeNull();
  expect(framePage(null)).toBeNull();
  const page = framePage('localhost:3000');
  const policy = page?.headers['Content-Security-Policy'] ?? '';
  const hash = scriptHash(page?.html);
  expect(policy).toContain(`script-src 'sha256-${hash}' http://127.0.0.1:4242;`);
  expect(policy).toContain("default-src 'none';");
  expect(policy).toMatch(/frame-ancestors http:\/\/127\.0\.0\.1:3000$/);
  expect(policy).not.toContain('unsafe');
  expect(page?.html).toContain('data-key="pk_test_local"');
  expect(page?.headers['Cache-Control']).toBe('no-store');
});

test('CARD-61 Stripe’s script may use its other hosts', () => {
  mockEnv.CARD_SCRIPT_URL = 'https://js.stripe.com/v3/';
  const page = framePage('localhost:3000');
  expect(page?.headers['Content-Security-Policy']).toContain(
    'connect-src https://js.stripe.com https://*.stripe.com;',
  );
});

test('CARD-65 the page for PINs is on its own host only, runs only its own script, and reads only the key', () => {
  expect(pinPage('127.0.0.1:3000')).toBeNull();
  const page = pinPage('localhost:3000');
  const policy = page?.headers['Content-Security-Policy'] ?? '';
  expect(policy).toContain(
    `script-src 'sha256-${scriptHash(page?.html)}'; connect-src http://127.0.0.1:4242;`,
  );
  expect(policy).toContain("default-src 'none';");
  expect(policy).toMatch(/frame-ancestors http:\/\/127\.0\.0\.1:3000$/);
  expect(policy).not.toMatch(/unsafe|frame-src/);
  expect(page?.headers['Permissions-Policy']).toContain('clipboard-write=()');
  mockEnv.CARD_PIN_KEY_URL = undefined;
  expect(pinPage('localhost:3000')).toBeNull();
});
