import { useTranslations } from 'next-intl';
import { fiatValueText } from '@/components/wallet/display/amount-text';
import { OwnText, useAmountsHidden } from '@/components/wallet/display/own-amounts';
import { SampleLabel } from '@/components/wallet/display/sample-label';

/** What a balance cost, and its unrealized profit, both in units of 1e-18 of the display currency. */
export function CostText({
  cost,
  profit,
  isSample,
  money,
}: {
  cost: bigint;
  profit: bigint;
  /** Whether a sample price of the local demo is part of the cost. */
  isSample: boolean;
  money: { currency: string; locale: string; decimals: number | undefined };
}) {
  const t = useTranslations('wallet.portfolio.cost');
  const isHidden = useAmountsHidden();
  const tone = isHidden || profit === 0n ? '' : profit > 0n ? 'text-gain' : 'text-loss';
  return (
    <>
      <span className="figures block text-xs text-muted">
        {t('cost')} <OwnText>{fiatValueText(cost, money)}</OwnText>
      </span>
      <span className={`figures block text-xs text-muted ${tone}`}>
        {t('profit')} <OwnText>{`${profit > 0n ? '+' : ''}${fiatValueText(profit, money)}`}</OwnText>
      </span>
      {isSample ? <SampleLabel /> : null}
    </>
  );
}
