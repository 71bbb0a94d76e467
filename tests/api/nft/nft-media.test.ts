import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import sharp from 'sharp';
import { type Address, encodeAbiParameters, parseAbiParameters } from 'viem';
import { GET as media } from '@/app/api/nft/media/route';
import { GET as metadata } from '@/app/api/nft/metadata/route';
import { peerHeader } from '@/lib/server/http/connections';
import { METADATA_LIMIT_BYTES, PICTURE_LIMIT_BYTES, PICTURE_SIDE_PX } from '@/lib/server/nft/limits';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { ownCode } from '@/scripts/launcher/chains/artifacts';
import { deployOnce } from '@/scripts/launcher/chains/create2';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { startOutsideHost } from '../../support/outside-host';
import { colourAt, hollowPng, plain } from '../../support/pictures';
import { ORIGIN } from '../../support/plain-chains';
import { deployToken, sendTo } from '../../support/wallet-tokens';

const PUBLIC_CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
const holder = demoAccount(1).address;
let backend: Backend;
let gateway: Awaited<ReturnType<typeof startOutsideHost>>;
/** A server on an internal address, which visitors must not reach through the site. */
let inside: Awaited<ReturnType<typeof startOutsideHost>>;
let collectible: Address;
let passes: Address;
let hostile: Address;
let count = 0n;

const json = (value: object) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(value)).toString('base64')}`;
const svg = (content: string, attributes = 'viewBox="0 0 10 10"') =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  ).toString('base64')}`;
const chain = () => backend.chains[0];
const inGateway = (path: string) => `/ipfs/${PUBLIC_CID}/${path}`;

/** Promises that resolve when the server closes the connection to a slow host. */
const dripped: Promise<unknown>[] = [];
/** Sends a byte per second until the connection closes, which keeps it from becoming idle. */
function drip(response: ServerResponse, write: () => void): void {
  const timer = setInterval(write, 1_000);
  dripped.push(once(response, 'close').then(() => clearInterval(timer)));
}

beforeAll(async () => {
  inside = await startOutsideHost({
    '/secret': (_, response) => response.end(JSON.stringify({ name: 'secret' })),
  });
  const picture = await plain(60, 30).png().toBuffer();
  gateway = await startOutsideHost({
    [inGateway('1.json')]: (_, response) =>
      response.end(JSON.stringify({ name: 'From afar', image: `ipfs://ipfs/${PUBLIC_CID}/1.png` })),
    [inGateway('1.png')]: (_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(picture),
    [inGateway('away.json')]: (_, response) =>
      response.writeHead(302, { Location: `${inside.origin}/secret` }).end(),
    [inGateway('out.json')]: (_, response) => response.writeHead(302, { Location: '/api/v0/id' }).end(),
    '/api/v0/id': (_, response) => response.end(JSON.stringify({ name: 'secret' })),
    [inGateway('file.json')]: (_, response) =>
      response.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
    [inGateway('loop.json')]: (_, response) =>
      response.writeHead(302, { Location: inGateway('loop.json') }).end(),
    [inGateway('long.json')]: (_, response) => {
      // Send no Content-Length, so that the bytes have to be counted.
      for (let sent = 0; sent <= METADATA_LIMIT_BYTES; sent += 65_536) response.write(' '.repeat(65_536));
      response.end('{}');
    },
    [inGateway('slow.json')]: (_, response) => void response.write('{'),
    [inGateway('drip.json')]: (_, response) => drip(response, () => response.write(' ')),
    [inGateway('drip-head.json')]: ({ socket }, response) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
      drip(response, () => socket.write('x'));
    },
    [inGateway('big.png')]: (_, response) =>
      response.writeHead(200, { 'Content-Length': PICTURE_LIMIT_BYTES + 1 }).end(),
    [inGateway('page.png')]: (_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'image/png' })
        .end('<!doctype html><script>alert(1)</script>'),
    [inGateway(`${'0'.repeat(63)}f.json`)]: (_, response) =>
      response.end(JSON.stringify({ name: 'Fifteenth' })),
  });
  backend = await startBackend({ env: { IPFS_GATEWAY: gateway.origin } });
  const names = encodeAbiParameters(parseAbiParameters('string, string'), ['Open', 'OPEN']);
  collectible = await deployToken(chain().client, 'OpenCollectible', names);
  passes = await deployToken(
    chain().client,
    'OpenPasses',
    encodeAbiParameters(parseAbiParameters('string'), [`ipfs://${PUBLIC_CID}/{id}.json`]),
  );
  hostile = await deployOnce(
    chain().client,
    await ownCode('DemoHostileCollectible'),
    encodeAbiParameters(parseAbiParameters('address'), [holder]),
  );
});

