import { useLocale, useTranslations } from 'next-intl';
import { AmountText } from '@/components/wallet/display/amount-text';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { formatAmount } from '@/lib/format/amount';
import type { SwapToken } from '@/lib/wallet/swap/token';
import type { SwapView } from './use-swap';

/** The received amount and its minimum, or why there is no current quote. */
export function SwapResult({
  view: { state, offer, isLate, retry },
  sold,
  bought,
}: {
  view: SwapView;
  sold: SwapToken;
  bought: SwapToken;
}) {
  const t = useTranslations('wallet.swap');
  const errors = useTranslations('wallet.errors');
  const locale = useLocale();
  const names = { sold: sold.symbol, bought: bought.symbol };
  const note = () => {
    if (state === 'asking') return t('asking');
    if (state === 'noRoute') return t('noRoute', names);
    if (!offer) return '';
    if (offer.change) return t('evenChange');
    const amount = formatAmount(offer.minimum, bought.decimals, locale);
    return t('atLeast', { amount, symbol: bought.symbol });
  };
  // Large amounts need fewer decimals. The wallet shows the exact minimum when it asks for confirmation.
  const places = offer && offer.arrives >= 1_000n * 10n ** BigInt(bought.decimals) ? 4 : 8;
  return (
    <div className="grid gap-4">
      <div className="border-y border-line py-4">
        <dl>
          <dt className="text-sm text-muted">{t(offer?.change ? 'receiveExactly' : 'receive')}</dt>
          <dd className={`text-2xl wrap-anywhere ${state === 'stale' ? 'text-muted' : ''}`}>
            <AmountText
              value={offer?.arrives}
              decimals={bought.decimals}
              locale={locale}
              maxDecimals={places}
            />{' '}
            <span className="text-base text-muted">{bought.symbol}</span>
          </dd>
        </dl>
        <p role="status" className="figures min-h-6 text-sm text-muted wrap-anywhere">
          {note()}
        </p>
      </div>
      {state === 'stale' || state === 'unreachable' || isLate ? (
        <RetryAlert
          message={t(state === 'unreachable' ? 'unreachable' : state === 'stale' ? 'stale' : 'late')}
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
