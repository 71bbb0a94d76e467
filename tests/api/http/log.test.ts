import { createPublicClient, http } from 'viem';
import { requestIdOf } from '@/lib/server/http/run-call';
import { createLogger, describeError, inRequest, loggedPath } from '@/lib/server/log';
import { childEnv } from '@/lib/settings/process-env';

const secretUrl = 'http://127.0.0.1:9/v1/secret-key';
const SETTINGS = {
  DATABASE_URL: 'postgresql://tidewell:password-of-the-database@127.0.0.1:5432/tidewell',
  PREVIEW_SECRET: 'preview-secret-preview-secret-preview',
  METRICS_TOKEN: 'metrics-token-metrics-token-metrics-t',
};

beforeAll(() => {
  jest.replaceProperty(
    process,
    'env',
    childEnv({
      ...SETTINGS,
      CHAINS_FILE: 'config/chains.example.json',
      ORIGINS: 'https://example.org',
      LOG_LEVEL: 'info',
    }),
  );
});

/** Logs an entry, and returns the log line as text and as a parsed object. */
function written(entry: Record<string, unknown>): { text: string; line: Record<string, unknown> } {
  let text = '';
  createLogger({ write: (line) => (text += line) }).info(entry, 'something happened');
  return { text, line: JSON.parse(text) };
}

test('OPS-3 logs failures without URLs that contain keys and without query values', async () => {
  const node = createPublicClient({ transport: http(secretUrl, { retryCount: 0 }) });
  const failure: unknown = await node.getBlockNumber().catch((error: unknown) => error);
  const wrapped = new Error('Failed query: … params: secret-key', { cause: new Error('duplicate key') });
  for (const error of [failure, new Error('outer', { cause: failure }), wrapped])
    expect(JSON.stringify(describeError(error))).not.toContain('secret-key');
  expect(describeError(wrapped)).toMatchObject({ message: 'duplicate key' });
  expect(describeError('text')).toMatchObject({ name: 'unknown' });
});

test('OPS-3 logs an error with its causes, and without what was read or sent', () => {
  const query = Object.assign(new Error('Failed query: insert … params: 0xsecret-key'), {
    query: 'insert …',
    params: ['secret-key'],
    cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  });
  expect(describeError(new Error('params: 1\n    at secret-key (file.js)\n    at b')).stack).not.toMatch(
    /secret-key|at b$/m,
  );
  const outer = new Error('outer', { cause: new TypeError('second', { cause: query }) });
  const told = describeError(outer);
  expect(told).toMatchObject({
    name: 'TypeError',
    message: 'second',
    causes: [{ message: 'a query failed' }, { code: 'ECONNREFUSED' }],
  });
  expect(told.stack).toMatch(/^\s+at /);
  const parse = () => {
    try {
      return JSON.parse('secret-key');
    } catch (error) {
      return error;
    }
  };
  expect(describeError(parse()).message).toBe('invalid JSON');
  for (const error of [outer, new Error('x', { cause: parse() })])
    expect(JSON.stringify(describeError(error))).not.toContain('secret-key');
  const loop = new Error('a');
  loop.cause = new Error('b', { cause: loop });
  expect(describeError(loop).causes?.length).toBeLessThan(10);
});

test('OPS-3 logs no secret, wherever it appears', () => {
  const secret = 'wGb3-secret-value';
  const { text, line } = written({
    authorization: secret,
    headers: { Authorization: secret, Cookie: secret, 'set-cookie': [secret], 'x-request-id': 'kept' },
    input: { message: secret, signature: secret, nonce: secret, deep: { token: secret, amount: '5' } },
    list: [{ password: secret }],
    reason: `Bearer ${secret} was refused by ${secretUrl}?key=${secret}`,
    database: `cannot reach ${SETTINGS.DATABASE_URL}`,
    other: `${SETTINGS.METRICS_TOKEN} and ${SETTINGS.PREVIEW_SECRET} and password-of-the-database`,
    signed: `0x${'ab'.repeat(65)}`,
    err: new Error(`no answer from ${secretUrl}`),
  });
  for (const part of [secret, 'secret-key', 'password-of', 'metrics-token', 'preview-secret', 'abababab'])
    expect(text).not.toContain(part);
  expect(line).toMatchObject({
    headers: { 'x-request-id': 'kept' },
    input: { deep: { amount: '5' } },
    reason: 'Bearer … was refused by http://127.0.0.1:9/…',
    database: 'cannot reach postgresql://127.0.0.1:5432/…',
    err: { message: 'no answer from http://127.0.0.1:9/…' },
  });
});

test('OPS-3 cuts long text, and never in the middle of a secret', () => {
  const secrets = [SETTINGS.METRICS_TOKEN, SETTINGS.PREVIEW_SECRET, `${secretUrl}/0123456789`];
  const told = secrets.flatMap((secret) =>
    Array.from({ length: secret.length }, (_, part) => [
      // Redacting the hexadecimal digits moves the end of the text that is read to the start of the line.
      String(written({ other: `0x${'a'.repeat(19_998 - part)}${secret}` }).line.other),
      String(written({ other: `${'.'.repeat(4_000 - part)}${secret}` }).line.other),
      loggedPath(`/api/${'.'.repeat(295 - part)}${secret}`),
    ]).flat(),
  );
  for (const text of told) {
    expect(text.length).toBeLessThanOrEqual(4_001);
    expect(text).not.toMatch(/metrics-t|preview-s|secret-k|0123/);
  }
  expect(loggedPath(`/api/${'x'.repeat(10_000)}`)).toBe(`/api/${'x'.repeat(295)}…`);
  expect(loggedPath('/api/coin/all')).toBe('/api/coin/all');
});

test('OPS-3 logs large integers as text and cuts circular references', () => {
  const circle: Record<string, unknown> = { wei: 2n ** 255n };
  circle.self = circle;
  const { line } = written({ amount: 10n ** 30n, circle, hash: `0x${'1'.repeat(64)}` });
  expect(line).toMatchObject({
    amount: '1000000000000000000000000000000',
    circle: { wei: String(2n ** 255n) },
    hash: `0x${'1'.repeat(64)}`,
  });
});

test('OPS-3 every log entry of a request has its ID', async () => {
  const lines = await Promise.all(
    ['first-request', 'second-request'].map((id) =>
      inRequest(id, async () => {
        await Promise.resolve();
        return written({}).line.requestId;
      }),
    ),
  );
  expect(lines).toEqual(['first-request', 'second-request']);
  expect(written({}).line).not.toHaveProperty('requestId');
});

test('OPS-3 accepts a request ID only from a trusted proxy, and only if it is well-formed', () => {
  const given = 'a1b2-c3d4.e5_f6';
  expect(requestIdOf(given, true)).toBe(given);
  expect(requestIdOf(given, false)).not.toBe(given);
  for (const bad of [
    'short',
    'x'.repeat(65),
    'with space in it',
    'line\nbreak-in-it',
    '{"json":"in-it"}',
    '漢字漢字漢字漢字',
  ])
    expect(requestIdOf(bad, true)).toMatch(/^[\da-f-]{36}$/);
  expect(requestIdOf(null, true)).not.toBe(requestIdOf(null, true));
});