afterAll(async () => {
  await backend.stop();
  await Promise.all([gateway.stop(), inside.stop()]);
});

/** Mints an NFT whose metadata is at this URL. */
async function mint(uri: string) {
  await sendTo(chain().client, collectible, 'mint', [holder, uri]);
  count += 1n;
  return { chainId: chain().id, contract: collectible, tokenId: count.toString() };
}

type Query = { chainId: number; contract: string; tokenId: string };

const told = async (query: Query) => (await callRoute(metadata, { query })).data as Record<string, unknown>;

const askPicture = (query: Query, headers: Record<string, string> = {}) =>
  media(
    new Request(
      `${ORIGIN}/api/nft/media?${new URLSearchParams({ ...query, chainId: String(query.chainId) })}`,
      {
        headers: { [peerHeader()]: '127.0.0.1', ...headers },
      },
    ),
    { params: Promise.resolve({}) },
  );

async function drawn(query: Query): Promise<Buffer> {
  const response = await askPicture(query);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Requests an image, asserts that the request fails with 404, and returns the reason. */
async function refused(query: Query) {
  const { status, code, data } = await callRoute(media, { query: { ...query } });
  expect({ status, code }).toEqual({ status: 404, code: 404 });
  return (data as { reason: string }).reason;
}

test('WAL-15 reads metadata from the contract as plain, limited text', async () => {
  const long = 'x'.repeat(5_000);
  const key = await mint(
    json({
      name: ' Harbour\n\u202e#1\u0000 ',
      description: long,
      image: svg('<rect width="10" height="10" fill="#c81414"/>'),
      attributes: [
        { trait_type: 'Pier', value: 7 },
        { trait_type: 'Lit', value: true },
        { trait_type: { not: 'text' }, value: ['no', 'text'] },
        'none',
      ],
    }),
  );
  const answer = await told(key);
  expect(answer).toMatchObject({
    name: 'Harbour #1',
    traits: [
      { name: 'Pier', value: '7' },
      { name: 'Lit', value: 'true' },
    ],
    hasPicture: true,
    suspicions: ['hidden'],
    problem: null,
  });
  expect(answer.description).toHaveLength(1_000);
});

test('WAL-15 an image is converted to WebP and sent with an ETag and headers that keep it from running anything', async () => {
  const key = await mint(json({ name: 'Red', image: svg('<rect width="10" height="10" fill="#c81414"/>') }));
  const response = await askPicture(key);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline; filename="nft.webp"',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });
  const picture = Buffer.from(await response.arrayBuffer());
  expect(await sharp(picture).metadata()).toMatchObject({
    format: 'webp',
    width: PICTURE_SIDE_PX,
    height: PICTURE_SIDE_PX,
  });
  expect((await colourAt(picture, 300, 300)).r).toBeGreaterThan(180);
  const again = await askPicture(key, { 'If-None-Match': response.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test.each([
  [
    'a script, handlers and foreign HTML',
    '<script>globalThis.x=1</script><rect width="10" height="10" fill="#c81414" onload="x()"/><foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="x()"/></body></foreignObject>',
  ],
  [
    'a file of the server',
    '<rect width="10" height="10" fill="#c81414"/><image xlink:href="file:///tmp/wallet-secret.png" width="10" height="10"/><image href="/etc/hostname" width="10" height="10"/>',
  ],
])('WAL-15 renders only the shapes inside an SVG that contains %s', async (_, content) => {
  const picture = await drawn(await mint(json({ name: 'Drawn', image: svg(content) })));
  expect((await colourAt(picture, 300, 300)).r).toBeGreaterThan(180);
  expect(picture.includes('script')).toBe(false);
});

test.each([
  ['a GIF that is also a script', 'gif', '*/=1;alert(document.domain)//'],
  ['a PNG that is also a page', 'png', '<html><script>alert(1)</script></html>'],
  ['a JPEG that is also an archive', 'jpeg', 'PK\u0003\u0004index.html<script>'],
] as const)('WAL-15 keeps only the picture of %s', async (_, format, hidden) => {
  const image = Buffer.concat([await plain(20, 20).toFormat(format).toBuffer(), Buffer.from(hidden)]);
  const key = await mint(json({ image: `data:image/${format};base64,${image.toString('base64')}` }));
  const picture = await drawn(key);
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp' });
  expect(picture.includes(hidden.slice(0, 12))).toBe(false);
  expect(picture.includes('script')).toBe(false);
});

test('WAL-15 never requests external references of an SVG', async () => {
  const before = inside.asked.length;
  const links = `<rect width="10" height="10" fill="#c81414"/><image href="${inside.origin}/secret" width="10" height="10"/><style>@import url("${inside.origin}/secret");</style><use href="${inside.origin}/secret#a"/>`;
  await drawn(await mint(json({ image: svg(links) })));
  expect(inside.asked).toHaveLength(before);
});

test('WAL-15 loads IPFS content through the gateway, without passing on data about the visitor', async () => {
  const key = await mint(`ipfs://${PUBLIC_CID}/1.json`);
  expect(await told(key)).toMatchObject({ name: 'From afar', hasPicture: true });
  // The format is detected from the content, regardless of the type that the host reports.
  expect(await sharp(await drawn(key)).metadata()).toMatchObject({ format: 'webp', width: 60, height: 30 });
  for (const { headers } of gateway.asked) {
    expect(headers['user-agent']).toBe('Tidewell');
    expect(Object.keys(headers)).toEqual(
      expect.not.arrayContaining(['cookie', 'referer', 'x-forwarded-for', 'accept-language']),
    );
  }
});

test('WAL-15 writes the ID of an ERC-1155 token into its URI as 64 hexadecimal digits', async () => {
  const key = { chainId: chain().id, contract: passes, tokenId: '15' };
  expect(await told(key)).toMatchObject({ name: 'Fifteenth', problem: null });
});

test.each<[string, () => string, string]>([
  ['http, not https', () => 'http://example.org/1.json', 'refused'],
  ['this machine', () => 'https://127.0.0.1:8443/1.json', 'unreachable'],
  ['this machine by name', () => 'https://localhost/1.json', 'unreachable'],
  ['this machine by IPv6', () => 'https://[::1]/1.json', 'unreachable'],
  ['this machine in an IPv6 address', () => 'https://[::ffff:127.0.0.1]/1.json', 'unreachable'],
  ['this machine as one number', () => 'https://2130706433/1.json', 'unreachable'],
  ['a private network', () => 'https://10.0.0.7/1.json', 'unreachable'],
  ["a cloud's metadata", () => 'https://169.254.169.254/latest/meta-data/', 'unreachable'],
  ['a file', () => 'file:///etc/passwd', 'refused'],
  ['a script', () => 'javascript:alert(1)', 'refused'],
  ['a password', () => 'https://user:word@example.org/1.json', 'refused'],
  ['no address', () => 'hello', 'refused'],
  ['nothing', () => '', 'none'],
  ['a way out of IPFS', () => `ipfs://${PUBLIC_CID}/../../secret`, 'refused'],
  ...[
    '%2e%2e/%2E%2E/secret',
    '.%2e/%2e./secret',
    '\\..\\..\\secret',
    '..\\../secret',
    '.\t./.\n./secret',
    '..;/../../secret',
    '..%2f..%2fsecret',
    '%2e%2e%5c%2e%2e%5csecret',
  ].map((path): [string, () => string, string] => [
    `a way out of IPFS spelled ${JSON.stringify(path)}`,
    () => `ipfs://${PUBLIC_CID}/${path}`,
    'refused',
  ]),
  ['a longer IPFS path than there may be', () => `ipfs://${PUBLIC_CID}/${'a/'.repeat(2_000)}`, 'refused'],
  ['a redirect out of IPFS', () => `ipfs://${PUBLIC_CID}/out.json`, 'refused'],
  ['a redirect to this machine', () => `ipfs://${PUBLIC_CID}/away.json`, 'refused'],
  ['a redirect to a file', () => `ipfs://${PUBLIC_CID}/file.json`, 'refused'],
  ['a redirect without end', () => `ipfs://${PUBLIC_CID}/loop.json`, 'unreachable'],
  ['more than there may be', () => `ipfs://${PUBLIC_CID}/long.json`, 'tooLarge'],
  ['words that are no JSON', () => 'data:application/json,hello', 'unreadable'],
  ['a list', () => 'data:application/json,[1]', 'unreadable'],
  ['a page', () => 'data:text/html,<script>alert(1)</script>', 'unreadable'],
])('WAL-15 rejects metadata at %s and returns the reason', async (_, uri, problem) => {
  const before = inside.asked.length;
  const key = await mint(uri());
  expect(await told(key)).toEqual({
    name: null,
    description: null,
    traits: [],
    hasPicture: false,
    suspicions: [],
    problem,
  });
  expect(await refused(key)).toBe(problem);
  expect(inside.asked).toHaveLength(before);
});

test('WAL-15 gives up on a host that never finishes its response, even one that sends a byte per second', async () => {
  const keys: Query[] = [];
  for (const file of ['slow', 'drip', 'drip-head'])
    keys.push(await mint(`ipfs://${PUBLIC_CID}/${file}.json`));
  // The deadline applies to the whole download. A timeout for idle connections would never fire.
  const answers = await Promise.all(keys.map(told));
  for (const answer of answers) expect(answer).toMatchObject({ problem: 'unreachable' });
  expect(dripped).toHaveLength(2);
  await Promise.all(dripped);
  // A failure is cached, so that not every visitor causes a retry.
  const asked = gateway.asked.length;
  for (const key of keys) await told(key);
  expect(gateway.asked).toHaveLength(asked);
});

test.each([
  ['a page for a picture', () => 'data:text/html,<script>alert(1)</script>', 'unreadable'],
  ['a page that says it is a picture', () => `ipfs://${PUBLIC_CID}/page.png`, 'unreadable'],
  ['a picture of too many bytes', () => `ipfs://${PUBLIC_CID}/big.png`, 'tooLarge'],
  [
    'a picture of too many pixels',
    () => `data:image/png;base64,${hollowPng(40_000, 40_000).toString('base64')}`,
    'unreadable',
  ],
  ['a script for a picture', () => 'javascript:alert(1)', 'refused'],
  ['a picture on this machine', () => 'https://127.0.0.1/1.png', 'unreachable'],
  [
    'an SVG without end',
    () => svg('<g id="a"><use href="#b"/><use href="#b"/></g><g id="b"><use href="#a"/><use href="#a"/></g>'),
    null,
  ],
  [
    'an SVG that unfolds',
    () =>
      svg(
        `${Array.from({ length: 20 }, (_, i) => `<g id="l${i}">${`<use href="#l${i - 1}"/>`.repeat(10)}</g>`).join('')}<use href="#l19"/>`,
      ),
    null,
  ],
])('WAL-15 refuses %s or makes it harmless', async (_, image, reason) => {
  const key = await mint(json({ name: 'Odd', image: image() }));
  const response = await askPicture(key);
  if (reason) {
    expect(response.status).toBe(404);
    expect(await refused(key)).toBe(reason);
  } else {
    expect([200, 404]).toContain(response.status);
    expect(response.headers.get('content-type')).toMatch(/^(image\/webp|application\/json)$/);
  }
});

test('WAL-15 returns the hostile collection only as harmless text and images', async () => {
  const contract = hostile;
  const of = (tokenId: number) => ({ chainId: chain().id, contract, tokenId: String(tokenId) });
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((tokenId) => told(of(tokenId))));
  expect(answers.map(({ problem }) => problem)).toEqual([null, null, null, null, 'unreadable', null, 'none']);
  expect(answers[0]).toMatchObject({ suspicions: ['page'] });
  expect(answers[1]).toMatchObject({ suspicions: ['page'] });
  expect(answers[2]).toMatchObject({
    name: '<img src=x onerror=globalThis.hostile=6>',
    description: 'evil <a href=javascript:globalThis.hostile=7>claim</a>',
    suspicions: ['markup', 'page', 'hidden'],
    traits: [],
  });
  for (const tokenId of [1, 2, 3, 4, 5, 6, 7]) {
    const response = await askPicture(of(tokenId));
    expect(response.headers.get('content-type')).toMatch(/^(image\/webp|application\/json)$/);
  }
  expect((await askPicture(of(1))).headers.get('content-type')).toBe('image/webp');
});

test('WAL-15 accepts only a chain, a contract and an ID, never a URL', async () => {
  const contract = collectible;
  for (const query of [
    { chainId: 1, contract, tokenId: '-1' },
    { chainId: 1, contract, tokenId: (1n << 256n).toString() },
    { chainId: 1, contract: 'https://example.org', tokenId: '1' },
  ])
    expect(await callRoute(metadata, { query })).toMatchObject({ code: 400 });
  expect(await callRoute(media, { query: { chainId: 424242, contract, tokenId: '1' } })).toMatchObject({
    code: 400,
  });
});
