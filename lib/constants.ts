/** Business constants of the product. Names end with the unit, if there is one. */

export const NOTICE_DURATION_MS = 5_000;
export const NOTICE_LIMIT = 3;
export const LOGOUT_LOCK_MS = 1_500;
/** Name of the cookie with the session's token. */
export const TOKEN_COOKIE = 'token';
export const SESSION_DURATION_MS = 2 * 60 * 60 * 1_000;
/** Maximum age of an EIP-4361 nonce. */
export const NONCE_DURATION_MS = 5 * 60 * 1_000;
/** Timeout for API calls, including the sample calls on the developer page. */
export const REQUEST_TIMEOUT_MS = 20_000;
export const COIN_PAGE_SIZE = 20;
export const SAMPLE_PAGE_SIZE = 20;
export const DEFAULT_CURRENCY = 'USD';
export const DEFAULT_DECIMALS = 6;
export const DIALOG_CLOSE_DELAY_MS = 500;
export const DIALOG_DRAG_CLOSE_RATIO = 0.6;
export const PROGRESS_MS_PER_PERCENT = 10;
export const MOBILE_BREAKPOINT_PX = 768;
export const QR_HIDE_DELAY_MS = 450;
export const QR_SIZE_PX = 240;
export const QR_MARGIN_MODULES = 2;
export const LEADERSHIP_LIMIT = 3;
/** Color of the browser's UI in each theme. It must match the page background in app/globals.css. */
export const THEME_COLORS = { light: '#f6f8f9', dark: '#07131c' } as const;
export const SLIDER = { min: 0, max: 20, step: 1, stops: [0, 25, 50, 75, 100] } as const;
/** Validation rules (VAL-1). */
export const LENGTH_RULE_CHARACTERS = { min: 6, max: 20 } as const;
export const MAX_RULE_DECIMALS = 2;
export const MINIMUM_AGE_PRIVACY_YEARS = 13;
export const MINIMUM_AGE_TERMS_YEARS = 18;
/** Maximum wait for a pairing URI from WalletConnect's relay. */
export const WALLETCONNECT_TIMEOUT_MS = 15_000;
/** Maximum time to wait for a wallet to reconnect before the page continues. */
export const RECONNECT_TIMEOUT_MS = 4_000;
/** Next's draft mode cookie, also used in the middleware's matcher. */
export const DRAFT_MODE_COOKIE = '__prerender_bypass';
export const PREVIEW_COOKIE = 'preview';
/** Request header in which the middleware passes the CSP nonce to a page. */
export const NONCE_HEADER = 'x-nonce';
/** Age after which an unconfirmed price is marked stale. */
export const PRICE_STALE_AFTER_MS = 90_000;
/** Polling interval for prices while there is no stream. */
export const PRICE_POLL_MS = 10_000;
/** Delay before a rejected price stream is retried. Prices are polled in the meantime. */
export const PRICE_STREAM_REOPEN_MS = 30_000;
/** Local storage key of the selected spot trading pair. */
export const SPOT_PAIR_STORAGE_KEY = 'spotPair';
export const ANNOUNCEMENT_PAGE_SIZE = 5;
/** Maximum number of announcements marked as read on a device. */
export const READ_ARTICLES_LIMIT = 200;
/** Age at which the unread count is refetched when the user returns to the page. */
export const UNREAD_COUNT_MAX_AGE_MS = 60_000;
/** Maximum time to wait for the browser to be idle before deferred work runs. */
export const IDLE_WAIT_MS = 2_000;

/**
 * Internal path for page requests with methods other than GET and HEAD. There is no page at this path, so the
 * middleware responds with 405.
 */
export const METHOD_NOT_ALLOWED_PATH = '/method-not-allowed';

/** Internal path for requests that HTTP forbids. There is no page at this path, so the middleware responds with 400. */
export const BAD_REQUEST_PATH = '/bad-request';

/** Format of invite codes, without similar-looking characters. About 10^12 codes are possible. */
export const INVITE_CODE = { alphabet: '23456789ABCDEFGHJKMNPQRSTUVWXYZ', characters: 8 } as const;
export const AVATAR_LIMIT_BYTES = 2 * 1_024 * 1_024;
/** Accepted avatar formats. An APNG counts as a PNG. */
export const AVATAR_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
/**
 * Size of the largest image that is decoded, in pixels. Decoding a phone camera's photo takes about 100 MB of memory.
 */
export const AVATAR_LIMIT_PIXELS = 25_000_000;
/** Side length of the square avatar. */
export const AVATAR_SIZE_PX = 256;
/** Timeout for an upload. It is long, because some connections are slow. */
export const UPLOAD_TIMEOUT_MS = 120_000;
/** Timeout for receiving a file, slightly shorter than the timeout for the whole request. */
export const UPLOAD_BODY_TIMEOUT_MS = 55_000;

/** URL parameters that set preferences for a visit (SITE-11). lib/preferences/visit-script.ts validates them. */
export const VISIT_PARAMETERS = ['embed', 'lang', 'theme', 'currency'] as const;

export type VisitParameter = (typeof VISIT_PARAMETERS)[number];
