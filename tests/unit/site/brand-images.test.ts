/** @jest-environment node */

import { readdir, readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { THEME_COLORS } from '@/lib/constants';
import { brand } from '@/lib/content/website';
import { languageByLocale, routing } from '@/lib/i18n/routing';
import { indexablePaths, routes } from '@/lib/routes';
import { SOCIAL_IMAGE, socialImagePath } from '@/lib/seo/page-url';
import drawn from '@/tools/brand/drawn.json';
import { fingerprints, pngPictures, svgIcon } from '@/tools/brand/pictures';
import { pageWording } from '@/tools/brand/social-card';

const pictures = routing.locales.flatMap((locale) =>
  indexablePaths.map((path) => `public${socialImagePath(locale, path)}`),
);

test.each(pictures)('SEO-1 %s exists, has the declared size and type, and is at most 80 kB', async (file) => {
  const { width, height, format } = await sharp(file).metadata();
  expect({ width, height, type: `image/${format}` }).toEqual(SOCIAL_IMAGE);
  expect((await stat(file)).size).toBeLessThanOrEqual(80_000);
});

test('SEO-1 no two pages share a picture, and no picture of a removed page remains', async () => {
  const contents = await Promise.all(pictures.map((file) => readFile(file, 'base64')));
  expect(new Set(contents).size).toBe(pictures.length);
  const there = await readdir('public/images/og', { recursive: true, withFileTypes: true });
  expect(there.filter((entry) => entry.isFile())).toHaveLength(pictures.length);
});

test('SEO-1 SITE-12 the pictures match the current titles and text (if not, run npm run draw:brand)', async () => {
  expect(fingerprints(pngPictures())).toEqual(drawn);
  expect(await readFile('app/icon.svg', 'utf8')).toBe(svgIcon().markup);
});

test.each([
  ['icon-192', 192, true],
  ['icon-512', 512, true],
  ['maskable-512', 512, false],
  ['apple-touch-icon', 180, false],
])('SITE-12 %s is %i pixels square', async (name, size, hasCorners) => {
  const icon = sharp(`public/icons/${name}.png`);
  expect(await icon.metadata()).toMatchObject({ width: size, height: size });
  const { isOpaque } = await icon.stats();
  expect(isOpaque).toBe(!hasCorners);
});

test('SITE-12 the mark of the maskable icon stays inside the safe zone', async () => {
  const { data, info } = await sharp('public/icons/maskable-512.png')
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const centre = info.width / 2;
  let farthest = 0;
  for (let i = 0; i < info.width * info.height; i++) {
    const [x, y] = [i % info.width, Math.floor(i / info.width)];
    const white = (data[i * info.channels] ?? 0) > 128;
    if (white) farthest = Math.max(farthest, Math.hypot(x - centre, y - centre));
  }
  expect(farthest).toBeGreaterThan(0);
  expect(farthest).toBeLessThanOrEqual(info.width * 0.4);
});

test('SITE-12 the favicon contains images of 16, 32 and 48 pixels', async () => {
  const file = await readFile('app/favicon.ico');
  const pictures = Array.from({ length: file.readUInt16LE(4) }, (_, i) => {
    const entry = 6 + 16 * i;
    const start = file.readUInt32LE(entry + 12);
    return file.subarray(start, start + file.readUInt32LE(entry + 8));
  });
  const sizes = await Promise.all(pictures.map(async (png) => (await sharp(png).metadata()).width));
  expect(sizes).toEqual([16, 32, 48]);
});

test("SITE-12 the browser's theme colors match the paper color of both themes", async () => {
  const css = await readFile('app/globals.css', 'utf8');
  expect([...css.matchAll(/--color-paper: (#\w{6})/g)].map(([, color]) => color)).toEqual([
    THEME_COLORS.light,
    THEME_COLORS.dark,
  ]);
});

type Limits = { title: number; description: [least: number, most: number] };

/**
 * Title and description lengths that search engines show in full, for alphabetic characters and for wide characters
 * such as Chinese.
 */
const NARROW: Limits = { title: 60, description: [70, 160] };
const WIDE: Limits = { title: 30, description: [1, 80] };

describe.each(routing.locales)('SEO-1 in %s', (locale) => {
  const pages = [...indexablePaths, routes.test].map((path) => ({ path, ...pageWording(locale, path) }));

  test.each(pages)('$path has a title and a description of suitable length', ({ title, description }) => {
    const {
      title: longest,
      description: [least, most],
    } = languageByLocale[locale].spaced ? NARROW : WIDE;
    expect(`${title} · ${brand}`.length).toBeLessThanOrEqual(longest);
    expect(description.length).toBeGreaterThanOrEqual(least);
    expect(description.length).toBeLessThanOrEqual(most);
  });

  test('no two pages share a title or a description', () => {
    for (const key of ['title', 'description'] as const)
      expect(new Set(pages.map((page) => page[key])).size).toBe(pages.length);
  });
});
