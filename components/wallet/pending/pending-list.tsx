import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { ExternalLink } from '@/components/ui/external-link';
import { useChainMapping } from '@/lib/api/hooks';
import { shortAddress } from '@/lib/evm/native-token';
import { formatAmount } from '@/lib/format/amount';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { WaitingNote } from './waiting-note';

/** The account's transactions that wait for their network, wherever they were begun; nothing where there are none. */
export function PendingList({ account }: { account: Address }) {
  const t = useTranslations('wallet.pending');
  const locale = useLocale();
  const { data: chains = [] } = useChainMapping();
  const ledger = useLedger((state) => state.entries);
  const entries = ledger.filter((entry) => entry.account === account && entry.status === 'pending');
  if (entries.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-sm text-muted">{t('title')}</h3>
      <ul className="grid">
        {entries.toReversed().map((entry) => {
          const chain = chains.find(({ id }) => id === entry.chainId);
          return (
            <li key={entry.id} className="grid gap-3 border-b border-line py-3">
              <div className="grid grid-cols-[1fr_auto] gap-x-4">
                <span>{t(`kind.${entry.kind}`)}</span>
                <span className="figures text-end wrap-anywhere">
                  {formatAmount(BigInt(entry.amountRaw), entry.decimals, locale, entry.decimals)}{' '}
                  {entry.symbol}
                </span>
                <span className="text-xs text-muted">{chain?.name}</span>
                <span className="text-end text-xs">
                  {chain && entry.hash ? (
                    <ExternalLink href={chain.browserTx + entry.hash}>
                      {shortAddress(entry.hash)}
                    </ExternalLink>
                  ) : null}
                </span>
              </div>
              <WaitingNote entry={entry} nativeSymbol={chain?.nativeSymbol ?? ''} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
