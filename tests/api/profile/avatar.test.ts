import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { GET as info } from '@/app/api/user/info/route';
import { AVATAR_LIMIT_BYTES } from '@/lib/constants';
import { cleanUp } from '@/lib/server/db/clean-up';
import { AVATAR_SIZE_PX } from '@/lib/server/uploads/avatar-image';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { tokenOf } from '../../support/api-sign-in';
import {
  animation,
  BLUE,
  colourAt,
  halves,
  hollowPng,
  noise,
  plain,
  RED,
  textBomb,
} from '../../support/pictures';
import { queryDatabase } from '../../support/plain-chains';
import {
  fetchAvatar,
  formOf,
  nameOf,
  postUpload,
  storedFiles,
  uploadPicture,
} from '../../support/upload-form';

let backend: Backend;

beforeAll(async () => {
  backend = await startBackend();
});

afterAll(() => backend.stop());

const newToken = () => tokenOf(privateKeyToAccount(generatePrivateKey()));

/** Returns the image that is served after a successful upload. */
async function servedAfter(upload: Promise<{ code: number; data: { url: string } | null }>): Promise<Buffer> {
  const { code, data } = await upload;
  expect(code).toBe(200);
  const response = await fetchAvatar(nameOf(data?.url));
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const near = (actual: { r: number; g: number; b: number }, wanted: typeof RED) =>
  Math.max(...(['r', 'g', 'b'] as const).map((k) => Math.abs(actual[k] - wanted[k]))) < 24;

test.each(['png', 'jpeg', 'webp'] as const)(
  'API-8 WAL-11 converts a %s picture to a square WebP of 256 px',
  async (format) => {
    const token = await newToken();
    const picture = await halves(600, 300).toFormat(format).toBuffer();
    const served = await servedAfter(uploadPicture(token, picture, 'liar.svg'));
    expect(await sharp(served).metadata()).toMatchObject({
      format: 'webp',
      width: AVATAR_SIZE_PX,
      height: AVATAR_SIZE_PX,
    });
    expect(near(await colourAt(served, 20, 128), RED)).toBe(true);
    expect(near(await colourAt(served, 236, 128), BLUE)).toBe(true);
  },
);

test('API-8 the user has the picture, and each upload has a name of its own', async () => {
  const token = await newToken();
  const { data } = await uploadPicture(token, await plain(300, 300).png().toBuffer());
  expect(data?.url).toMatch(/^\/avatars\/[0-9a-f]{64}\.webp$/);
  expect(await callRoute(info, { token })).toMatchObject({ data: { avatar: data?.url } });
  const response = await fetchAvatar(nameOf(data?.url));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline; filename="avatar.webp"',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  });
  const served = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(served.byteLength));
  const again = await uploadPicture(await newToken(), await plain(300, 300).png().toBuffer());
  expect(again.data?.url).not.toBe(data?.url);
});

test('API-8 removes metadata and applies the orientation', async () => {
  const picture = await halves(600, 300)
    .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(picture).metadata()).exif).toBeDefined();
  const served = await servedAfter(uploadPicture(await newToken(), picture));
  const { exif, icc, xmp, iptc, orientation } = await sharp(served).metadata();
  expect([exif, icc, xmp, iptc, orientation]).toEqual(Array(5).fill(undefined));
  // After a quarter turn clockwise, the left side is on top.
  expect(near(await colourAt(served, 128, 20), RED)).toBe(true);
  expect(near(await colourAt(served, 128, 236), BLUE)).toBe(true);
});

test('API-8 keeps the first frame of an animation', async () => {
  const picture = await animation();
  expect((await sharp(picture).metadata()).pages).toBe(2);
  const served = await servedAfter(uploadPicture(await newToken(), picture));
  expect((await sharp(served).metadata()).pages).toBeUndefined();
  expect(near(await colourAt(served, 128, 128), RED)).toBe(true);
});

test('API-8 keeps transparency, and converts images of one pixel or an extreme aspect ratio', async () => {
  const glass = { r: 0, g: 0, b: 0, alpha: 0 };
  const clear = sharp({ create: { width: 64, height: 64, channels: 4, background: glass } });
  const served = await servedAfter(uploadPicture(await newToken(), await clear.png().toBuffer()));
  expect((await sharp(served).metadata()).hasAlpha).toBe(true);
  for (const [width, height] of [
    [1, 1],
    [1, 20_000],
    [20_000, 1],
  ] as const)
    await servedAfter(uploadPicture(await newToken(), await plain(width, height).png().toBuffer()));
});

