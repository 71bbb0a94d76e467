/** Name of the cookie with the session's token. */
export const TOKEN_COOKIE = 'token';
