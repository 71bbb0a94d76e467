import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { routing } from '@/lib/i18n/routing';
import { knownPaths, routes } from '@/lib/routes';
import { startBareSite } from './bare-site';
import { startFixedServer } from './fixed-server';
import { type PageWeight, weighPage } from './page-weight';
import { kib, median, printTable, startServedSite } from './served-site';

const PORT = 3431;
const ROUNDS = 3;
/** Pages whose throughput is measured. */
const MEASURED = [routes.home, routes.businessLine(1), `/zh-Hant${routes.home}`];

const pages = routing.locales.flatMap((locale) =>
  [...knownPaths, routes.notFound].map((path) =>
    locale === routing.defaultLocale ? path : `/${locale}${path}`,
  ),
);

type Rate = { perSecond: number; p99: number };

/** Measures requests per second and the 99th-percentile latency in ms with wrk (one thread, 32 connections, gzip). */
function requestRate(url: string): Rate {
  const args = ['-t1', '-c32', '-d5s', '--latency', '-H', 'Accept-Encoding: gzip', url];
  const output = execFileSync('wrk', args, { encoding: 'utf8' });
  const perSecond = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1];
  const [, p99, unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
  if (!perSecond || !p99) throw new Error(`wrk says nothing of its rate: ${output}`);
  return { perSecond: Number(perSecond), p99: Number(p99) * ({ us: 0.001, ms: 1, s: 1_000 }[unit] ?? 1) };
}

/** Benchmarks pages against a Node server that sends the same compressed bytes, in alternating rounds. */
async function measurePages(origin: string, next: string): Promise<void> {
  const rows: string[][] = [];
  const rounds = Array.from({ length: ROUNDS });
  // Fetch the pages first: wrk blocks this process, and idle connections close in the meantime.
  const texts = await Promise.all(MEASURED.map(async (path) => (await fetch(origin + path)).text()));
  const nexts = rounds.map(() => requestRate(next).perSecond);
  for (const [index, path] of MEASURED.entries()) {
    const fixed = await startFixedServer(PORT + 2, gzipSync(texts[index] ?? '', { level: 9 }), {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'gzip',
    });
    try {
      const pairs = rounds.map(() => [requestRate(origin + path), requestRate(fixed.url)] as const);
      const ours = median(pairs.map(([own]) => own.perSecond));
      const fixeds = median(pairs.map(([, other]) => other.perSecond));
      rows.push([
        path,
        ours.toFixed(0),
        median(pairs.map(([own]) => own.p99)).toFixed(1),
        (ours / fixeds).toFixed(2),
        (ours / median(nexts)).toFixed(1),
      ]);
    } finally {
      fixed.stop();
    }
  }
  console.log(`\nGET with gzip, wrk -t1 -c32 -d5s, median of ${ROUNDS} rounds:\n`);
  printTable(['page', 'requests/s', 'p99 ms', 'of a fixed Node server', 'times a bare Next page'], rows);
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
      ['page (KiB, gzip)', 'JS', 'over bare', 'ratio', 'CSS', 'fonts', 'HTML', 'flight', 'images'],
      rows.map(([name, { js, css, fonts, html, flight, images }]) => [
        name,
        kib(js),
        kib(js - base.js),
        (js / base.js).toFixed(3),
        ...[css, fonts, html, flight, images].map(kib),
      ]),
    );

    await measurePages(site.origin, `${bare.origin}/same`);
  } finally {
    await bare.stop();
  }
} finally {
  await site.stop();
}
