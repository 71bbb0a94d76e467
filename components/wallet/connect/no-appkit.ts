/**
 * Stands in for `@reown/appkit/core`, which `@walletconnect/ethereum-provider` imports only for a modal of its own.
 * Ours is web3modal's.
 */
export function createAppKit(): never {
  throw new Error('@reown/appkit is not installed: use showQrModal: false');
}
