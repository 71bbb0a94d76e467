import { useLocale, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { AmountText } from '@/components/wallet/display/amount-text';
import { FigureLine } from '@/components/wallet/display/figure-line';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { LIVE_AMOUNT_DECIMALS } from '@/lib/wallet-constants';

/** Claims the tokens that are released, or takes the whole payment back. */
export function CollectAction({
  action,
  token: { decimals, symbol },
  amount,
  isUnderWay,
  isBusy,
  onStart,
}: {
  action: 'claimVested' | 'refund';
  token: ListedToken;
  /** Base units, up to this second. */
  amount: bigint;
  /** Whether the same has been sent and waits for the network: a second one would only cost its fee. */
  isUnderWay: boolean;
  isBusy: boolean;
  onStart: () => void;
}) {
  const t = useTranslations('wallet.presale');
  const locale = useLocale();
  const grows = action === 'claimVested';
  return (
    <div className="grid gap-5">
      <dl className="border-t border-line">
        <FigureLine label={t('arrives')}>
          <AmountText
            value={amount}
            decimals={decimals}
            locale={locale}
            maxDecimals={grows ? LIVE_AMOUNT_DECIMALS : decimals}
            isSteady={grows}
          />{' '}
          {symbol}
        </FigureLine>
      </dl>
      <p className="text-sm text-muted">{t(isUnderWay ? 'underWay' : `about.${action}`)}</p>
      <Button variant="signal" disabled={isBusy || isUnderWay} aria-busy={isBusy} onClick={onStart}>
        {t(`action.${action}`)}
      </Button>
    </div>
  );
}
