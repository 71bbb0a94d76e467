/** Back ends that some calls may go to instead of this site's own; `none` adds nothing to a path unless it is set. */
export const API_HOSTS = ['otc', 'co', 'upload', 'exchange', 'none'] as const;
export type ApiHost = (typeof API_HOSTS)[number];

// What Next writes into the build, which browsers load: nothing here may import the validation of the server's settings.

/** Returns whether this build is for the local demo. */
export const isLocalDemo = process.env.NEXT_PUBLIC_DEMO_WALLET === '1';

/** The named hosts' bases as JSON; empty where none is set. */
export const apiHosts = () => process.env.NEXT_PUBLIC_API_HOSTS ?? '';

/** Origins whose pages may hold this site in a frame and hear its messages. */
export const embedOrigins = (process.env.NEXT_PUBLIC_EMBED_ORIGINS ?? '').split(',').filter(Boolean);
