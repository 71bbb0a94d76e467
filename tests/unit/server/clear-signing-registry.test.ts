/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readRegistry } from '@/lib/server/clear-signing/registry';

const ADDRESS = '0x1111111111111111111111111111111111111111';
const OTHER = '0x2222222222222222222222222222222222222222';
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Writes files into a new folder, and returns its index and what was refused. */
async function read(files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'registry-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const refused: string[] = [];
  const index = await readRegistry(folder, (file, reason) => refused.push(`${file} ${reason}`));
  return { index, refused };
}

const fileOf = (changes: object = {}, address = ADDRESS) => ({
  context: { contract: { deployments: [{ chainId: 1, address }] } },
  metadata: { owner: 'Example' },
  display: {
    formats: { 'send(address to,uint256 amount)': { intent: 'Send', fields: [{ path: 'to', label: 'To' }] } },
  },
  ...changes,
});
const withFormat = (format: object, key = 'send(address to,uint256 amount)') =>
  fileOf({ display: { formats: { [key]: { intent: 'Send', ...format } } } });
const withAbi = (abi: unknown) =>
  fileOf({
    context: { contract: { abi, deployments: [{ chainId: 1, address: ADDRESS }] } },
    display: { formats: { 'send(address)': { intent: 'Send' } } },
  });
const deep = (depth: number) =>
  Array.from({ length: depth }).reduce<object>((inner) => ({ fields: [inner] }), { path: 'to' });
const manyFormats = Object.fromEntries(
  Array.from({ length: 301 }, (_, number) => [`send${number}(address to)`, { intent: 'Send' }]),
);
const at = `1 ${ADDRESS}`;

test('SIGN-2 a file and what it includes are one, and the including file wins', async () => {
  const common = {
    display: {
      definitions: { amount: { label: 'Amount', format: 'tokenAmount', params: { tokenPath: '@.to' } } },
      formats: {
        'send(address to,uint256 amount)': {
          intent: 'Send',
          fields: [
            { path: 'to', label: 'To' },
            { path: 'amount', $ref: '$.display.definitions.amount' },
          ],
        },
      },
    },
  };
  const file = {
    includes: '../common.json',
    context: { contract: { deployments: [{ chainId: 1, address: ADDRESS }] } },
    metadata: { owner: 'Example' },
    display: {
      formats: {
        'send(address to,uint256 amount)': { fields: [{ path: 'amount', params: { threshold: '0xff' } }] },
      },
    },
  };
  const { index, refused } = await read({ 'common.json': common, 'registry/one.json': file });
  expect(refused).toEqual([]);
  expect(index.get(at)?.[0]?.display.formats).toEqual({
    'send(address to,uint256 amount)': {
      intent: 'Send',
      fields: [
        { path: 'to', label: 'To' },
        {
          path: 'amount',
          label: 'Amount',
          format: 'tokenAmount',
          params: { tokenPath: '@.to', threshold: '0xff' },
        },
      ],
    },
  });
});

test('SIGN-2 a file of version 1 takes names from its ABI, and its hidden and required fields', async () => {
  const abi = [
    {
      type: 'function',
      name: 'send',
      inputs: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
        { name: 'salt', type: 'bytes32' },
      ],
      outputs: [],
      stateMutability: 'nonpayable',
    },
  ];
  const format = {
    intent: { Action: 'Send' },
    fields: [{ path: 'to', label: 'To', format: 'addressOrName' }],
    required: ['amount'],
    excluded: ['salt'],
  };
  for (const key of ['send(address,uint256,bytes32)', '0x12a7b914']) {
    const { index, refused } = await read({
      'a.json': fileOf({
        context: { contract: { abi, deployments: [{ chainId: 1, address: ADDRESS }] } },
        display: { formats: { [key]: format } },
      }),
    });
    if (key.startsWith('0x')) {
      expect(refused).toEqual([expect.stringContaining('isn’t in the ABI'.replace('’', "'"))]);
      continue;
    }
    expect(index.get(at)?.[0]?.display.formats).toEqual({
      'send(address to, uint256 amount, bytes32 salt)': {
        intent: 'Action: Send',
        fields: [
          { path: 'to', label: 'To', format: 'addressOrName' },
          { path: 'amount', label: 'amount' },
          { path: 'salt', visible: 'never' },
        ],
      },
    });
  }
});

