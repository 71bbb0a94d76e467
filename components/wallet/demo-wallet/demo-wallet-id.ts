/** The demo wallet's rdns (EIP-6963). A build for real chains must not contain this text. */
export const DEMO_WALLET_ID = 'local.tidewell.demo-wallet';
