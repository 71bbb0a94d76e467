import type { Address } from 'viem';
import type { Config } from 'wagmi';
import { bindSession } from '@/components/wallet/shell/wallet-setup';
import { startSession } from '@/lib/session/session';
import { beginSession } from '@/lib/session/session-changes';
import en from '@/messages/en.json';

/** Signs in without a server. As on the site, the session ends when the wallet disconnects or switches accounts. */
export function startBoundSession(
  config: Config,
  account: Address,
  revoke: (token: string) => Promise<void> = async () => undefined,
): void {
  const wording = { disconnected: en.client.disconnected };
  startSession({ wording, revoke, loadChanges: () => import('@/lib/session/session-changes') });
  beginSession('secret', new Date(Date.now() + 3_600_000).toISOString(), account);
  bindSession(config);
}