test('SIGN-2 a message of version 1 takes its types from its schema (EIP-712)', async () => {
  const types = {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Order: [
      { name: 'maker', type: 'Person' },
      { name: 'note', type: 'Asset' },
    ],
    Person: [{ name: 'wallet', type: 'address' }],
    Asset: [{ name: 'id', type: 'uint256' }],
  };
  const { index } = await read({
    'a.json': fileOf({
      context: {
        eip712: {
          schemas: [{ primaryType: 'Order', types }],
          deployments: [{ chainId: 1, address: ADDRESS }],
        },
      },
      display: { formats: { Order: { intent: 'Order', fields: [] } } },
    }),
  });
  expect(Object.keys(index.get(at)?.[0]?.display.formats ?? {})).toEqual([
    'Order(Person maker,Asset note)Asset(uint256 id)Person(address wallet)',
  ]);
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['no JSON', { 'a.json': '{' }, "isn't JSON"],
  ['too large', { 'a.json': JSON.stringify(fileOf()) + ' '.repeat(512 * 1024) }, 'is larger than'],
  [
    'an include outside of the folder',
    { 'a.json': { ...fileOf(), includes: '/etc/hostname' } },
    'outside of the folder',
  ],
  ['an include that isn’t there', { 'a.json': { ...fileOf(), includes: 'none.json' } }, 'ENOENT'],
  ['an include by a URL', { 'a.json': { ...fileOf(), includes: 'https://example.org/a.json' } }, 'ENOENT'],
  [
    'includes in a circle',
    { 'a.json': { ...fileOf(), includes: 'b.json' }, 'b.json': { includes: 'a.json' } },
    'includes itself',
  ],
  ['no owner', { 'a.json': fileOf({ metadata: {} }) }, 'metadata.owner'],
  [
    'a Cyrillic letter in its owner',
    { 'a.json': fileOf({ metadata: { owner: 'Un\u0456swap' } }) },
    'could be mistaken',
  ],
  [
    'a character that turns the text',
    { 'a.json': withFormat({ fields: [{ path: 'to', label: '\u202eoT' }] }) },
    'could be mistaken',
  ],
  ['an invisible character', { 'a.json': withFormat({ intent: 'Se\u200bnd' }) }, 'could be mistaken'],
  [
    'a label that is too long',
    { 'a.json': withFormat({ fields: [{ path: 'to', label: 'x'.repeat(81) }] }) },
    'Too big',
  ],
  ['an address that isn’t one', { 'a.json': fileOf({}, '0x12') }, "isn't an address"],
  ['a function that isn’t one', { 'a.json': withFormat({}, 'send(') }, "isn't a function"],
  ['parameters without names', { 'a.json': withFormat({}, 'send(address,uint256)') }, 'lacks names'],
  [
    'parameters with the same name',
    { 'a.json': withFormat({}, 'send(address to,uint256 to)') },
    'lacks names',
  ],
  [
    'a definition that isn’t there',
    { 'a.json': withFormat({ fields: [{ path: 'to', $ref: '$.display.definitions.none' }] }) },
    "isn't a definition",
  ],
  [
    'a definition from the prototype',
    { 'a.json': withFormat({ fields: [{ path: 'to', $ref: '$.display.definitions.constructor' }] }) },
    "isn't a definition",
  ],
  [
    'parameters of a tuple with the same name',
    { 'a.json': withFormat({}, 'send((uint256 a,uint256 a) to)') },
    'lacks names',
  ],
  [
    'a function without inputs in its ABI',
    { 'a.json': withAbi([{ type: 'function', name: 'f((' }]) },
    "isn't a function",
  ],
  [
    'an ABI that isn’t one',
    { 'a.json': withAbi([{ type: 'function', name: 'send', inputs: [null] }]) },
    'context.contract.abi',
  ],
  ['groups 1,500 deep', { 'a.json': withFormat({ fields: [deep(1_500)] }) }, "can't be read"],
  ['too many formats', { 'a.json': fileOf({ display: { formats: manyFormats } }) }, 'more than 300 formats'],
  [
    'a quotation mark in its intent',
    { 'a.json': withFormat({ intent: 'Buy” Checked. “Pay' }) },
    'could be mistaken',
  ],
  [
    'a character that turns the text, after a line separator',
    { 'a.json': fileOf({ metadata: { owner: 'Good\u2028\u202eevil' } }) },
    'could be mistaken',
  ],
  [
    'a sentence for a path',
    { 'a.json': withFormat({ fields: [{ path: 'nothing. All is checked' }] }) },
    "isn't a path",
  ],
  [
    'two apostrophes in its intent',
    { 'a.json': withFormat({ intent: 'Buy’’ Checked. ‘‘Pay' }) },
    'could be mistaken',
  ],
  [
    'a character that turns numbers',
    { 'a.json': withFormat({ intent: 'Pay \u0640 5 of 10 \u0640' }) },
    'could be mistaken',
  ],
  [
    'a label of spaces',
    { 'a.json': withFormat({ fields: [{ path: 'to', label: '  ' }] }) },
    'could be mistaken',
  ],
  [
    'a digit in a unit',
    { 'a.json': withFormat({ fields: [{ path: 'amount', format: 'unit', params: { base: ' 000 USDC' } }] }) },
    'has a digit',
  ],
  [
    'an intent of many parts',
    {
      'a.json': withFormat({
        intent: Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`a${at}`, 'b'])),
      }),
    },
    'intent that is too long',
  ],
  [
    'a key of 100,000 spaces',
    { 'a.json': withFormat({}, `send(address to${' '.repeat(100_000)}x)`) },
    "isn't a function",
  ],
  [
    'a large definition that many fields refer to',
    {
      'a.json': fileOf({
        display: {
          definitions: { one: { params: { senderAddress: Array(32).fill('0'.repeat(200)) } } },
          formats: {
            'send(address to)': {
              intent: 'Send',
              fields: Array(100).fill({ path: 'to', $ref: '$.display.definitions.one' }),
            },
          },
        },
      }),
    },
    'more than 524288 characters',
  ],
  [
    'calls and messages at once',
    { 'a.json': fileOf({ context: { contract: { deployments: [] }, eip712: { deployments: [] } } }) },
    'neither or both',
  ],
])('SIGN-2 a file with %s is refused, and the others stay', async (_, files, reason) => {
  const { index, refused } = await read({ ...files, 'good.json': fileOf({}, OTHER) });
  expect(refused.filter((line) => line.startsWith('a.json'))).toEqual([expect.stringContaining(reason)]);
  expect(index.get(at)).toBeUndefined();
  expect(index.get(`1 ${OTHER}`)).toHaveLength(1);
});

