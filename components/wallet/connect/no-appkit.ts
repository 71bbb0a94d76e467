/**
 * Replaces `@reown/appkit/core`, which `@walletconnect/ethereum-provider` imports only for its own modal. This site
 * uses web3modal's modal instead.
 */
export function createAppKit(): never {
  throw new Error('@reown/appkit is not installed: use showQrModal: false');
}
