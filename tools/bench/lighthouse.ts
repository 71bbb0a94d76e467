import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { routing } from '@/lib/i18n/routing';
import { indexablePaths } from '@/lib/routes';
import { childEnv } from '@/lib/settings/process-env';
import { findBrowser } from '@/scripts/find-browser';
import { median, printTable, startServedSite } from './served-site';

/** Same port as the other benchmarks, so that they share a build. */
const PORT = 3431;
/** Arguments: the number of runs per page (the median is reported), then the paths to audit (all pages by default). */
const [runs = '5', ...chosen] = process.argv.slice(2);
const RUNS = Number(runs);
/** Lighthouse isn't a project dependency, because it adds 100 packages that only this benchmark would use. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>;
}

const pages = routing.locales.flatMap((locale) =>
  indexablePaths.map((path) => (locale === routing.defaultLocale ? path : `/${locale}${path}`)),
);

async function audit(url: string, chromium: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: childEnv({ CHROME_PATH: chromium }), maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}

const chromium = await findBrowser();
const site = await startServedSite(PORT);
try {
  const rows: string[][] = [];
  for (const path of chosen.length > 0 ? chosen : pages) {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run += 1) reports.push(await audit(site.origin + path, chromium));
    const scores = CATEGORIES.map((name) =>
      median(reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100))),
    );
    const value = (name: string) =>
      median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
    rows.push([
      path,
      ...scores.map(String),
      value('largest-contentful-paint').toFixed(0),
      value('total-blocking-time').toFixed(0),
      value('cumulative-layout-shift').toFixed(3),
    ]);
    const failed = Object.values(reports[0]?.audits ?? {}).filter(
      ({ score }) => score !== null && score < 0.9,
    );
    console.log(`${path}: ${scores.join(' ')}${failed.map(({ title }) => `\n    ${title}`).join('')}`);
  }
  console.log(`\nLighthouse, mobile preset, median of ${RUNS} runs:\n`);
  printTable(
    ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'LCP ms', 'TBT ms', 'CLS'],
    rows,
  );
} finally {
  await site.stop();
}
