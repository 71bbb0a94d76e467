import type { Config } from 'wagmi';
import { disconnect, getConnection } from 'wagmi/actions';
import { type ChainErrorCode, chainErrorCode } from '@/lib/evm/errors';
import { adoptConnection, browserConnector, hasAccount } from './browser-connector';
import type { BrowserWallet } from './browser-wallet';

/** Thrown if a wallet connects without sharing an account. */
export class NoAccountError extends Error {
  override name = 'NoAccountError';
}

/** Returns the message key, below `wallet`, for an error while a wallet connects or signs in. */
export const connectErrorKey = (error: unknown): 'connect.noAccount' | `errors.${ChainErrorCode}` =>
  error instanceof NoAccountError ? 'connect.noAccount' : `errors.${chainErrorCode(error)}`;

/** The end of the latest connection. A new one waits for it, because wagmi drops whatever is connected then. */
let closing: Promise<void> = Promise.resolve();

/** Disconnects the wallet, if one is connected. Never rejects. */
export function disconnectWallet(config: Config): Promise<void> {
  const { current } = config.state;
  // wagmi keeps the connection if the wallet can't end it, for example because WalletConnect's relay is unreachable.
  closing = disconnect(config).catch(() => {
    if (current !== null) config._internal.events.disconnect({ uid: current });
  });
  return closing;
}

/** Returns what `request` resolves to, unless the signal aborts first. @throws the signal's reason. */
export function unlessAborted<T>(request: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    request.then(resolve, reject);
  });
}

/**
 * Connects a browser wallet on the network that it's on. If the signal aborts first, the wallet's answer has no effect.
 * @throws NoAccountError, the wallet's error, or the signal's reason.
 */
export async function connectWallet(
  config: Config,
  wallet: BrowserWallet,
  signal: AbortSignal,
): Promise<void> {
  await unlessAborted(closing, signal);
  const connector = browserConnector(config, wallet);
  if (getConnection(config).connector === connector) return;
  const { accounts, chainId } = await unlessAborted(connector.connect(), signal);
  if (!hasAccount(accounts)) throw new NoAccountError();
  await config.storage?.setItem('recentConnectorId', connector.id);
  adoptConnection(config, connector, { accounts, chainId });
}
