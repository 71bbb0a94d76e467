/** The limits of profiles and uploads. Not in lib/constants.ts, which every public page carries as a whole. */

/** A code has about 10^12 forms, without characters that are taken for one another. */
export const INVITE_CODE = { alphabet: '23456789ABCDEFGHJKMNPQRSTUVWXYZ', characters: 8 } as const;
export const AVATAR_LIMIT_BYTES = 2 * 1_024 * 1_024;
/** What an avatar may be made of; APNG is a PNG with further frames. */
export const AVATAR_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
/** The largest picture that is decoded: what a phone's camera takes, and about 100 MB of memory. */
export const AVATAR_LIMIT_PIXELS = 25_000_000;
/** Side of the square that an uploaded picture becomes. */
export const AVATAR_SIZE_PX = 256;
/** An upload takes as long as the sender's line wants; one that takes longer than this has failed. */
export const UPLOAD_TIMEOUT_MS = 120_000;
/** A file's body must have arrived after this time; then the whole request's own time-out is near. */
export const UPLOAD_BODY_TIMEOUT_MS = 55_000;