test('SIGN-2 a link out of the folder is refused', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'registry-'));
  const outside = mkdtempSync(path.join(tmpdir(), 'outside-'));
  folders.push(folder, outside);
  writeFileSync(path.join(outside, 'b.json'), JSON.stringify(fileOf()));
  symlinkSync(path.join(outside, 'b.json'), path.join(folder, 'b.json'));
  writeFileSync(path.join(folder, 'a.json'), JSON.stringify({ ...fileOf(), includes: 'b.json' }));
  const refused: string[] = [];
  await readRegistry(folder, (file, reason) => refused.push(`${file} ${reason}`));
  expect(refused).toEqual(['a.json includes a file outside of the folder']);
});

test('SIGN-2 a function that two files describe at the same contract is described by neither', async () => {
  const renamed = withFormat({ fields: [] }, 'send(address receiver, uint256 value)');
  const { index, refused } = await read({ 'a.json': fileOf(), 'b.json': renamed });
  expect(refused).toEqual([expect.stringContaining('is described by a.json, too')]);
  expect(index.get(at)).toBeUndefined();
});

test('SIGN-2 a message that two files describe is described by neither, however they write its type and domain', async () => {
  const messageOf = (key: string, domain?: object) =>
    fileOf({
      context: { eip712: { deployments: [{ chainId: 1, address: ADDRESS }], ...(domain ? { domain } : {}) } },
      display: { formats: { [key]: { intent: 'Offer', fields: [] } } },
    });
  for (const other of [
    messageOf('Offer(Asset  asset, Person  to)Person( address wallet )Asset(uint256 id)'),
    messageOf('Offer(Asset asset,Person to)Asset(uint256 id)Person(address wallet)', { name: 'Shop' }),
  ]) {
    const { index, refused } = await read({
      'a.json': messageOf('Offer(Asset asset,Person to)Asset(uint256 id)Person(address wallet)'),
      'b.json': other,
    });
    expect([index.get(at), refused]).toEqual([
      undefined,
      [expect.stringContaining('is described by a.json, too')],
    ]);
  }
});

