import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { formatAmount } from '@/lib/amount';
import type { ChainMapping } from '@/lib/api/types';
import { type ActivityRow, activityKinds } from '@/lib/chain/activity/activity-row';

/** What a reader sees of a row and may look for. Made once for each row: with every letter all of them are searched. */
export function useRowWords(chains: readonly ChainMapping[]): (row: ActivityRow) => readonly string[] {
  const t = useTranslations('wallet.activity');
  const locale = useLocale();
  return useMemo(() => {
    const names = new Map(chains.map(({ id, name }) => [id, name]));
    const kinds = new Map(activityKinds.map((kind) => [kind, t(`kind.${kind}`)]));
    const known = new WeakMap<ActivityRow, readonly string[]>();
    return (row) => {
      const words = known.get(row) ?? [
        kinds.get(row.kind) ?? '',
        names.get(row.chainId) ?? '',
        ...[...row.out, ...row.in].map(
          ({ token, amount }) =>
            `${formatAmount(amount, token.decimals, locale, token.decimals)} ${token.symbol}`,
        ),
      ];
      known.set(row, words);
      return words;
    };
  }, [chains, locale, t]);
}
