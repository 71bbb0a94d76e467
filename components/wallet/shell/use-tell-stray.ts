import { useTranslations } from 'next-intl';
import { useChainMapping } from '@/lib/api/hooks';
import { notify } from '@/lib/browser/notices';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

/** Tells that a wallet has sent a transaction on another network than the one that it said it was on. */
export function useTellStray({ chainId }: LedgerEntry): (foundOn: number) => void {
  const t = useTranslations('wallet');
  const { data: chains = [] } = useChainMapping();
  const nameOf = (wanted: number) => chains.find(({ id }) => id === wanted)?.name ?? String(wanted);
  return (foundOn) =>
    notify('warning', t('notice.strayed', { there: nameOf(foundOn), said: nameOf(chainId) }));
}
