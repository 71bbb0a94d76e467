/** @jest-environment node */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isSame, sealOf } from '@/lib/preview/preview-mode';
import { readDrafts } from '@/lib/preview/preview-wording';
import { childEnv } from '@/lib/settings/process-env';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-drafts-'));
  jest.replaceProperty(
    process,
    'env',
    childEnv({
      DATABASE_URL: 'postgresql://127.0.0.1/x',
      CHAINS_FILE: 'x',
      ORIGINS: 'http://127.0.0.1:3000',
      DRAFTS_DIR: dir,
    }),
  );
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test('I18N-5 drafts are read from disk each time, byte order mark or not; none is no problem', async () => {
  expect(await readDrafts('en')).toEqual({ drafts: {} });
  await writeFile(path.join(dir, 'en.json'), '\uFEFF{ "home": { "title": "x" } }');
  expect(await readDrafts('en')).toEqual({ drafts: { home: { title: 'x' } } });
  await writeFile(path.join(dir, 'en.json'), '{ "home": ');
  expect(await readDrafts('en')).toEqual({ problem: 'notJson' });
  await mkdir(path.join(dir, 'zh-Hant.json'));
  expect(await readDrafts('zh-Hant')).toEqual({ problem: 'unreadable' });
});

test('I18N-5 the cookie of a preview says nothing of the secret, and another secret makes another', () => {
  const secret = 'a secret of more than thirty-two characters';
  expect(sealOf(secret)).toBe(sealOf(secret));
  expect(sealOf(secret)).not.toBe(sealOf(`${secret}.`));
  expect(sealOf(secret)).toMatch(/^[\w-]{43}$/);
  expect(isSame(secret, secret)).toBe(true);
  expect(isSame(secret, `${secret}.`)).toBe(false);
  expect(isSame('', secret)).toBe(false);
});
