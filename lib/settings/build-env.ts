/** Back ends that some calls use instead of this site's API. `none` adds nothing to a path unless it is configured. */
export const API_HOSTS = ['otc', 'co', 'upload', 'exchange', 'none'] as const;
export type ApiHost = (typeof API_HOSTS)[number];

// Next writes these values into the browser build, so this file must not import the server settings validation.

/** Whether this build is for the local demo. */
export const isLocalDemo = process.env.NEXT_PUBLIC_DEMO_WALLET === '1';

/** Returns the base URLs of the named hosts as JSON, or an empty string if none is configured. */
export const apiHosts = () => process.env.NEXT_PUBLIC_API_HOSTS ?? '';

/** Origins that may embed this site and receive its messages. */
export const embedOrigins = (process.env.NEXT_PUBLIC_EMBED_ORIGINS ?? '').split(',').filter(Boolean);

/** Whether this is a build, and not the development server. */
export const isBuilt = process.env.NODE_ENV === 'production';
