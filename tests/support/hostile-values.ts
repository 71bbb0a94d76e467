import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';

const schemas = path.join(process.cwd(), 'lib', 'api', 'schemas');

/** Field names in the API's schemas. */
const FIELD_NAMES = [
  ...new Set(
    readdirSync(schemas).flatMap((file) =>
      [...readFileSync(path.join(schemas, file), 'utf8').matchAll(/\b([a-z]\w*):/g)].map(
        ([, name = '']) => name,
      ),
    ),
  ),
];

const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
];

/** Strings that are known to break servers. */
const AWKWARD = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\u202e',
    '\uffff',
    '😀',
    'ﷺ',
    "' or 1=1 --",
    '%00',
  ],
  ...[
    '%',
    '%zz',
    '%ff%fe',
    '../../etc/passwd',
    '..\\..\\',
    '//phish.example',
    'javascript:alert(1)',
    '#{7*7}',
  ],
  ...[
    '{{7*7}}',
    '<script>alert(1)</script>',
    '\r\nSet-Cookie: a=b',
    'null',
    'undefined',
    'true',
    '[object Object]',
  ],
  ...[
    '0',
    '-0',
    '-1',
    '1',
    '1.5',
    '1e3',
    '1e999',
    '00',
    '0x10',
    ' 1',
    '1 ',
    '+1',
    '٣',
    '１',
    'NaN',
    'Infinity',
  ],
  ...['2147483647', '2147483648', '4294967296', '9007199254740991', '9007199254740993', '999999999999999'],
  ...['9223372036854775808', '1'.repeat(400), 'en_US', 'zh_CN', 'USD', 'TWD', 'deposit', 'pledge'],
  ...[
    '0x',
    '0x0',
    `0x${'0'.repeat(40)}`,
    `0x${'f'.repeat(40)}`,
    `0x${'F'.repeat(64)}`,
    `0x${'g'.repeat(64)}`,
  ],
  ...[`0x${'ab'.repeat(65)}`, `0x${'64'.repeat(300)}${'6492'.repeat(16)}`, '31337', '31338'],
  ...['x'.repeat(5_000), '\0'.repeat(300), '(a+)+$'.repeat(200), `${'a'.repeat(3_000)}!`, '😀'.repeat(2_000)],
];

export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...AWKWARD) },
  fc.string({ unit: 'binary', maxLength: 40 }),
  // Strings with unpaired surrogates.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
);

export const fieldName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...FIELD_NAMES) },
  fc.constantFrom(...PROTOTYPE_NAMES),
  hostileText,
);

/** Generates JSON as text, because unlike an object literal, text can have a `__proto__` key. */
const jsonScalar = fc.oneof(
  hostileText.map((text) => JSON.stringify(text)),
  fc.constantFrom(
    'null',
    'true',
    'false',
    '0',
    '-0',
    '1e400',
    '-1',
    '1.5',
    '31337',
    '123456789012345678901234567890',
  ),
  fc.constantFrom('[]', '{}', '[[]]', '[null]', '{"__proto__":{"auth":true}}', '"\\ud800"', '"\\u0000"'),
);
const depth = fc.integer({ min: 10, max: 15_000 });
const { value: jsonValue } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 4, arbitrary: jsonScalar },
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
    fc
      .array(fc.tuple(fieldName, tie('value')), { maxLength: 3 })
      .map((entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`),
  ),
}));
const jsonObject = fc
  .array(fc.tuple(fieldName, jsonValue), { maxLength: 8 })
  .map((entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`);

/** Valid inputs for API calls, by field name. */
const PLAUSIBLE: Record<string, string> = {
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  chainId: '31337',
  txHash: `0x${'5a'.repeat(32)}`,
  message: '127.0.0.1:3000 wants you to sign in with your Ethereum account:',
  signature: `0x${'5a'.repeat(64)}1b`,
  name: 'A visitor',
  code: 'ABCDEFGH',
  pageNum: '1',
  pageSize: '20',
  kind: 'deposit',
  currency: 'TWD',
  locale: 'en',
  path: '/about',
  secret: 'x'.repeat(32),
  search: 'eth',
  ids: '1,2,3',
};

/** Generates valid inputs for API calls, and replaces some of them with hostile strings. */
const almostRight = fc.record(
  Object.fromEntries(
    Object.entries(PLAUSIBLE).map(([name, right]) => [
      name,
      fc.oneof({ weight: 9, arbitrary: fc.constant(right) }, hostileText),
    ]),
  ),
  { requiredKeys: ['address', 'chainId', 'message', 'name', 'code'] },
);

export const jsonText = fc.oneof(
  { weight: 6, arbitrary: almostRight.map((fields) => JSON.stringify(fields)) },
  { weight: 8, arbitrary: jsonObject },
  { weight: 2, arbitrary: jsonValue },
  depth.map((levels) => `${'['.repeat(levels)}${']'.repeat(levels)}`),
  depth.map((levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`),
  fc.tuple(jsonObject, fc.nat(40)).map(([text, cut]) => text.slice(0, -cut || undefined)),
  fc.integer({ min: 60_000, max: 90_000 }).map((size) => `{"name":"${'x'.repeat(size)}"}`),
);

export const formText = fc.oneof(
  {
    weight: 4,
    arbitrary: almostRight.map((fields) =>
      new URLSearchParams(Object.entries(fields).flatMap(([name, text = '']) => [[name, text]])).toString(),
    ),
  },
  {
    weight: 6,
    arbitrary: fc
      .array(fc.tuple(fieldName, hostileText), { maxLength: 8 })
      .map((entries) => new URLSearchParams(entries).toString()),
  },
  fc
    .array(fc.constantFrom('%', '%00', '%ff', '&', '=', '+', '[]', 'a', 'chainId', '%ed%a0%80'), {
      maxLength: 30,
    })
    .map((parts) => parts.join('')),
);
