import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Issuer } from '../state/issuer';
import type { IssuerEvent } from '../state/state';
import { API_VERSION } from '../wire/version';
import { postEvent } from './post';

/** Stripe's limit for the reply of the endpoint that decides. */
const LIMIT_MS = 2_000;

const reply = z.object({
  approved: z.boolean(),
  amount: z.int().positive().optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).optional(),
});

/** What was decided about a request for authorization, and why. `reason` is one of Stripe's. */
export interface Decision {
  approved: boolean;
  reason: string;
  message: string | null;
  /** Amount to hold, if the endpoint chose another than the requested one. */
  amount?: number;
  metadata?: Record<string, string>;
}

const webhookError = (message: string): Decision => ({ approved: false, reason: 'webhook_error', message });

interface Requested {
  amount: number;
  amount_details: { cashback_amount: number | null } | null;
  is_amount_controllable: boolean;
}

function readReply(text: string, requested: Requested): Decision {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return webhookError('The response body is not valid JSON.');
  }
  const { success, data, error } = reply.safeParse(json);
  if (!success) return webhookError(`Invalid response: ${z.prettifyError(error)}`);
  const { approved, metadata } = data;
  // Stripe ignores the amount if the merchant doesn't support a part.
  const amount = approved && requested.is_amount_controllable ? data.amount : undefined;
  const cashback = requested.amount_details?.cashback_amount ?? 0;
  if (amount !== undefined && (amount > requested.amount || amount < cashback))
    return webhookError(
      '`amount` must be at most `pending_request.amount` and at least the cashback amount.',
    );
  return {
    approved,
    reason: approved ? 'webhook_approved' : 'webhook_declined',
    message: null,
    ...(amount === undefined ? {} : { amount }),
    ...(metadata ? { metadata } : {}),
  };
}

async function readResponse(response: Response, requested: Requested): Promise<Decision> {
  const text = await response.text();
  if (response.status !== 200) return webhookError(`The response status is ${response.status}, not 200.`);
  const version = response.headers.get('stripe-version');
  if (!version) return webhookError('The `Stripe-Version` header is missing.');
  if (version !== API_VERSION) return webhookError(`The \`Stripe-Version\` header is invalid: ${version}`);
  const type = response.headers.get('content-type');
  if (type && !/^application\/json\b/i.test(type))
    return webhookError(`The content type is ${type}, not application/json.`);
  return readReply(text, requested);
}

/**
 * Asks the account's endpoint to decide a request, and returns its decision. If there's no reply within 2 s, the
 * account's setting decides.
 */
export async function askDecision(
  issuer: Issuer,
  event: IssuerEvent,
  requested: Requested,
): Promise<Decision> {
  const { settings, faults } = issuer;
  const { decision: endpoint } = settings;
  if (!endpoint) return { approved: true, reason: 'card_active', message: null };
  const timedOut = (): Decision => ({
    approved: settings.onTimeout === 'approve',
    reason: 'webhook_timeout',
    message: null,
  });
  const post = (signal: AbortSignal) => postEvent(endpoint, event, { faults, signal });

  if (faults.take('request_late')) {
    await delay(LIMIT_MS);
    const late = post(AbortSignal.timeout(LIMIT_MS)).then((response) => response.text());
    // The endpoint gets a request that is already decided, so whether and what it replies doesn't matter.
    void Promise.allSettled([late]);
    return timedOut();
  }
  const signal = AbortSignal.timeout(LIMIT_MS);
  const ask = async () => readResponse(await post(signal), requested);
  const [first] = await Promise.allSettled(faults.take('deliver_twice') ? [ask(), ask()] : [ask()]);
  event.pending_webhooks = 0;
  if (first.status === 'fulfilled') return faults.take('reply_late') ? timedOut() : first.value;
  return signal.aborted ? timedOut() : webhookError(`The endpoint can't be reached: ${String(first.reason)}`);
}
