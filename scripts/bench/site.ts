import { execFileSync } from 'node:child_process';
import { routing } from '@/lib/i18n/routing';
import { knownPaths, routes } from '@/lib/routes';
import { startBareSite } from './bare-site';
import { type PageWeight, weighPage } from './page-weight';
import { kib, median, printTable, startServedSite } from './served-site';

const PORT = 3431;
const ROUNDS = 5;

const pages = routing.locales.flatMap((locale) =>
  [...knownPaths, routes.notFound].map((path) =>
    locale === routing.defaultLocale ? path : `/${locale}${path}`,
  ),
);

/** Measures requests per second with wrk: 32 connections on one thread. */
function requestRate(url: string): number {
  const output = execFileSync('wrk', ['-t1', '-c32', '-d5s', url], { encoding: 'utf8' });
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1];
  if (!rate) throw new Error(`wrk says nothing of its rate: ${output}`);
  return Number(rate);
}

const site = await startServedSite(PORT);
try {
  const home = site.origin + routes.home;
  const bare = await startBareSite({ port: PORT + 1, html: await (await fetch(home)).text() });
  try {
    const base = await weighPage(bare.origin, '/');
    const rows: [string, PageWeight][] = [['bare Next page', base]];
    for (const path of pages) rows.push([path, await weighPage(site.origin, path)]);
    printTable(
      ['page (KiB, gzip)', 'JS', 'over bare', 'ratio', 'CSS', 'fonts', 'HTML', 'images'],
      rows.map(([name, { js, css, fonts, html, images }]) => [
        name,
        kib(js),
        kib(js - base.js),
        (js / base.js).toFixed(3),
        ...[css, fonts, html, images].map(kib),
      ]),
    );

    // Alternating, so that other load affects both equally.
    const rates = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.ours.push(requestRate(home));
      rates.bare.push(requestRate(`${bare.origin}/same`));
    }
    const [ours, theirs] = [median(rates.ours), median(rates.bare)];
    console.log(`\nGET, wrk -t1 -c32 -d5s, median of ${ROUNDS} rounds in turn:\n`);
    printTable(
      ['page', 'requests/s', 'ratio'],
      [
        ['bare static page of the same bytes', theirs.toFixed(0), '1.00'],
        [routes.home, ours.toFixed(0), (ours / theirs).toFixed(2)],
      ],
    );
  } finally {
    await bare.stop();
  }
} finally {
  await site.stop();
}
