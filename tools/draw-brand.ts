import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright';
import { findBrowser } from '@/scripts/find-browser';
import { projectRoot } from '@/scripts/launcher/settings';
import {
  brandPage,
  compress,
  faviconPictures,
  fingerprints,
  icoFile,
  pngPictures,
  svgIcon,
} from './brand/pictures';

const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });

async function draw({ markup, density }: { markup: string; density: number }): Promise<Buffer> {
  const page = await browser.newPage({ deviceScaleFactor: density });
  try {
    await page.setContent(await brandPage(markup));
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    return await compress(await page.locator('body > *').screenshot({ omitBackground: true }));
  } finally {
    await page.close();
  }
}

async function save(file: string, content: Buffer | string): Promise<void> {
  const target = path.join(projectRoot, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
  console.log(file);
}

try {
  const pictures = pngPictures();
  for (const picture of pictures) await save(picture.file, await draw(picture));
  await save('app/favicon.ico', icoFile(await Promise.all(faviconPictures().map(draw))));
  await save('app/icon.svg', svgIcon().markup);
  await save('tools/brand/drawn.json', `${JSON.stringify(fingerprints(pictures), null, 2)}\n`);
} finally {
  await browser.close();
}