test('API-8 does not serve data appended to an image', async () => {
  const page = Buffer.from('<script>alert(1)</script>PK\u0003\u0004');
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const picture = await plain(64, 64).toFormat(format).toBuffer();
    const served = await servedAfter(uploadPicture(await newToken(), Buffer.concat([picture, page])));
    expect(served.includes('script')).toBe(false);
  }
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>';
const foreign: [string, () => Promise<Buffer | string> | Buffer | string][] = [
  ['SVG', () => svg],
  ['SVG behind an XML declaration', () => `<?xml version="1.0"?>\n${svg}`],
  ['HTML', () => '<!doctype html><script>alert(1)</script>'],
  ['GIF', () => plain(32, 32).gif().toBuffer()],
  ['TIFF', () => plain(32, 32).tiff().toBuffer()],
  ['AVIF', () => plain(32, 32).avif().toBuffer()],
  ['ZIP', () => Buffer.from('PK\u0003\u0004and then some', 'latin1')],
  ['nothing', () => ''],
  [
    'bytes before a picture',
    async () => Buffer.concat([Buffer.from('GIF89a'), await plain(9, 9).png().toBuffer()]),
  ],
];

test.each(foreign)('API-8 rejects %s regardless of its name', async (_, make) => {
  const answer = await uploadPicture(await newToken(), await make());
  expect(answer).toMatchObject({ code: 415, status: 415, data: null });
});

const damaged: [string, () => Promise<Buffer> | Buffer][] = [
  ['a JPEG cut in half', async () => (await noise(200).jpeg().toBuffer()).subarray(0, 5_000)],
  ['a PNG cut in half', async () => (await noise(200).png().toBuffer()).subarray(0, 5_000)],
  ['a WebP cut in half', async () => (await noise(200).webp().toBuffer()).subarray(0, 5_000)],
  ['a PNG that is a header alone', async () => (await plain(9, 9).png().toBuffer()).subarray(0, 33)],
  ['a PNG that is a signature alone', async () => (await plain(9, 9).png().toBuffer()).subarray(0, 8)],
  ['a PNG of no size', () => hollowPng(0, 0)],
  ['a PNG without rows', () => hollowPng(100, 100)],
  [
    'noise behind a JPEG signature',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500, 7)]),
  ],
];

test.each(damaged)('API-8 rejects %s as unreadable', async (_, make) => {
  const answer = await uploadPicture(await newToken(), await make());
  expect(answer.data).toBeNull();
  expect([400, 415]).toContain(answer.code);
  expect(answer.status).toBe(answer.code);
});

test('API-8 rejects a small file with too many pixels before it is decompressed', async () => {
  for (const [width, height] of [
    [5_001, 5_000],
    [100_000, 100_000],
    [2 ** 31 - 1, 2 ** 31 - 1],
  ] as const) {
    const answer = await uploadPicture(await newToken(), hollowPng(width, height));
    expect(answer.data).toBeNull();
    expect([400, 413]).toContain(answer.code);
  }
  const real = hollowPng(5_000, 5_001, 5_001);
  expect(real.byteLength).toBeLessThan(20_000);
  expect(await uploadPicture(await newToken(), real)).toMatchObject({ code: 413, status: 413 });
  await servedAfter(uploadPicture(await newToken(), hollowPng(5_000, 5_000, 5_000)));
});

test('API-8 a very long compressed text chunk in an image is harmless', async () => {
  const picture = hollowPng(8, 8, 8, [textBomb(64 * 1_024 * 1_024)]);
  const { code } = await uploadPicture(await newToken(), picture);
  expect([200, 400]).toContain(code);
});

/** Returns a PNG of exactly `size` bytes. */
async function svgToPng(size: number): Promise<Buffer> {
  const picture = await plain(64, 64).png().toBuffer();
  return Buffer.concat([picture, Buffer.alloc(size - picture.byteLength)]);
}

test('API-8 accepts a file of 2 MiB, and not one byte more', async () => {
  const token = await newToken();
  await servedAfter(uploadPicture(token, await svgToPng(AVATAR_LIMIT_BYTES)));
  expect(await uploadPicture(token, await svgToPng(AVATAR_LIMIT_BYTES + 1))).toMatchObject({ code: 413 });
});

test('API-8 aborts an endless upload soon after the limit', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  for (const start of [head, '--b\r\n', '']) {
    let sent = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(start)),
      pull: (controller) => {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
      cancel: () => {
        cancelled = true;
      },
    });
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const answer = await postUpload(endless, { token: await newToken(), headers });
    expect([400, 413]).toContain(answer.code);
    expect(sent).toBeLessThan(AVATAR_LIMIT_BYTES + 1_000_000);
    expect(cancelled).toBe(true);
  }
});

test('API-8 rejects an announced length above the limit without reading the body', async () => {
  const headers = {
    'Content-Type': 'multipart/form-data; boundary=b',
    'Content-Length': String(50 * AVATAR_LIMIT_BYTES),
  };
  const unread = new ReadableStream<Uint8Array>(
    { pull: () => Promise.reject(new Error('was read')) },
    { highWaterMark: 0 },
  );
  expect(await postUpload(unread, { token: await newToken(), headers })).toMatchObject({ code: 413 });
});

