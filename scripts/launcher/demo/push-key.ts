import path from 'node:path';
import webPush from 'web-push';
import { readIfThere, writeWhole } from '@/server/process/file';

/** Returns the demo's private key for push messages, which the first start creates in the data folder. */
export async function demoPushKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'push.key');
  const kept = await readIfThere(file);
  if (kept) return kept;
  const { privateKey } = webPush.generateVAPIDKeys();
  await writeWhole(file, privateKey, 0o600);
  return privateKey;
}
