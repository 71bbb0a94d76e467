import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { AmountText } from '@/components/wallet/display/amount-text';
import { FigureLine } from '@/components/wallet/display/figure-line';
import type { PledgeFunds as Funds } from '@/lib/wallet/pledge/use-pledge-contracts';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** What a contract holds of each token: pledges, the interest set aside for them, and what is left for more. */
export function PledgeFunds({
  funds,
  tokens,
}: {
  funds: readonly Funds[];
  tokens: ReadonlyMap<Address, ListedToken>;
}) {
  const t = useTranslations('wallet.pledge');
  const locale = useLocale();
  const lines = ['freeReserve', 'pledged', 'committed'] as const;
  return (
    <dl className="border-t border-line">
      {funds.flatMap((held) => {
        const token = tokens.get(held.token);
        if (!token) return [];
        return lines.map((line) => (
          <FigureLine key={`${held.token} ${line}`} label={t(line)}>
            <AmountText value={held[line]} decimals={token.decimals} locale={locale} /> {token.symbol}
          </FigureLine>
        ));
      })}
    </dl>
  );
}
