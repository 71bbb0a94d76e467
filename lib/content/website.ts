import website from '@/config/website.json';
import { isLocalDemo } from '@/lib/settings/build-env';

export type StoreName = keyof typeof website.storeLinks;

/** In display order. */
export const STORE_NAMES = ['googlePlay', 'appStore', 'apk'] as const satisfies readonly StoreName[];

export const { brand, infoMailbox } = website;

/** Store links of the app; null if it is not available yet. */
export const storeLinks: Readonly<Record<StoreName, string | null>> = website.storeLinks;

/** Whether the app is available anywhere. */
export const hasApp = Object.values(storeLinks).some((link) => link !== null);

export type Claim = keyof typeof website.claims;

/** Claims of the home page beyond today's product: false while planned. */
export const claims: Readonly<Record<Claim, boolean>> = website.claims;

/** Subject of every message from the contact form, the same in all languages, so that the mailbox can filter by it. */
export const CONTACT_SUBJECT = `Contact form, ${brand}`;

/** The developer page is enabled in the local demo; elsewhere, the operator enables it (TEST-4). */
export const testPageEnabled = website.features.testPage || isLocalDemo;
