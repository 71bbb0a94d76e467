import 'server-only';
import { serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';
import type { Issuer } from './issuer';
import { createStripeIssuer } from './stripe/stripe-issuer';

let memo: { issuer: Issuer | null } | undefined;

function create(): Issuer | null {
  const env = serverEnv();
  const { CARD_ISSUER_KEY: apiKey, CARD_DECISION_SECRETS: decision, CARD_EVENT_SECRETS: events } = env;
  if (!apiKey || !decision || !events) return null;
  return createStripeIssuer({ apiKey, origin: env.CARD_ISSUER_ORIGIN, secrets: { decision, events } });
}

/** Returns the card issuer of the settings, or null without one. */
export function configuredIssuer(): Issuer | null {
  memo ??= { issuer: create() };
  return memo.issuer;
}

/** Returns the card issuer of the settings. @throws ApiError 404 without one. */
export function requiredIssuer(): Issuer {
  const issuer = configuredIssuer();
  if (!issuer) throw new ApiError(404, 'noSuchCall');
  return issuer;
}
