import 'server-only';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Whether two texts are the same, in a time that tells nothing of either. */
export const isSame = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));

/** What a browser that opened the link keeps in place of the secret; another secret makes it worthless. */
export const sealOf = (secret: string): string =>
  createHmac('sha256', secret).update('preview').digest('base64url');
