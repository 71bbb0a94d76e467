import { z } from 'zod';
import { PUSH_KINDS } from '../push-kinds';
import { time, wireInt } from './values';

/** Maximum number of price alerts that a device may store. */
export const PUSH_ALERT_LIMIT = 20;

/** Returns a schema for bytes in base64url without padding (RFC 4648, section 5). */
const bytes = (count: number) =>
  z
    .string({ error: 'pushKey' })
    .regex(/^[\w-]+$/, { error: 'pushKey' })
    .length(Math.ceil((count * 4) / 3), { error: 'pushKey' });

const endpoint = z
  .string({ error: 'pushEndpoint' })
  .max(1_024, { error: 'pushEndpoint' })
  .refine((text) => URL.canParse(text), { error: 'pushEndpoint' })
  .meta({ description: 'URL of the browser’s push service (RFC 8030).' });

const pushAlert = z.object({
  id: z.string({ error: 'text' }).regex(/^[\w-]{1,64}$/, { error: 'text' }),
  coinId: wireInt,
  currency: z.string({ error: 'text' }).regex(/^[A-Z]{3}$/, { error: 'text' }),
  side: z.enum(['above', 'below'], { error: 'text' }),
  price: z
    .string({ error: 'text' })
    .regex(/^\d{1,20}(\.\d{1,18})?$/, { error: 'text' })
    .meta({ examples: ['2500.5'] }),
});

export const pushInput = z.object({
  endpoint,
  p256dh: bytes(65).meta({ description: 'The browser’s public key (RFC 8291), in base64url.' }),
  auth: bytes(16).meta({ description: 'The browser’s authentication secret (RFC 8291), in base64url.' }),
  kinds: z
    .array(z.enum(PUSH_KINDS, { error: 'text' }), { error: 'text' })
    .min(1, { error: 'text' })
    .max(PUSH_KINDS.length),
  alerts: z
    .array(pushAlert, { error: 'text' })
    .max(PUSH_ALERT_LIMIT, { error: 'text' })
    .meta({ description: 'Pending price alerts. Only stored with the kind `alerts`.' }),
});

export const pushResult = z
  .object({
    toldAlerts: z.array(z.object({ id: z.string(), at: time })).describe('Alerts that were pushed.'),
  })
  .meta({ id: 'PushSubscription' });

export const pushEndInput = z.object({ endpoint });
