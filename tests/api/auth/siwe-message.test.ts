import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Nonce } from '@/lib/server/auth/nonce';
import { NONCE_DURATION_MS } from '@/lib/server/auth/nonce';
import { checkSiweMessage, parseSiweMessage } from '@/lib/server/auth/siwe-message';
import { ApiError } from '@/lib/server/http/api-error';
import { vectorsFolder } from '../../support/siwe-spellings';

const address = '0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946';
const lines = (change: Record<string, string | null> = {}) => {
  const fields: Record<string, string | null> = {
    head: 'wallet.example wants you to sign in with your Ethereum account:',
    address,
    statement: '\nLog in.\n',
    uri: 'URI: https://wallet.example',
    version: 'Version: 1',
    chainId: 'Chain ID: 31337',
    nonce: 'Nonce: abcdefgh12345678',
    issuedAt: 'Issued At: 2026-01-01T00:00:00.000Z',
    ...change,
  };
  return Object.values(fields)
    .filter((line) => line !== null)
    .join('\n');
};

test('AUTH-2 parses an EIP-4361 message', () => {
  expect(parseSiweMessage(lines())).toMatchObject({
    domain: 'wallet.example',
    address,
    statement: 'Log in.',
    uri: 'https://wallet.example',
    version: '1',
    chainId: 31337,
    nonce: 'abcdefgh12345678',
    issuedAt: '2026-01-01T00:00:00.000Z',
  });
});

test('AUTH-2 accepts an address whose EIP-55 checksum has no capitals', () => {
  const small = '0xf59f394490f42228e1973245772966b27960fc03';
  expect(parseSiweMessage(lines({ address: small })).address).toBe(small);
});

test.each([
  ['no domain', { head: ' wants you to sign in with your Ethereum account:' }],
  ['an address in small letters', { address: address.toLowerCase() }],
  ['a short address', { address: address.slice(0, -1) }],
  ['no URI', { uri: null }],
  ['a relative URI', { uri: 'URI: login' }],
  ['another version', { version: 'Version: 2' }],
  ['a chain that is no number', { chainId: 'Chain ID: one' }],
  ['a short nonce', { nonce: 'Nonce: abc1234' }],
  ['a nonce with signs', { nonce: 'Nonce: abcdefgh-1234567' }],
  ['a date that does not exist', { issuedAt: 'Issued At: 2026-02-30T00:00:00.000Z' }],
  ['fields in another order', { version: 'Chain ID: 31337', chainId: 'Version: 1' }],
  ['a statement of two lines', { statement: '\nLog in.\nAnd pay.\n' }],
])('AUTH-2 rejects a message with %s', (_, change) => {
  expect(() => parseSiweMessage(lines(change))).toThrow(expect.objectContaining({ code: 400 }));
});

test('AUTH-2 the rejection names what is wrong with a message', () => {
  const dataOf = (text: string) => {
    try {
      return parseSiweMessage(text);
    } catch (error) {
      return error instanceof ApiError ? error.data : error;
    }
  };
  expect(dataOf(lines({ address: address.toLowerCase() }))).toEqual({ reason: 'message', field: 'address' });
  expect(dataOf(lines({ uri: null }))).toEqual({ reason: 'message', field: 'format' });
});

const issued = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE_MS = 60_000;
const nonce: Nonce = {
  nonce: 'abcdefgh12345678',
  address,
  chainId: 31337,
  domain: 'wallet.example',
  uri: 'https://wallet.example',
  statement: 'Log in.',
  issuedAt: new Date(issued),
  expiresAt: new Date(issued + NONCE_DURATION_MS),
};
const at = (ms: number) => new Date(issued + ms).toISOString();

/** Returns the field that a message with the given times is rejected for, or null if it is accepted. */
function rejectedFor(
  { from = 0, until = NONCE_DURATION_MS, more = '' }: { from?: number; until?: number | null; more?: string },
  now = 0,
): unknown {
  const end = until === null ? null : `Expiration Time: ${at(until)}`;
  const text = lines({ issuedAt: `Issued At: ${at(from)}`, end, more: more || null });
  try {
    checkSiweMessage(parseSiweMessage(text), nonce, issued + now);
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.data?.field : error;
  }
}

