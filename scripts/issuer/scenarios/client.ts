import Stripe from 'stripe';
import { API_VERSION } from '../wire/version';

/** Returns a client for an issuer: a local one at `origin`, or Stripe. */
export function issuerClient(apiKey: string, origin: string | undefined): Stripe {
  const common = { apiVersion: API_VERSION, telemetry: false };
  if (origin === undefined) return new Stripe(apiKey, common);
  const { hostname, port, protocol } = new URL(origin);
  return new Stripe(apiKey, {
    ...common,
    host: hostname,
    port,
    protocol: protocol === 'https:' ? 'https' : 'http',
  });
}
