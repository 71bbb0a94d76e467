import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { LatestTransactions } from '@/components/wallet/transaction-sheet/latest-transactions';
import { useResultText } from '@/components/wallet/transaction-sheet/use-result-text';
import type { ChainMapping } from '@/lib/api/types';
import { formatAmount } from '@/lib/format/amount';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';

/** The account's recent swaps on one network. */
export function SwapProgress({ account, chain }: { account: Address; chain: ChainMapping }) {
  const t = useTranslations('wallet.swap');
  const transfer = useTranslations('wallet.transfer');
  const locale = useLocale();
  const resultText = useResultText();
  const ledger = useLedger((state) => state.entries);
  const own = useOwnText();
  const entries = ledger.filter(
    (entry) => entry.kind === 'swap' && entry.account === account && entry.chainId === chain.id,
  );
  return (
    <LatestTransactions
      entries={entries}
      chain={chain}
      entryText={({ amountRaw, decimals, symbol, trade, receivedRaw }) => {
        const swap = {
          amount: own(formatAmount(BigInt(amountRaw), decimals, locale, decimals)),
          symbol,
          bought: trade?.symbol ?? '',
        };
        if (!trade || receivedRaw === undefined) return t('entry', swap);
        const received = own(formatAmount(BigInt(receivedRaw), trade.decimals, locale));
        return t('entryDone', { ...swap, received });
      }}
      statusText={(entry) => {
        const { status, isAltered } = entry;
        if (status !== 'failed' && !isAltered)
          return transfer(`status.${status === 'pending' ? 'pending' : 'confirmed'}`);
        return resultText(entry);
      }}
    />
  );
}
