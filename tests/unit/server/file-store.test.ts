/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { diskStore } from '@/lib/server/uploads/file-store';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-store-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test('API-8 stores a file once, returns it, and removes it', async () => {
  const store = diskStore(path.join(dir, 'uploads'));
  expect(await store.get('one.webp')).toBeNull();
  await store.put('one.webp', Buffer.from('picture'));
  await store.put('one.webp', Buffer.from('picture'));
  expect(String(await store.get('one.webp'))).toBe('picture');
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
