/** @jest-environment node */
import { parseMetadata } from '@/lib/server/nft/parse-metadata';

const read = (fields: unknown) => parseMetadata(Buffer.from(JSON.stringify(fields)));
const empty = { name: null, description: null, traits: [], picture: null, suspicions: [] };

test('WAL-15 converts metadata to plain text of limited length', () => {
  expect(read({})).toEqual(empty);
  expect(
    read({
      name: ' A\n name ',
      description: 'About\tit',
      image: 'ipfs://a',
      attributes: [
        { trait_type: 'Eyes', value: ' blue ' },
        { trait_type: 'Level', value: 7 },
        { trait_type: 'Rare', value: true },
        { value: 'unnamed' },
        { trait_type: 'Empty', value: ' ' },
        { trait_type: 'Nested', value: {} },
        { trait_type: 'Nothing', value: null },
        'text',
        null,
        ['x'],
      ],
      other: 1,
    }),
  ).toEqual({
    name: 'A name',
    description: 'About it',
    traits: [
      { name: 'Eyes', value: 'blue' },
      { name: 'Level', value: '7' },
      { name: 'Rare', value: 'true' },
      { name: '', value: 'unnamed' },
    ],
    picture: 'ipfs://a',
    suspicions: [],
  });
  const long = read({ name: 'n'.repeat(101), description: 'd'.repeat(1_001) });
  expect([long.name?.length, long.description?.length]).toEqual([100, 1_000]);
  expect(long.name?.endsWith('…')).toBe(true);
  const trait = { trait_type: 't'.repeat(101), value: 'v'.repeat(101) };
  const { traits } = read({ attributes: Array(41).fill(trait) });
  expect(traits).toHaveLength(40);
  expect([traits[0]?.name.length, traits[0]?.value.length]).toEqual([100, 100]);
});

test('WAL-15 drops objects, null, and blank text', () => {
  for (const name of [null, {}, [], '', ' \n ']) expect(read({ name, description: name })).toEqual(empty);
  expect(read({ name: 0, description: false })).toMatchObject({ name: '0', description: 'false' });
  expect(parseMetadata(Buffer.from('{"name":1e999}')).name).toBeNull();
  for (const attributes of [{}, 'x', null, 5]) expect(read({ attributes }).traits).toEqual([]);
});

test('WAL-15 metadata with a UTF-8 byte order mark is read', () => {
  const text = JSON.stringify({ name: 'Reed', image: 'ipfs://a' });
  expect(parseMetadata(Buffer.from(`\ufeff${text}`))).toMatchObject({ name: 'Reed', picture: 'ipfs://a' });
  expect(() => parseMetadata(Buffer.from(`\ufeff\ufeff${text}`))).toThrow(
    expect.objectContaining({ problem: 'unreadable' }),
  );
});

test.each(['', '{', 'null', '[]', '"x"', '5', 'true'])('WAL-15 metadata %j is unreadable', (text) => {
  expect(() => parseMetadata(Buffer.from(text))).toThrow(
    expect.objectContaining({ name: 'NftError', problem: 'unreadable' }),
  );
});

test('WAL-15 the image is the first of the fields that marketplaces read', () => {
  const svg = '<svg>é</svg>';
  const encoded = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  for (const [fields, picture] of [
    [{ image: 'a', image_url: 'b', image_data: svg }, 'a'],
    [{ image: ' ', image_url: 'b', image_data: svg }, 'b'],
    [{ image: 5, image_url: 'b' }, 'b'],
    [{ image: '', image_url: {}, image_data: svg }, encoded],
    [{ image_data: ' ' }, null],
    [{ image_data: 5 }, null],
    [{ animation_url: 'a' }, null],
  ] as const)
    expect([fields, read(fields).picture]).toEqual([fields, picture]);
});

const base64 = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;

test.each([
  'data:text/html,<b>x</b>',
  ' data: application/xhtml+xml,x',
  'javascript:alert(1)',
  '\nVBScript:x',
  'data:image/svg+xml,<svg><script>x</script></svg>',
  'data:image/svg+xml;utf8,<svg onload="x">',
  'DATA:IMAGE/SVG+XML,<svg ONload = "x">',
  'data:image/svg+xml,<svg>a,<foreignObject/></svg>',
  'data:image/svg+xml,<svg>\n<foreignObject/></svg>',
  base64('<svg><script/></svg>'),
  base64('<svg onclick="x"/>').replace('base64', 'BASE64 '),
])('WAL-15 an image that is a page or a program is a sign of spam: %j', (image) => {
  expect(read({ image }).suspicions).toEqual(['page']);
});

test.each([
  'https://a.example/javascript:x',
  'https://a.example/<script',
  'data:image/png;base64,PHNjcmlwdA==',
  'data:image/svg+xml,<svg description="x"/>',
  'data:image/svg+xml',
  'data:image/svg+xml;base64,<script>',
  'xdata:text/html,x',
  base64('<svg/>'),
])('WAL-15 ignores any other image: %j', (image) => {
  expect(read({ image }).suspicions).toEqual([]);
});

test('WAL-15 checks every text for signs of spam, and names more strictly', () => {
  const markup = '<a href="x">y</a>';
  expect(read({ name: 'Visit www.gift.example' }).suspicions).toEqual(['link', 'claim']);
  expect(read({ description: 'Visit www.gift.example' }).suspicions).toEqual([]);
  for (const fields of [
    { name: markup },
    { description: markup },
    { external_url: markup },
    { attributes: [{ trait_type: markup, value: 'x' }] },
    { attributes: [{ trait_type: 'x', value: markup }] },
  ])
    expect([fields, read(fields).suspicions]).toEqual([fields, ['markup']]);
});
