import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { routing } from '@/lib/i18n/routing';
import { indexablePaths } from '@/lib/routes';
import { socialImagePath } from '@/lib/seo/social-image';
import { AppIcon, type IconShape } from './brand/app-icon';
import { brandPage } from './brand/brand-page';
import { icoFile } from './brand/ico';
import { SocialCard } from './brand/social-card';
import { findBrowser } from './find-browser';
import { projectRoot } from './local/settings';

const CARD_DENSITY = 2;
const LONGEST_FILE_BYTES = 80_000;

/** Line drawings have few colours: a palette halves the file, and one of 16 halves it again. */
async function compress(shot: Buffer): Promise<Buffer> {
  const png = (colours: number) =>
    sharp(shot).png({ palette: true, colours, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer();
  const fine = await png(32);
  return fine.length <= LONGEST_FILE_BYTES ? fine : png(16);
}

const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });

async function draw(picture: ReactNode, density: number): Promise<Buffer> {
  const page = await browser.newPage({ deviceScaleFactor: density });
  try {
    await page.setContent(await brandPage(picture));
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const shot = await page.locator('body > *').screenshot({ omitBackground: true });
    return await compress(shot);
  } finally {
    await page.close();
  }
}

async function save(file: string, content: Buffer): Promise<void> {
  const target = path.join(projectRoot, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
  console.log(`${file} ${Math.ceil(content.length / 1_024)} KiB`);
}

const icon = (size: number, shape: IconShape) => draw(createElement(AppIcon, { size, shape }), 1);

try {
  for (const locale of routing.locales)
    for (const pagePath of indexablePaths)
      await save(
        `public${socialImagePath(locale, pagePath)}`,
        await draw(createElement(SocialCard, { locale, path: pagePath }), CARD_DENSITY),
      );
  const standalone = createElement(AppIcon, { size: 96, shape: 'rounded' });
  await save('app/icon.svg', Buffer.from(`${renderToStaticMarkup(standalone)}\n`));
  await save('public/icons/icon-192.png', await icon(192, 'rounded'));
  await save('public/icons/icon-512.png', await icon(512, 'rounded'));
  await save('public/icons/maskable-512.png', await icon(512, 'maskable'));
  await save('public/icons/apple-touch-icon.png', await icon(180, 'full'));
  const sizes = [16, 32, 48];
  const favicon = await Promise.all(sizes.map(async (size) => ({ size, png: await icon(size, 'rounded') })));
  await save('app/favicon.ico', icoFile(favicon));
} finally {
  await browser.close();
}
