/** @jest-environment node */

import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { refuseSecondStart, takeLock } from '@/scripts/launcher/launcher-lock';
import { prepareDataDir, removeDataDir } from '@/scripts/launcher/settings';
import { buildEnv } from '@/server/build/build';
import { deferScripts } from '@/server/build/defer-scripts';
import { sourceHash } from '@/server/build/source-hash';
import { Stops, writeRecord } from '@/server/process/process-record';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-build-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function put(file: string, content: string): Promise<void> {
  await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
  await writeFile(path.join(dir, file), content);
}

describe('source hash', () => {
  const hash = (demoWallet = '1') =>
    sourceHash(dir, { except: [path.join(dir, 'data')], flags: { NEXT_PUBLIC_DEMO_WALLET: demoWallet } });

  beforeEach(async () => {
    await put('app/page.tsx', 'one');
    await put('messages/en.json', '{}');
  });

  test.each([
    ['a changed source', 'app/page.tsx', 'two'],
    ['a new source', 'app/other.tsx', 'one'],
    ['a folder nobody thought of', 'styles/site.css', 'a{}'],
    ['other packages', 'package-lock.json', '{}'],
  ])('OPS-1 %s makes the build stale', async (_, file, content) => {
    const before = await hash();
    await put(file, content);
    expect(await hash()).not.toBe(before);
  });

  test('OPS-1 other flags make the build stale, so a demo wallet never stays in a build for real chains', async () => {
    expect(await hash('')).not.toBe(await hash('1'));
  });

  test.each([
    'tests/a.test.ts',
    'docs/a.md',
    'README.md',
    '.next/x',
    'node_modules/a/b.js',
    'data/x',
    'Dockerfile',
    'compose.yaml',
  ])('OPS-1 %s does not make the build stale', async (file) => {
    const before = await hash();
    await put(file, 'new');
    expect(await hash()).toBe(before);
  });
});

test('SITE-11 OPS-5 the build contains the configured embed origins, or none if unset', () => {
  const build = { distDir: '.next', demoWallet: false, origin: 'https://example.org' };
  const embedOrigins = ['https://app.example.org', 'https://shell.example.org'];
  expect(buildEnv({ ...build, embedOrigins }).NEXT_PUBLIC_EMBED_ORIGINS).toBe(embedOrigins.join(','));
  // The variable is set to an empty value, so that a .env file can't set it.
  expect(buildEnv(build).NEXT_PUBLIC_EMBED_ORIGINS).toBe('');
});

describe('data folder', () => {
  test('a reset removes a folder that a start created', async () => {
    const data = path.join(dir, 'data');
    await prepareDataDir(data);
    await put('data/chains.json', '{}');
    await prepareDataDir(data);
    await removeDataDir(data);
    expect(await readdir(dir)).toEqual([]);
  });

  test("never removes a folder with someone else's files", async () => {
    await put('theirs.txt', 'precious');
    await prepareDataDir(dir);
    await expect(removeDataDir(dir)).rejects.toThrow(/was not made by npm start/);
    expect(await readdir(dir)).toEqual(['theirs.txt']);
  });

  test('a lock of this process, of no process or of an unrelated process does not block a start', async () => {
    await refuseSecondStart(dir);
    takeLock(dir, 3000);
    await refuseSecondStart(dir);
    writeRecord(path.join(dir, 'launcher.json'), { pid: 1, port: 3000 });
    await refuseSecondStart(dir);
  });
});

test('OPS-3 stops everything once, in reverse order, even if a stop fails', async () => {
  const stops = new Stops();
  const calls: string[] = [];
  stops.add(async () => void calls.push('database'));
  stops.add(() => Promise.reject(new Error('chain')));
  stops.add(async () => void calls.push('site'));
  expect(await stops.run()).toEqual([new Error('chain')]);
  expect(await stops.run()).toEqual([]);
  expect(calls).toEqual(['site', 'database']);
});

const page = (head: string, body = '') => `<html><head>${head}</head><body><p>1</p>${body}</body></html>`;

test('SITE-4 moves scripts from the HTML to a list at its end, each once and in order', () => {
  const { html, flight } = deferScripts(
    page(
      '<link rel="preload" as="script" fetchPriority="low" href="/_next/b.js"/><script src="/_next/a.js" async=""></script>',
      '<script src="/_next/b.js" async="" id="_R_"></script><script src="/_next/a.js" async=""></script>',
    ),
  );
  expect(html).not.toMatch(/<script src|<link/);
  expect(html).toContain('["/_next/a.js","/_next/b.js"])</script></body></html>');
  expect(flight).toBeUndefined();
});

test('SITE-4 moves flight data to a script that starts Next at its end and is requested first', () => {
  const { html, flight } = deferScripts(
    page(
      '<script>theme()</script><script src="/_next/a.js" async=""></script>',
      '<script id="_R_">start()</script><script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,"a"])</script>',
    ),
  );
  expect(flight?.code.split(';\n')).toEqual([
    '(self.__next_f=self.__next_f||[]).push([0])',
    'self.__next_f.push([1,"a"])',
    'start()',
  ]);
  expect(flight?.address).toMatch(/^\/_next\/static\/flight\/[0-9a-f]{20}\.js$/);
  expect(html).toContain('<script>theme()</script>');
  expect(html).not.toContain('__next_f');
  expect(html).toContain(`["${flight?.address}","/_next/a.js"])</script></body></html>`);
});

test('SITE-4 leaves inline and nomodule scripts in place', () => {
  const kept = '<script>1</script><script src="/_next/old.js" noModule=""></script>';
  expect(deferScripts(page(kept))).toEqual({ html: page(kept) });
  expect(deferScripts(page(`${kept}<script src="/_next/a.js" async=""></script>`)).html).toContain(kept);
});

test('SITE-4 deferring scripts twice changes nothing', () => {
  const { html } = deferScripts(page('<script src="/_next/a.js" async=""></script>'));
  expect(deferScripts(html)).toEqual({ html });
});

test('SITE-4 rejects a page without a closing body tag', () => {
  expect(() => deferScripts('<script src="/_next/a.js" async=""></script>')).toThrow('no end');
});
