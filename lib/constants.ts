/** Values that the browser's code shares with the server's or the middleware. Others are in the file that uses them. */

export const DEFAULT_CURRENCY = 'USD';
export const PROGRESS_MS_PER_PERCENT = 10;
/** Color of the browser's UI in each theme. It must match the page background in app/globals.css. */
export const THEME_COLORS = { light: '#f6f8f9', dark: '#07131c' } as const;
export const SLIDER = { min: 0, max: 20, step: 1, stops: [0, 25, 50, 75, 100] } as const;
/** Next's draft mode cookie, also used in the middleware's matcher. */
export const DRAFT_MODE_COOKIE = '__prerender_bypass';
/** Request header in which the middleware passes the CSP nonce to a page. */
export const NONCE_HEADER = 'x-nonce';
/** Age after which an unconfirmed price is marked stale. */
export const PRICE_STALE_AFTER_MS = 90_000;
/** Delay before a rejected price stream is retried. Prices are polled in the meantime. */
export const PRICE_STREAM_REOPEN_MS = 30_000;
/** Maximum number of announcements marked as read on a device. */
export const READ_ARTICLES_LIMIT = 200;

/** Internal path for requests that HTTP forbids. There is no page at this path, so the middleware responds with 400. */
export const BAD_REQUEST_PATH = '/bad-request';

/** Format of invite codes, without similar-looking characters. About 10^12 codes are possible. */
export const INVITE_CODE = { alphabet: '23456789ABCDEFGHJKMNPQRSTUVWXYZ', characters: 8 } as const;
export const AVATAR_LIMIT_BYTES = 2 * 1_024 * 1_024;
/** Accepted avatar formats. An APNG counts as a PNG. */
export const AVATAR_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** URL parameters that set preferences for a visit (SITE-11). lib/preferences/visit-script.ts validates them. */
export const VISIT_PARAMETERS = ['embed', 'lang', 'theme', 'currency'] as const;

export type VisitParameter = (typeof VISIT_PARAMETERS)[number];

/** Maximum number of coins in one call for daily prices, which reads all their points of a year. */
export const MAX_DAILY_COINS = 20;
