/** @jest-environment node */
import sharp from 'sharp';
import { drawAvatar } from '@/lib/server/uploads/avatar-image';
import { hollowPng, noise, plain } from '../../support/pictures';

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>');

test('API-8 names the reason why a file is not accepted as an image', async () => {
  const half = (await noise(200).png().toBuffer()).subarray(0, 5_000);
  const cases: [string, Buffer, { code: number; messageKey: string }][] = [
    ['no picture', svg, { code: 415, messageKey: 'imageType' }],
    ['a picture cut in half', half, { code: 400, messageKey: 'imageUnreadable' }],
    ['a header without a size', hollowPng(0, 0), { code: 400, messageKey: 'imageUnreadable' }],
    // The largest exceeds sharp's default limit of pixels.
    ...[5_001, 20_000, 100_000].map((width): (typeof cases)[number] => [
      `${width} × ${width} pixels`,
      hollowPng(width, width),
      { code: 413, messageKey: 'imagePixels' },
    ]),
  ];
  for (const [name, bytes, refusal] of cases)
    expect([name, await drawAvatar(bytes).catch((error: unknown) => error)]).toEqual([
      name,
      expect.objectContaining(refusal),
    ]);
});

test('API-8 reports in the cause why an image is unreadable', async () => {
  const half = (await noise(200).jpeg().toBuffer()).subarray(0, 5_000);
  for (const bytes of [half, hollowPng(0, 0)])
    await expect(drawAvatar(bytes)).rejects.toMatchObject({ cause: expect.any(Error) });
});

test('API-8 decodes only PNG, JPEG, and WebP, each on one thread and without a cache', async () => {
  for (const format of ['png', 'jpeg', 'webp'] as const)
    expect(await sharp(await plain(9, 9).toFormat(format).toBuffer()).metadata()).toMatchObject({ format });
  for (const bytes of [
    svg,
    ...(await Promise.all(
      [plain(9, 9).gif(), plain(9, 9).tiff(), plain(9, 9).avif()].map((image) => image.toBuffer()),
    )),
  ])
    await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format');
  expect(sharp.concurrency()).toBe(1);
  expect(sharp.cache()).toMatchObject({ memory: { max: 0 }, files: { max: 0 }, items: { max: 0 } });
});
