import { POST as report } from '@/app/api/csp-report/route';
import { peerHeader } from '@/lib/server/http/connections';
import { log } from '@/lib/server/log';
import { RATE_LIMITS } from '@/lib/settings/setting-kinds';
import { type Backend, startBackend } from '../../support/api-backend';
import { ORIGIN } from '../../support/plain-chains';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

let last = 0;

/** Sends a violation report as browsers do. */
async function send(content: unknown, type: string, peer = `203.0.113.${++last}`) {
  const written = jest.spyOn(log, 'warn').mockImplementation();
  const answer = await report(
    new Request(`${ORIGIN}/api/csp-report`, {
      method: 'POST',
      body: JSON.stringify(content),
      headers: { 'Content-Type': type, Origin: 'null', 'Sec-Fetch-Site': 'cross-site', [peerHeader()]: peer },
    }),
    { params: Promise.resolve({}) },
  );
  const entries = written.mock.calls.map(([entry]) => entry.report);
  written.mockRestore();
  return { answer, entries };
}

const LEGACY = 'application/csp-report';
const MODERN = 'application/reports+json';

const legacy = {
  'csp-report': {
    'document-uri': 'https://user:pass@wallet.example.org/home?secret=abc#token',
    referrer: 'https://elsewhere.example/?q=1',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'self'",
    disposition: 'enforce',
    'blocked-uri': 'https://evil.example/a.js?key=abc',
    'line-number': 12,
    'source-file': 'https://wallet.example.org/home?secret=abc',
    'status-code': 200,
    'script-sample': 'alert("abc")',
  },
};

const violation = (body: Record<string, unknown>) => ({
  type: 'csp-violation',
  age: 53531,
  url: 'https://wallet.example.org/',
  user_agent: 'Mozilla/5.0',
  body,
});

test('OPS-5 answers a report with 204 and logs it without queries, users and samples', async () => {
  const { answer, entries } = await send(legacy, LEGACY);
  expect([answer.status, answer.body]).toEqual([204, null]);
  expect(entries).toEqual([
    {
      page: 'https://wallet.example.org/home',
      blocked: 'https://evil.example/a.js',
      directive: 'script-src-elem',
      source: 'https://wallet.example.org/home',
      line: 12,
    },
  ]);
});

test('OPS-5 accepts lists of the Reporting API and skips reports of other types', async () => {
  const { answer, entries } = await send(
    [
      { type: 'deprecation', age: 1, url: 'https://wallet.example.org/', user_agent: '', body: { id: 'x' } },
      violation({
        documentURL: 'https://wallet.example.org/wallet?token=abc',
        blockedURL: 'inline',
        effectiveDirective: 'style-src-attr',
        sourceFile: 'chrome-extension',
        lineNumber: null,
        sample: 'abc',
      }),
      violation({ blockedURL: 'chrome-extension://abcdef/page.html', effectiveDirective: 'img-src' }),
    ],
    MODERN,
  );
  expect(answer.status).toBe(204);
  expect(entries).toEqual([
    {
      page: 'https://wallet.example.org/wallet',
      blocked: 'inline',
      directive: 'style-src-attr',
      source: 'chrome-extension',
      line: undefined,
    },
    { blocked: 'chrome-extension:', directive: 'img-src' },
  ]);
});

test('OPS-5 logs a report in one line of limited length', async () => {
  const many = Array.from({ length: 50 }, () =>
    violation({
      effectiveDirective: `img-src\n\u001b[31m${'x'.repeat(5_000)}`,
      blockedURL: 'x'.repeat(5_000),
    }),
  );
  // The body limit rejects anything longer.
  expect((await send(many, MODERN)).answer.status).toBe(413);
  const { answer, entries } = await send(many.slice(0, 6), MODERN);
  expect(answer.status).toBe(204);
  expect(entries).toHaveLength(6);
  for (const entry of entries) {
    expect(JSON.stringify(entry).length).toBeLessThan(600);
    expect(JSON.stringify(entry)).toMatch(/^[\x20-\x7e]*$/);
  }
  const small = Array.from({ length: 50 }, () => violation({ blockedURL: 'eval' }));
  expect((await send(small, MODERN)).entries).toHaveLength(10);
});

test('OPS-5 OPS-6 rejects invalid reports and floods', async () => {
  for (const nonsense of [{}, [], [{}], 'text', 7, { 'csp-report': 1 }]) {
    const { answer, entries } = await send(nonsense, LEGACY);
    expect([JSON.stringify(nonsense), answer.status]).toEqual([
      JSON.stringify(nonsense),
      Array.isArray(nonsense) && nonsense.length === 0 ? 204 : 400,
    ]);
    expect(entries).toEqual([]);
  }
  expect((await send(legacy, 'text/plain')).answer.status).toBe(415);
  const { calls } = RATE_LIMITS.report;
  for (let count = 0; count < calls; count += 1) await send([], MODERN, '198.51.100.1');
  const { answer } = await send(legacy, LEGACY, '198.51.100.1');
  expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
});
