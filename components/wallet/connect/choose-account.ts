import { type EIP1193Provider, withTimeout } from 'viem';
import type { Config } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import { WalletSilentError } from '@/lib/evm/errors';

/** How long the user has to choose, in ms. After that, the wallet's answer counts as a change of its own. */
const DECISION_MS = 60_000;

let isChoosing = false;

/** Returns whether the user is choosing another account, so that the wallet stays connected when the session ends. */
export const isChoosingAccount = (): boolean => isChoosing;

/**
 * Asks the connected wallet for another account (EIP-2255). Returns whether the user chose one, which ends the session
 * (AUTH-3), but not the connection. Otherwise, both stay.
 * @throws the wallet's error, or WalletSilentError.
 */
export async function chooseAccount(config: Config): Promise<boolean> {
  const { connector, address } = getConnection(config);
  if (!connector) throw new WalletSilentError();
  const provider = (await connector.getProvider()) as EIP1193Provider;
  isChoosing = true;
  try {
    await withTimeout(
      () => provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] }),
      { timeout: DECISION_MS, errorInstance: new WalletSilentError() },
    );
    const accounts = await connector.getAccounts();
    const isOther = accounts[0] !== undefined && accounts[0] !== address;
    // The wallet's own event can come later, when the wallet would be disconnected.
    if (isOther) connector.onAccountsChanged([...accounts]);
    return isOther;
  } finally {
    isChoosing = false;
  }
}
