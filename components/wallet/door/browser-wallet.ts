import type { EIP1193Provider } from 'viem';

/** A wallet of this browser, as it was checked. Apart from the provider, nothing in it belongs to the wallet. */
export type BrowserWallet = Readonly<{
  /** The id of its wagmi connector, the same after a reload: the rdns, or one that starts with LEGACY_ID. */
  id: string;
  /** Null for a legacy provider that doesn't say which wallet it is. */
  name: string | null;
  /** Null for a legacy provider. */
  rdns: string | null;
  /** A data URI that is safe to draw as an image. */
  icon: string | null;
  provider: EIP1193Provider;
}>;

/** The id of the connector of a legacy provider, or the start of it. */
export const LEGACY_ID = 'injected';

/**
 * Whether a value has the method of EIP-1193. A thenable is refused: wagmi awaits its providers one after the other, and
 * one that never settles would keep every other wallet from reconnecting. @throws what a hostile getter throws.
 */
export const isProvider = (value: unknown): value is EIP1193Provider =>
  (typeof value === 'object' || typeof value === 'function') &&
  value !== null &&
  'request' in value &&
  typeof value.request === 'function' &&
  !('then' in value && typeof value.then === 'function');
