/** Back ends for some calls instead of this site's own; `none` adds nothing to a path unless it is set. */
export const API_HOSTS = ['otc', 'co', 'upload', 'exchange', 'none'] as const;
export type ApiHost = (typeof API_HOSTS)[number];

// Values that Next writes into the build for browsers; this file must not import the validation of server settings.

/** Returns whether this build is for the local demo. */
export const isLocalDemo = process.env.NEXT_PUBLIC_DEMO_WALLET === '1';

/** Base URLs of the named hosts as JSON; empty if none is set. */
export const apiHosts = () => process.env.NEXT_PUBLIC_API_HOSTS ?? '';

/** Origins whose pages may embed this site and receive its messages. */
export const embedOrigins = (process.env.NEXT_PUBLIC_EMBED_ORIGINS ?? '').split(',').filter(Boolean);