test('SIGN-2 an included format and its override are one, also with other spaces in the key', async () => {
  const { index } = await read({
    'common.json': { display: { formats: { 'send(address to,uint256 amount)': { intent: 'Included' } } } },
    'a.json': {
      ...withFormat({ intent: 'Own' }, 'send( address  to, uint256 amount )'),
      includes: 'common.json',
    },
  });
  expect(index.get(at)?.[0]?.display.formats).toEqual({
    'send(address to,uint256 amount)': { intent: 'Own', fields: [] },
  });
});

test('SIGN-2 the contracts that a file names share what it says', async () => {
  const deployments = [ADDRESS, OTHER].map((address) => ({ chainId: 1, address }));
  const { index } = await read({ 'a.json': fileOf({ context: { contract: { deployments } } }) });
  expect(index.get(at)?.[0]).toBe(index.get(`1 ${OTHER}`)?.[0]);
});

test('SIGN-2 an ABI and an included file of many entries take little time', async () => {
  const abi = Array.from({ length: 4_000 }, (_, at) => ({ type: 'function', name: `f${at}` }));
  const formats = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`f${3_999 - at}()`, { intent: 'Send' }]),
  );
  const context = { contract: { abi, deployments: [{ chainId: 1, address: ADDRESS }] } };
  const fields = (name: string) => Array.from({ length: 10_000 }, (_, at) => ({ path: `${name}${at}` }));
  const started = performance.now();
  const { index, refused } = await read({
    'a.json': fileOf({ context, display: { formats } }),
    'b.json': { ...withFormat({ fields: fields('a') }), includes: 'common.json' },
    'common.json': { display: { formats: { 'send(address to,uint256 amount)': { fields: fields('b') } } } },
  });
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(Object.keys(index.get(at)?.[0]?.display.formats ?? {})).toHaveLength(300);
  expect(refused).toEqual([expect.stringContaining('b.json')]);
});

test('SIGN-2 too many formats of several files about one contract are refused', async () => {
  const formats = (name: string) =>
    Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`${name}${at}(address to)`, { intent: 'Send' }]),
    );
  const { index, refused } = await read({
    'a.json': fileOf({ display: { formats: formats('a') } }),
    'b.json': fileOf({ display: { formats: formats('b') } }),
  });
  expect(index.get(at)).toHaveLength(1);
  expect(refused).toEqual([expect.stringContaining('too much about')]);
});

test('SIGN-2 a contract that a file names twice is one', async () => {
  const twice = [ADDRESS, ADDRESS].map((address) => ({ chainId: 1, address }));
  const { index, refused } = await read({
    'a.json': fileOf({ context: { contract: { deployments: twice } } }),
  });
  expect([index.get(at)?.length, refused]).toEqual([1, []]);
});

test('SIGN-2 an included key is kept, although every object has one of this name', async () => {
  const enums = { constructor: { 1: 'One' } };
  const { index, refused } = await read({
    'common.json': { metadata: { enums } },
    'a.json': {
      ...fileOf({ metadata: { owner: 'Example', enums: { other: { 1: 'Two' } } } }),
      includes: 'common.json',
    },
  });
  expect(refused).toEqual([]);
  expect(index.get(at)?.[0]?.metadata.enums).toMatchObject(enums);
});
