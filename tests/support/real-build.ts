/** The build for real chains, which no demo wallet is in. */
export const REAL_DIST_DIR = '.next-real';
/** An operator's canonical origin. */
export const OPERATOR = 'https://wallet.example.org';
