import { type AbstractIntlMessages, type Locale, NextIntlClientProvider, useTranslations } from 'next-intl';
import { AmountText } from '@/components/wallet/display/amount-text';
import { HideBalancesButton, OwnAmounts } from '@/components/wallet/display/own-amounts';
import { readLastBalances } from '@/lib/session/last-balances';

/** The balances that this device read last. Says that the page needs a connection if there are none. */
export function LastBalancesList() {
  const t = useTranslations('wallet.overview');
  const last = readLastBalances();
  if (!last || last.balances.length === 0) return <p role="status">{t('offline')}</p>;
  return (
    <section aria-labelledby="last-balances" className="grid content-start gap-2">
      <div className="flex items-center justify-between gap-4">
        <h2 id="last-balances" className="text-xl">
          {t('lastBalances')}
        </h2>
        <HideBalancesButton className="-me-3" />
      </div>
      <OwnAmounts>
        <ul>
          {last.balances.map(({ symbol, network, amount, decimals }) => (
            <li
              key={`${network} ${symbol}`}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 border-b border-line py-2"
            >
              <span>
                {symbol} <span className="text-xs text-muted">{network}</span>
              </span>
              <span>
                <AmountText value={BigInt(amount)} decimals={decimals} /> {symbol}
              </span>
            </li>
          ))}
        </ul>
      </OwnAmounts>
    </section>
  );
}

/** What the overview shows offline without the wallet: the last known balances, if there are any. */
export function OfflineHome({ locale, messages }: { locale: Locale; messages: AbstractIntlMessages }) {
  return readLastBalances() ? (
    <NextIntlClientProvider locale={locale} messages={messages}>
      <LastBalancesList />
    </NextIntlClientProvider>
  ) : null;
}
