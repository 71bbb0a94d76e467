import { createHmac, randomBytes } from 'node:crypto';
import type { Faults } from '../state/faults';

/** Older than the 300 s that Stripe's client accepts. */
const OLD_S = 600;

const hmac = (secret: string, time: number, body: string) =>
  createHmac('sha256', secret).update(`${time}.${body}`, 'utf8').digest('hex');

/**
 * Returns the value of `Stripe-Signature` for a webhook's body: the time, and a `v1` signature per secret. A fault can
 * make it invalid.
 */
export function signatureHeader(
  body: string,
  { secrets, faults }: { secrets: readonly string[]; faults: Faults },
): string {
  const isOld = faults.take('old_timestamp');
  const time = Math.floor(Date.now() / 1000) - (isOld ? OLD_S : 0);
  const otherSecret = randomBytes(16).toString('hex');
  const used = faults.take('bad_signature')
    ? [otherSecret]
    : faults.take('two_secrets')
      ? [otherSecret, ...secrets]
      : secrets;
  return [`t=${time}`, ...used.map((secret) => `v1=${hmac(secret, time, body)}`)].join(',');
}
