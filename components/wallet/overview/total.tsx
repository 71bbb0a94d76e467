import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { useDisplayPrices } from '@/components/wallet/coins/use-display-prices';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { useShortList } from '@/components/wallet/display/short-lists';
import { useCoins, useContracts } from '@/lib/api/hooks';
import { totalFiatValue } from '@/lib/wallet/balances/fiat-value';
import { useBalances } from '@/lib/wallet/balances/use-balances';

/** Total of the wallet and vault balances on all networks in the display currency, with notes on what it leaves out. */
export function Total({ account }: { account: Address }) {
  const t = useTranslations('wallet.total');
  const list = useShortList();
  const coins = useCoins();
  const contracts = useContracts();
  const { balances, isLoading } = useBalances(account, coins.data ?? [], contracts.data ?? []);
  const { priceOf, isLate, isWaiting, money } = useDisplayPrices();

  const held = balances.filter(({ inWallet, inVault }) => inWallet || inVault);
  const priced = held.map(({ coin }) => priceOf(coin.id)).filter((price) => price !== undefined);
  const isBusy = isWaiting || isLoading || balances.length === 0;
  const isKnown = !isBusy && (priced.length > 0 || held.length === 0);
  const { inWallet, inVault, unpriced, isIncomplete } = totalFiatValue(balances, priceOf);
  const notes = [
    ...(!isKnown ? [t('noPrices')] : unpriced.length > 0 ? [t('unpriced', { coins: list(unpriced) })] : []),
    ...(isIncomplete ? [t('incomplete')] : []),
    ...(priced.some(isLate) ? [t('late')] : []),
  ];
  // If a list failed to load, another component shows the error with a retry button.
  if (coins.error && !coins.data) return null;
  if (contracts.error && !contracts.data) return null;
  return (
    <section aria-labelledby="total-heading" aria-busy={isBusy} className="grid content-start gap-2">
      <h2 id="total-heading" className="text-sm text-muted">
        {t('title', { currency: money.currency })}
      </h2>
      <div className="font-display text-4xl">
        {isKnown ? (
          <FiatValueText value={inWallet + inVault} money={money} />
        ) : (
          <span className="text-muted">–</span>
        )}
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 text-sm">
        {[
          { label: t('inWallet'), value: inWallet },
          { label: t('inVault'), value: inVault },
        ].map(({ label, value }) => (
          <div key={label} className="flex gap-2">
            <dt className="text-muted">{label}</dt>
            <dd>{isKnown ? <FiatValueText value={value} money={money} /> : '–'}</dd>
          </div>
        ))}
      </dl>
      {isBusy
        ? null
        : notes.map((note) => (
            <p key={note} className="measure text-sm text-muted">
              {note}
            </p>
          ))}
    </section>
  );
}
