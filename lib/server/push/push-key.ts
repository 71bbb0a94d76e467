import 'server-only';
import { createECDH } from 'node:crypto';
import type { VapidKeys } from 'web-push';
import { serverEnv } from '@/lib/settings/env';

/** Returns the key pair that identifies this site to push services (VAPID, RFC 8292), or null if push is turned off. */
export function pushKeys(): VapidKeys | null {
  const { PUSH_PRIVATE_KEY: privateKey } = serverEnv();
  if (privateKey === undefined) return null;
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  return { privateKey, publicKey: pair.getPublicKey('base64url') };
}
