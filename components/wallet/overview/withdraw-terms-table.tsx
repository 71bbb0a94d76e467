import { useFormatter, useTranslations } from 'next-intl';
import type { ChainMapping, Coin, WithdrawTerms } from '@/lib/api/types';
import { ChainTerms } from './chain-terms';

/** What each vault charges for a withdrawal and how large one may be, chain by chain. */
export function WithdrawTermsTable({
  terms,
  chains,
  coins,
}: {
  terms: readonly WithdrawTerms[];
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
}) {
  const t = useTranslations('wallet.fees');
  const format = useFormatter();
  const symbols = new Map(coins.map(({ id, symbol }) => [id, symbol]));
  const missing = chains.filter(({ id }) => !terms.some(({ chainId }) => chainId === id));
  return (
    <div className="grid content-start gap-6">
      {chains.map((chain) => {
        const own = terms.filter(({ chainId }) => chainId === chain.id);
        return own.length === 0 ? null : (
          <ChainTerms key={chain.id} name={chain.name} terms={own} symbols={symbols} />
        );
      })}
      {missing.length > 0 ? (
        <p className="text-sm text-muted">
          {t('missing', { chains: format.list(missing.map(({ name }) => name)) })}
        </p>
      ) : null}
    </div>
  );
}
