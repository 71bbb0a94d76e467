import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useMemo } from 'react';
import type { Address } from 'viem';
import type { ChainMapping } from '@/lib/api/types';
import { inSlices } from '@/lib/evm/read-many';
import { formatAmount } from '@/lib/format/amount';
import { type ActivityRow, activityKinds } from '@/lib/wallet/activity/activity-row';
import { searchText } from '@/lib/wallet/activity/filter-activity';

/** Number of rows to process before yielding to the browser. */
const SLICE = 200;

/**
 * React hook that returns a function to get a row's searchable text. The text is built before the first search and
 * cached, because each keystroke searches all rows.
 */
export function useRowText(
  rows: readonly ActivityRow[],
  chains: readonly ChainMapping[],
  nameOf: (chainId: number, address: Address) => string,
): (row: ActivityRow) => string {
  const t = useTranslations('wallet.activity');
  const locale = useLocale();
  const textOf = useMemo(() => {
    const names = new Map(chains.map(({ id, name }) => [id, name]));
    const kinds = new Map(activityKinds.map((kind) => [kind, t(`kind.${kind}`)]));
    const known = new WeakMap<ActivityRow, string>();
    return (row: ActivityRow) => {
      const knownText = known.get(row);
      if (knownText !== undefined) return knownText;
      const amounts = [row.out, row.in, row.allowance ?? [], row.requested ?? []]
        .flat()
        .map(
          ({ token, amount }) =>
            `${formatAmount(amount, token.decimals, locale, token.decimals)} ${token.symbol}`,
        );
      const { kind, chainId, counterparty } = row;
      const text = searchText(row, [
        kinds.get(kind) ?? '',
        names.get(chainId) ?? '',
        counterparty ? nameOf(chainId, counterparty) : '',
        ...amounts,
      ]);
      known.set(row, text);
      return text;
    };
  }, [chains, locale, nameOf, t]);
  useEffect(() => {
    let isCancelled = false;
    void inSlices(rows, SLICE, (slice) => {
      if (!isCancelled) for (const row of slice) textOf(row);
      return [];
    });
    return () => {
      isCancelled = true;
    };
  }, [rows, textOf]);
  return textOf;
}
