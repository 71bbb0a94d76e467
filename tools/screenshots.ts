import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import sharp from 'sharp';
import { findBrowser } from '@/scripts/find-browser';
import { projectRoot } from '@/scripts/launcher/settings';
import { startServedSite } from './bench/served-site';
import { outputFolder } from './screenshots/all/output-folder';
import { takeAll } from './screenshots/all/take-all';
import { desktopShots } from './screenshots/desktop-shots';
import { holdSomething } from './screenshots/hold-something';
import { phoneShots } from './screenshots/phone-shots';
import { firstVisit, takeShot } from './screenshots/take-shot';

/** Same port as the benchmarks, so that they share one build. */
const PORT = 3431;
const DATA_DIR = path.join('.data', 'screenshots');
const FOLDER = path.join('docs', 'images');

/** Takes the README's pictures, or those of the given names. */
async function takeReadmeShots(browser: Browser, origin: string, chosen: readonly string[]): Promise<void> {
  const visitor = await firstVisit(browser, origin);
  await mkdir(path.join(projectRoot, FOLDER), { recursive: true });
  let total = 0;
  for (const shot of [...desktopShots, ...phoneShots]) {
    if (chosen.length > 0 && !chosen.includes(shot.name)) continue;
    const picture = await takeShot(browser, origin, visitor, shot);
    const file = path.join(FOLDER, `${shot.name}.webp`);
    const content = await sharp(picture).webp({ quality: 84, effort: 6, smartSubsample: true }).toBuffer();
    await writeFile(path.join(projectRoot, file), content);
    total += content.length;
    console.log(`${file}  ${(content.length / 1024).toFixed(0)} KiB`);
  }
  console.log(`${(total / 1024).toFixed(0)} KiB in all`);
}

const given = process.argv.slice(2);
const isAll = given[0] === 'all';
const folder = isAll ? outputFolder(given[1]) : null;
const only = new RegExp(
  given.find((argument) => argument.startsWith('--only='))?.slice('--only='.length) ?? '',
);

const site = await startServedSite(PORT, { dataDir: DATA_DIR, fresh: true });
try {
  await holdSomething(DATA_DIR);
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
  });
  try {
    const { origin } = site;
    if (folder === null) await takeReadmeShots(browser, origin, given);
    else {
      const start = performance.now();
      const failures = await takeAll(browser, { origin, dataDir: DATA_DIR, folder, only });
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      console.log(`${path.join(folder, 'index.html')} shows all pictures, taken in ${seconds} s`);
      if (failures.length > 0) process.exitCode = 1;
    }
  } finally {
    await browser.close();
  }
} finally {
  await site.stop();
}
