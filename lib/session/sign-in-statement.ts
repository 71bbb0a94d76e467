/**
 * Statement of our sign-in messages. English only, because EIP-4361 limits it to RFC 3986 URI characters and spaces.
 * `wallet.signing.signInStatement` in the message files is its translation.
 */
export const SIGN_IN_STATEMENT = 'Sign in with this account. It costs nothing and moves no funds.';
