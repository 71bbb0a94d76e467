/** @jest-environment node */
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { diskStore } from '@/lib/server/uploads/file-store';
import { childEnv } from '@/lib/settings/process-env';

let dir: string;
const before = childEnv({});
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-store-'));
});
afterAll(async () => {
  jest.replaceProperty(process, 'env', before);
  await rm(dir, { recursive: true, force: true });
});

/** Loads the module with some settings. */
async function loadWith(settings: Record<string, string>) {
  jest.replaceProperty(process, 'env', {
    NODE_ENV: 'test',
    DATABASE_URL: 'postgresql://127.0.0.1/tidewell',
    CHAINS_FILE: 'config/chains.example.json',
    ORIGINS: 'https://wallet.example.org',
    ...settings,
  });
  jest.resetModules();
  return import('@/lib/server/uploads/file-store');
}

test('API-8 stores a file once, returns it, and removes it', async () => {
  const store = diskStore(path.join(dir, 'site', 'uploads'));
  expect(await store.get('one.webp')).toBeNull();
  await store.remove('one.webp');
  await store.put('one.webp', Buffer.from('picture'));
  await store.put('one.webp', Buffer.from('picture'));
  expect(String(await store.get('one.webp'))).toBe('picture');
  expect(await readdir(path.join(dir, 'site', 'uploads'))).toEqual(['one.webp']);
  await store.remove('one.webp');
  expect(await store.get('one.webp')).toBeNull();
});

test('API-8 a folder that cannot be used is reported as an unreachable store', async () => {
  const file = path.join(dir, 'no-folder');
  await writeFile(file, '');
  const store = diskStore(path.join(file, 'uploads'));
  const refused = { code: 503, messageKey: 'storageUnreachable' };
  await expect(store.put('one.webp', Buffer.from('picture'))).rejects.toMatchObject(refused);
  await expect(store.get('one.webp')).rejects.toMatchObject(refused);
  await expect(store.remove('one.webp')).rejects.toMatchObject(refused);
});

test('API-8 a file that cannot be stored leaves no partial file', async () => {
  const folder = path.join(dir, 'partial');
  // Renaming a file over a folder fails.
  await mkdir(path.join(folder, 'one.webp'), { recursive: true });
  const refused = { code: 503, messageKey: 'storageUnreachable', cause: { code: 'EISDIR' } };
  await expect(diskStore(folder).put('one.webp', Buffer.from('picture'))).rejects.toMatchObject(refused);
  expect(await readdir(folder)).toEqual(['one.webp']);
});

test('OPS-2 the folder of uploads has its own setting, and defaults to a subfolder of the data folder', async () => {
  const { DATA_DIR, UPLOADS_DIR } = { DATA_DIR: path.join(dir, 'data'), UPLOADS_DIR: path.join(dir, 'set') };
  expect((await loadWith({ DATA_DIR })).uploadsFolder()).toBe(path.join(DATA_DIR, 'uploads'));
  expect((await loadWith({ DATA_DIR, UPLOADS_DIR })).uploadsFolder()).toBe(UPLOADS_DIR);
  const relative = await loadWith({ UPLOADS_DIR: 'some/uploads' });
  expect(relative.uploadsFolder()).toBe(path.join(process.cwd(), 'some/uploads'));
});

test('OPS-3 reports the space for uploads, even before their folder exists', async () => {
  const { bavail, blocks, bsize } = await statfs(dir);
  for (const folder of [dir, path.join(dir, 'not', 'yet')]) {
    const space = await (await loadWith({ UPLOADS_DIR: folder })).uploadsSpace();
    expect(space?.size).toBe(blocks * bsize);
    // Other programs may be using the disk meanwhile.
    expect((space?.free ?? 0) / (bavail * bsize)).toBeCloseTo(1, 1);
  }
});

test('OPS-3 reports that the space for uploads cannot be read', async () => {
  const file = path.join(dir, 'a-file');
  await writeFile(file, '');
  const { uploadsSpace } = await loadWith({ UPLOADS_DIR: path.join(file, 'uploads') });
  await expect(uploadsSpace()).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test('OPS-3 reports no space for uploads that are stored on another system', async () => {
  const backEnd = await loadWith({ UPLOADS_DIR: dir, API_ORIGIN: 'https://api.example.org' });
  expect(await backEnd.uploadsSpace()).toBeNull();
  const bucket = await loadWith({
    UPLOADS_DIR: dir,
    S3_ENDPOINT: 'https://s3.example.org',
    S3_BUCKET: 'pictures',
    S3_REGION: 'eu-north-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  expect(await bucket.uploadsSpace()).toBeNull();
});
