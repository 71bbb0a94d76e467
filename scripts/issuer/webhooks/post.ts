import type { Faults } from '../state/faults';
import type { Endpoint } from '../state/issuer';
import type { IssuerEvent } from '../state/state';
import { signatureHeader } from './signature';

/** Sends an event to an endpoint, signed. Rejects if there's no response before `signal` aborts. */
export function postEvent(
  { url, secrets }: Endpoint,
  event: IssuerEvent,
  { faults, signal }: { faults: Faults; signal: AbortSignal },
): Promise<Response> {
  const body = JSON.stringify(event, null, 2);
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureHeader(body, { secrets, faults }),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    body,
    redirect: 'manual',
    signal,
  });
}