test('AUTH-2 a message may be dated up to a minute before its nonce, or in the future, for clocks that are off', () => {
  expect(rejectedFor({ from: -MINUTE_MS, until: MINUTE_MS })).toBeNull();
  expect(rejectedFor({ from: -MINUTE_MS - 1, until: MINUTE_MS })).toBe('issuedAt');
  expect(rejectedFor({ from: MINUTE_MS })).toBeNull();
  expect(rejectedFor({ from: MINUTE_MS + 1 })).toBe('issuedAt');
});

test('AUTH-2 a message must expire, and not later than its nonce would', () => {
  expect(rejectedFor({})).toBeNull();
  expect(rejectedFor({ until: NONCE_DURATION_MS + 1 })).toBe('expirationTime');
  expect(rejectedFor({ until: null })).toBe('expirationTime');
  expect(rejectedFor({}, NONCE_DURATION_MS - 1)).toBeNull();
  expect(rejectedFor({}, NONCE_DURATION_MS)).toBe('expirationTime');
});

test('AUTH-2 a message is not valid before its own start', () => {
  expect(rejectedFor({ more: `Not Before: ${at(5)}` }, 5)).toBeNull();
  expect(rejectedFor({ more: `Not Before: ${at(5)}` }, 4)).toBe('notBefore');
});

test('AUTH-2 times are read as RFC 3339 writes them, and a time that is none is rejected', () => {
  const rejected = (change: Record<string, string>) => {
    try {
      checkSiweMessage(
        parseSiweMessage(lines({ end: `Expiration Time: ${at(MINUTE_MS)}`, ...change })),
        nonce,
        issued,
      );
      return null;
    } catch (error) {
      return error instanceof ApiError ? error.data?.field : error;
    }
  };
  expect(rejected({ issuedAt: 'Issued At: 2026-01-01t00:00:00z' })).toBeNull();
  // The leap second before the nonce was issued, and a second 60 in the middle of a day.
  expect(rejected({ issuedAt: 'Issued At: 2025-12-31T23:59:60Z' })).toBeNull();
  expect(rejected({ issuedAt: 'Issued At: 2026-01-01T00:00:60Z' })).toBe('issuedAt');
  expect(rejected({ end: 'Expiration Time: 2026-01-01T00:00:60Z' })).toBe('expirationTime');
  expect(rejected({ more: 'Not Before: 2025-12-31T23:00:60Z' })).toBe('notBefore');
});

test('AUTH-2 a scheme must be the whole scheme of the site', () => {
  const check = (scheme: string) =>
    checkSiweMessage(
      parseSiweMessage(
        lines({
          head: `${scheme}://wallet.example wants you to sign in with your Ethereum account:`,
          end: `Expiration Time: ${at(MINUTE_MS)}`,
        }),
      ),
      nonce,
      issued,
    );
  expect(() => check('https')).not.toThrow();
  for (const scheme of ['http', 'h', 'ttps', 'httpss'])
    expect(() => check(scheme)).toThrow(
      expect.objectContaining({ data: { reason: 'message', field: 'scheme' } }),
    );
});

const folder = vectorsFolder('siwe');

function publicVectors(from: string) {
  const read = <Schema extends z.ZodType>(name: string, schema: Schema): [string, z.output<Schema>][] => {
    const content: unknown = JSON.parse(readFileSync(path.join(from, name), 'utf8'));
    return Object.entries(z.record(z.string(), schema).parse(content));
  };
  test('AUTH-2 parses every field of the valid messages in the public vectors', () => {
    const valid = read(
      'parsing_positive.json',
      z.object({ message: z.string(), fields: z.record(z.string(), z.unknown()) }),
    );
    expect(valid.length).toBeGreaterThanOrEqual(19);
    for (const [name, { message, fields }] of valid) {
      const parsed = new Map(Object.entries(parseSiweMessage(message)));
      const found = Object.keys(fields).map((field) => [field, parsed.get(field) ?? null]);
      expect({ name, fields: Object.fromEntries(found) }).toEqual({ name, fields });
    }
  });
  test('AUTH-2 rejects every malformed message in the public vectors', () => {
    const malformed = read('parsing_negative.json', z.string());
    expect(malformed.length).toBeGreaterThanOrEqual(29);
    const accepted = malformed.filter(([, message]) => {
      try {
        parseSiweMessage(message);
        return true;
      } catch {
        return false;
      }
    });
    expect(accepted).toEqual([]);
  });
}

// The public vectors aren't in the repository, so the tests for them run only if their folder exists. The cases above
// always run.
if (existsSync(folder)) publicVectors(folder);
