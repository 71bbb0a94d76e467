import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { routing } from '@/lib/i18n/routing';
import { indexablePaths } from '@/lib/routes';
import { socialImagePath } from '@/lib/seo/page-url';
import { projectRoot } from '@/scripts/launcher/settings';
import { AppIcon, type IconShape } from './app-icon';
import { SocialCard } from './social-card';

interface BrandPicture {
  /** Path from the repository root. */
  file: string;
  /** HTML to render as the image. */
  markup: string;
  /** Output pixels per CSS pixel. */
  density: number;
}

const picture = (file: string, drawing: ReactNode, density = 1): BrandPicture => ({
  file,
  markup: renderToStaticMarkup(drawing),
  density,
});

/** Returns the link preview cards, laid out at half the output size. */
const cards = () =>
  routing.locales.flatMap((locale) =>
    indexablePaths.map((path) =>
      picture(`public${socialImagePath(locale, path)}`, createElement(SocialCard, { locale, path }), 2),
    ),
  );

const icon = (file: string, size: number, shape: IconShape) =>
  picture(file, createElement(AppIcon, { size, shape }));

/** All PNG files that `npm run draw:brand` generates. */
export const pngPictures = (): BrandPicture[] => [
  ...cards(),
  icon('public/icons/icon-192.png', 192, 'rounded'),
  icon('public/icons/icon-512.png', 512, 'rounded'),
  icon('public/icons/maskable-512.png', 512, 'maskable'),
  icon('public/icons/apple-touch-icon.png', 180, 'full'),
];

/** The icon sizes in favicon.ico. */
export const faviconPictures = () => [16, 32, 48].map((size) => icon(`${size}`, size, 'rounded'));

/** The icon for browsers that support SVG. */
export const svgIcon = (): BrandPicture => icon('app/icon.svg', 96, 'rounded');

/** Returns a hash of each image's source, which a test uses to detect outdated images. */
export const fingerprints = (pictures: readonly BrandPicture[]): Record<string, string> =>
  Object.fromEntries(
    pictures.map(({ file, markup }) => [
      file,
      createHash('sha256').update(markup).digest('hex').slice(0, 16),
    ]),
  );

const MAX_FILE_BYTES = 80_000;

/**
 * Compresses an image to a small PNG. Line art has few colors, so a palette of 32 colors halves the file size. If the
 * file is still too large, it is compressed again with 16 colors.
 */
export async function compress(drawing: Buffer): Promise<Buffer> {
  const png = (colours: number) =>
    sharp(drawing).png({ palette: true, colours, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer();
  const fine = await png(32);
  return fine.length <= MAX_FILE_BYTES ? fine : png(16);
}

const HEADER = 6;
const ENTRY = 16;
/** Byte offset of the width in a PNG file. The height is the same, because the icons are square. */
const PNG_WIDTH_AT = 16;

/** Returns a Windows icon file (.ico) with square PNG images of at most 256 pixels. */
export function icoFile(pictures: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER + ENTRY * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach((png, i) => {
    const at = HEADER + ENTRY * i;
    // The format stores 256 as 0, so that the size fits in one byte.
    const size = png.readUInt32BE(PNG_WIDTH_AT) % 256;
    header.writeUInt8(size, at);
    header.writeUInt8(size, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...pictures]);
}

const read = (file: string) => readFile(path.join(projectRoot, file));

/** Returns the declarations in the CSS block that starts with `opening`. @throws if the CSS has no such block. */
function block(css: string, opening: string): string {
  const start = css.indexOf(opening);
  if (start < 0) throw new Error(`app/globals.css has no "${opening}"`);
  return css.slice(start + opening.length, css.indexOf('}', start));
}

/** Wraps `markup` in an HTML document with the product's colors and typeface. */
export async function brandPage(markup: string): Promise<string> {
  const [globals, own, font] = await Promise.all([
    read('app/globals.css'),
    read('tools/brand/brand.css'),
    read('app/fonts/geologica-latin.woff2'),
  ]);
  const css = globals.toString();
  return `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Geologica; src: url(data:font/woff2;base64,${font.toString('base64')}); font-weight: 300 700; }
:root { --font-geologica: Geologica; ${block(css, '@theme static {')} }
.night { ${block(css, '@variant dark {')} }
${own}</style>${markup}`;
}
