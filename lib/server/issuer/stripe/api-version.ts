import 'server-only';
import Stripe from 'stripe';

/** Version of the issuer's API for replies to webhooks and for ephemeral keys: the one that the installed client uses. */
export const ISSUER_VERSION = Stripe.API_VERSION;
