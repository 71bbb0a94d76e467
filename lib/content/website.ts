import website from '@/config/website.json';
import { isLocalDemo } from '@/lib/settings/build-env';

export type StoreName = keyof typeof website.storeLinks;

/** In the order they are offered. */
export const STORE_NAMES = ['googlePlay', 'appStore', 'apk'] as const satisfies readonly StoreName[];

export const { brand, infoMailbox } = website;

/** Where each store offers the app; null where it is not there yet. */
export const storeLinks: Readonly<Record<StoreName, string | null>> = website.storeLinks;

/** Whether the app can be had at all. */
export const hasApp = Object.values(storeLinks).some((link) => link !== null);

export type Claim = keyof typeof website.claims;

/** What the home page names beyond today's product: false while it is planned. */
export const claims: Readonly<Record<Claim, boolean>> = website.claims;

/** Subject of every message from the contact form; one wording, so that the mailbox can sort by it. */
export const CONTACT_SUBJECT = `Contact form, ${brand}`;

/** The developer page is on in the local demo; elsewhere the operator switches it on (TEST-4). */
export const testPageEnabled = website.features.testPage || isLocalDemo;
