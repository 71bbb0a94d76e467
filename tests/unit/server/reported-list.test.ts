import { isReportedHost, MAX_ADDRESSES, parseList } from '@/lib/server/reported/parse-list';

const address = (index: number) => `0x${index.toString(16).padStart(40, '0')}`;
const [one, two] = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
];

test.each([
  ['a JSON array', JSON.stringify([one, 'Bad.Example', two])],
  ['a JSON object', JSON.stringify({ address: [one, two], domains: ['bad.example'], note: 'text' })],
  ['a block list', ` ${JSON.stringify({ version: 2, blacklist: ['bad.example'], addresses: [one, two] })}`],
  ['lines', `# known scams\r\n${one}\n${two} # drained a wallet\n\nBAD.example\n`],
])('RISK-1 a list can be %s', (_, text) => {
  expect(parseList(text)).toEqual({
    addresses: [one?.toLowerCase(), two?.toLowerCase()],
    domains: ['bad.example'],
    refused: 0,
  });
});

test('RISK-1 what is neither an address nor a domain is left out', () => {
  const entries = [
    ...['<img src=x onerror=alert(1)>', 'https://bad.example/path', 'localhost', '10.0.0.1', '*.example'],
    ...['0x1234', address(0), `${one}0`, 7, null, ['bad.example'], '', 'a'.repeat(300)],
    ...['bad.example', one],
  ];
  expect(parseList(JSON.stringify(entries))).toEqual({
    addresses: [one?.toLowerCase()],
    domains: ['bad.example'],
    refused: 13,
  });
});

test.each([
  ['an error page', '<!doctype html><title>404</title>'],
  ['broken JSON', '["bad.example"'],
  ['an empty list', '[]'],
  ['empty text', '\n# nothing\n'],
  ['a list of nothing known', '["a", "b"]'],
  [
    'too many addresses',
    JSON.stringify(Array.from({ length: MAX_ADDRESSES + 1 }, (_, at) => address(at + 1))),
  ],
])('RISK-1 %s is refused whole', (_, text) => {
  expect(() => parseList(text)).toThrow();
});

test('RISK-1 a domain reports its subdomains, and no other host', () => {
  const domains = new Set(['bad.example', 'evil.site.test']);
  expect(
    ['bad.example', 'BAD.example.', 'app.bad.example', 'evil.site.test'].map((host) =>
      isReportedHost(host, domains),
    ),
  ).toEqual([true, true, true, true]);
  expect(
    ['notbad.example', 'example', 'site.test', 'bad.example.org', '127.0.0.1'].map((host) =>
      isReportedHost(host, domains),
    ),
  ).toEqual([false, false, false, false, false]);
});
