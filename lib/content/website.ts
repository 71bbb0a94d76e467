import website from '@/config/website.json';
import { routes } from '@/lib/routes';
import { isLocalDemo } from '@/lib/settings/build-env';
import type { BuyProvider } from '@/lib/validation/buy-url';
import { hasDapps } from './dapps';

export type StoreName = keyof typeof website.storeLinks;

/** In display order. */
export const STORE_NAMES = ['googlePlay', 'appStore', 'apk'] as const satisfies readonly StoreName[];

export const { brand, infoMailbox } = website;

type Operator = { name: string; address: string; registration?: string };
const given: {
  operator?: Operator | null;
  securityContact?: string | null;
  buyProviders?: readonly BuyProvider[];
} = website;

/** Who runs the site, or null if the operator's file doesn't say. */
export const operator = given.operator ?? null;

/** URL for reports of vulnerabilities. */
export const securityContact = given.securityContact ?? `mailto:${infoMailbox}`;

/** Companies at which users can buy crypto, in display order. */
export const buyProviders = given.buyProviders ?? [];

/** Store links of the app. A link is null if the app isn't available there yet. */
export const storeLinks: Readonly<Record<StoreName, string | null>> = website.storeLinks;

/** True if the app is available in at least one store. */
export const hasApp = Object.values(storeLinks).some((link) => link !== null);

export type Claim = keyof typeof website.claims;

/** Addresses of the features that the home page claims. An address is null if the feature is planned. */
export const claims: Readonly<Record<Claim, string | null>> = {
  ...website.claims,
  dapps: website.claims.dapps ?? (hasDapps ? routes.dapps : null),
};

/** Subject of all contact form messages. It is the same in every language, so that the mailbox can filter by it. */
export const CONTACT_SUBJECT = `Contact form, ${brand}`;

/** Whether the developer page is enabled: always in the local demo, otherwise if the operator enables it (TEST-4). */
export const testPageEnabled = website.features.testPage || isLocalDemo;
