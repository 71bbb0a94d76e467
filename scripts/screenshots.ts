import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { startServedSite } from './bench/served-site';
import { findBrowser } from './find-browser';
import { projectRoot } from './launcher/settings';
import { desktopShots } from './screenshots/desktop-shots';
import { holdSomething } from './screenshots/hold-something';
import { phoneShots } from './screenshots/phone-shots';
import { firstVisit, takeShot } from './screenshots/take-shot';

/** Same port as the benchmarks, so that they share one build. */
const PORT = 3431;
const DATA_DIR = path.join('.data', 'screenshots');
const FOLDER = path.join('docs', 'images');
const chosen = process.argv.slice(2);

const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);

const site = await startServedSite(PORT, { dataDir: DATA_DIR, fresh: true });
try {
  await holdSomething(DATA_DIR);
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
  });
  try {
    const visitor = await firstVisit(browser, site.origin);
    await mkdir(path.join(projectRoot, FOLDER), { recursive: true });
    let total = 0;
    for (const shot of [...desktopShots, ...phoneShots].filter(({ name }) => isChosen(name))) {
      const picture = await takeShot(browser, site.origin, visitor, shot);
      const file = path.join(FOLDER, `${shot.name}.webp`);
      const content = await sharp(picture).webp({ quality: 84, effort: 6, smartSubsample: true }).toBuffer();
      await writeFile(path.join(projectRoot, file), content);
      total += content.length;
      console.log(`${file}  ${(content.length / 1024).toFixed(0)} KiB`);
    }
    console.log(`${(total / 1024).toFixed(0)} KiB in all`);
  } finally {
    await browser.close();
  }
} finally {
  await site.stop();
}
