import { useLocale, useTranslations } from 'next-intl';
import { useId } from 'react';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { AmountPanel } from '@/components/wallet/fields/amount-panel';
import { TokenButton, type TokenPicker } from '@/components/wallet/fields/token-button';
import { formatAmount } from '@/lib/format/amount';
import { changePercent, changeText } from '@/lib/format/percent';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { SwapToken } from '@/lib/wallet/swap/token';
import type { SwapView } from './use-swap';

/** The token and amount to receive, with the minimum amount, or the reason that there is no current quote. */
export function SwapResult({
  view: { state, offer, isStale: isQuoteStale, retry },
  chainId,
  sold,
  bought,
  picker,
}: {
  view: SwapView;
  chainId: number;
  sold: SwapToken;
  bought: SwapToken;
  picker: TokenPicker;
}) {
  const t = useTranslations('wallet.swap');
  const id = useId();
  const errors = useTranslations('wallet.errors');
  const locale = useLocale();
  const { priceOf, isStale, money } = useDisplayPrices();
  const names = { sold: sold.symbol, bought: bought.symbol };
  const note = () => {
    if (state === 'none') return t('amountHint');
    if (state === 'asking') return t('asking');
    if (state === 'noRoute') return t('noRoute', names);
    if (!offer) return '';
    if (offer.change) return t('evenChange');
    const amount = formatAmount(offer.minimum, bought.decimals, locale);
    return t('atLeast', { amount, symbol: bought.symbol });
  };
  // Large amounts need fewer decimals. The wallet shows the exact minimum when it asks for confirmation.
  const places = offer && offer.arrives >= 1_000n * 10n ** BigInt(bought.decimals) ? 4 : 8;
  const shown = offer ? formatAmount(offer.arrives, bought.decimals, locale, places) : '';
  const fiatOf = (token: SwapToken, amount: bigint) => {
    const price = priceOf(token.coinId);
    return price && !isStale(price) ? fiatValue(amount, token.decimals, price.price) : undefined;
  };
  const value = offer ? fiatOf(bought, offer.arrives) : undefined;
  const paid = offer && !offer.change ? fiatOf(sold, offer.amount) : undefined;
  return (
    <div className="grid gap-4">
      <AmountPanel
        label={<span id={id}>{t(offer?.change ? 'receiveExactly' : 'receive')}</span>}
        figure={
          // Not a live region, because each new quote would be announced. The note below is a live region instead.
          <output
            aria-live="off"
            aria-labelledby={id}
            className={`amount-input font-display ${state === 'stale' ? 'text-muted' : ''}`}
          >
            <AmountText value={offer?.arrives} decimals={bought.decimals} maxDecimals={places} />
          </output>
        }
        characters={shown.length}
        token={<TokenButton token={bought} chainId={chainId} picker={picker} />}
        value={
          <p className="min-h-8 text-sm text-muted">
            {value === undefined ? null : (
              <>
                ≈ <FiatValueText value={value} money={money} />
                {paid ? (
                  <span className="figures">
                    {' '}
                    ({changePercent(changeText(value, paid), locale)}
                    <span className="sr-only"> {t('againstPaid')}</span>)
                  </span>
                ) : null}
              </>
            )}
          </p>
        }
      >
        {state === 'unreachable' ? (
          <ReadFailure
            chainIds={[chainId]}
            shown="nothing"
            message={t('unreachable')}
            retryLabel={t('retry')}
            onRetry={retry}
          />
        ) : (
          <p role="status" className="figures min-h-6 text-sm text-muted wrap-anywhere">
            {note()}
          </p>
        )}
      </AmountPanel>
      {state === 'stale' ? (
        <RetryAlert message={t('stale')} retryLabel={t('retry')} onRetry={retry} />
      ) : isQuoteStale ? (
        <ReadFailure
          chainIds={[chainId]}
          shown="stale"
          message={t('previousQuote')}
          retryLabel={t('retry')}
          onRetry={retry}
        />
      ) : null}
      {offer && offer.tokenFee > 0n ? (
        <p className="border-s-2 border-warning ps-3 text-sm">
          {t('takesFee', {
            amount: formatAmount(offer.tokenFee, bought.decimals, locale),
            symbol: bought.symbol,
          })}
        </p>
      ) : null}
      {offer?.isUntried ? <p className="border-s-2 border-warning ps-3 text-sm">{t('untried')}</p> : null}
      {offer?.refusal ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {t('refused')} {errors(offer.refusal)}
        </p>
      ) : null}
    </div>
  );
}
