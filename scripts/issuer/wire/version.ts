import type Stripe from 'stripe';

/** Version of Stripe's API that this issuer speaks. The type is the version of the installed `stripe` package. */
export const API_VERSION: typeof Stripe.API_VERSION = '2026-10-28.endive';