test('API-8 accepts exactly one file in its field, and nothing else', async () => {
  const token = await newToken();
  const content = await plain(32, 32).png().toBuffer();
  const file = { name: 'file', content, filename: 'a.png' };
  const field = { name: 'note', content: 'hello' };
  for (const parts of [
    [],
    [file, file],
    [file, { ...file, name: 'other' }],
    [{ ...file, name: 'other' }],
    [file, field],
    [field, file],
    [{ name: 'file', content: 'text alone' }],
  ])
    expect(await postUpload(formOf(parts), { token })).toMatchObject({ code: 400, status: 400 });
});

test('API-8 rejects a body that is not a multipart form, in the envelope', async () => {
  const token = await newToken();
  const type = (text: string) => ({ 'Content-Type': text });
  const cases: [RequestInit['body'], Record<string, string>, number][] = [
    ['a=1', type('application/x-www-form-urlencoded'), 415],
    ['{}', type('application/json'), 415],
    [
      await plain(9, 9)
        .png()
        .toBuffer()
        .then((bytes) => new Uint8Array(bytes)),
      type('image/png'),
      415,
    ],
    ['x', type('multipart/form-data'), 415],
    ['x', type('multipart/form-data; charset=utf-8'), 400],
    ['x', type('multipart/form-data; boundary=b'), 400],
    ['--b\r\nbroken\r\n\r\n', type('multipart/form-data; boundary=b'), 400],
    [
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
      type('multipart/form-data; boundary=b'),
      400,
    ],
    [null, type('multipart/form-data; boundary=b'), 400],
  ];
  for (const [body, headers, code] of cases)
    expect([headers, await postUpload(body, { token, headers })]).toEqual([
      headers,
      expect.objectContaining({ code, status: code, data: null }),
    ]);
});

test('API-8 reads and stores nothing without a sign-in', async () => {
  const before = await storedFiles(backend);
  const form = formOf([
    { name: 'file', content: await plain(40, 40, BLUE).png().toBuffer(), filename: 'a.png' },
  ]);
  expect(await postUpload(form)).toMatchObject({ code: 401, status: 401 });
  expect(await storedFiles(backend)).toEqual(before);
});

test('API-8 deletes a former picture unless another user has the same file, as in older versions', async () => {
  const [ada, ben] = [await newToken(), await newToken()];
  const shared = await plain(50, 50, { r: 1, g: 99, b: 1 }).png().toBuffer();
  const other = await plain(50, 50, { r: 99, g: 1, b: 99 }).png().toBuffer();
  const first = nameOf((await uploadPicture(ada, shared)).data?.url);
  const bens = nameOf((await uploadPicture(ben, shared)).data?.url);
  await queryDatabase(backend, 'update users set avatar = $1 where avatar = $2', [first, bens]);
  const second = nameOf((await uploadPicture(ada, other)).data?.url);
  expect(await storedFiles(backend)).toEqual(expect.arrayContaining([first, second]));
  await uploadPicture(ben, other);
  const files = await storedFiles(backend);
  expect(files).toContain(second);
  expect(files).not.toContain(first);
  expect((await fetchAvatar(first)).status).toBe(404);
});

test('API-8 a former picture that the store can’t remove is removed later', async () => {
  const token = await newToken();
  const picture = await plain(80, 80).png().toBuffer();
  const former = nameOf((await uploadPicture(token, picture)).data?.url);
  const place = path.join(backend.dir, 'uploads', former);
  // A folder can't be removed as a file.
  await rm(place);
  await mkdir(place);
  expect(await uploadPicture(token, picture)).toMatchObject({ code: 200 });
  await rmdir(place);
  await writeFile(place, picture);
  await cleanUp();
  expect(await storedFiles(backend)).not.toContain(former);
});

test('API-8 concurrent uploads leave every user with a served picture, and no partial file', async () => {
  const tokens = await Promise.all(Array.from({ length: 8 }, newToken));
  const pictures = await Promise.all(
    [RED, BLUE].map((colour) =>
      plain(70, 70, { ...colour, g: 150 })
        .png()
        .toBuffer(),
    ),
  );
  for (let round = 0; round < 3; round += 1)
    await Promise.all(tokens.map((token, i) => uploadPicture(token, pictures[(i + round) % 2] ?? '')));
  for (const token of tokens) {
    const { data } = await callRoute(info, { token });
    const { avatar } = data as { avatar: string };
    expect((await fetchAvatar(nameOf(avatar))).status).toBe(200);
  }
  expect((await storedFiles(backend)).filter((file) => !/^[0-9a-f]{64}\.webp$/.test(file))).toEqual([]);
});

test('API-8 serves only images, regardless of the name', async () => {
  const hex = 'a'.repeat(64);
  for (const name of [
    `${hex}.webp`,
    hex,
    `${hex}.webp.part`,
    `../${hex}.webp`,
    '../../postgres/PG_VERSION',
    '..%2fchains.json',
    '/etc/passwd',
    `${hex}.WEBP`,
    `${hex}.webp\0`,
    `${hex}.webp\n`,
    '',
  ]) {
    const response = await fetchAvatar(name);
    expect([name, response.status, await response.text()]).toEqual([name, 404, '']);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});
