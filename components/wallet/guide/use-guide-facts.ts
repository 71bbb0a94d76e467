import { useEffect } from 'react';
import { useConnection } from 'wagmi';
import { DEMO_WALLET_ID } from '@/components/wallet/demo-wallet/demo-wallet-id';
import { useSession } from '@/lib/session/session';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { useSeenMoney, watchSeenMoney } from './guide-marks';
import type { GuideFacts } from './guide-steps';

/** What the steps are judged by; null for who came with a wallet of their own, or whose wallet is away. */
export function useGuideFacts() {
  const { address: account, connector } = useConnection();
  const isLoggedIn = useSession((state) => state.token !== null);
  const entries = useLedger((state) => state.entries);
  const seen = useSeenMoney((state) => state.entries);
  useEffect(watchSeenMoney, []);
  const isDemo = account ? connector?.id === DEMO_WALLET_ID : !isLoggedIn;
  if (!isDemo) return null;
  const hasSeenMoney = account !== undefined && seen.includes(account);
  return { account, isLoggedIn, hasSeenMoney, entries } satisfies GuideFacts;
}
