import { useTranslations } from 'next-intl';
import { fiatValueText } from '@/components/wallet/display/amount-text';
import { OwnText, useAmountsHidden } from '@/components/wallet/display/own-amounts';
import { SampleLabel } from '@/components/wallet/display/sample-label';
import { SMALL_DECIMALS } from '@/lib/format/fiat';
import { FIAT_VALUE_DECIMALS } from '@/lib/wallet/balances/fiat-value';

/** The smallest amount that is shown, in units of 1e-18. */
const SMALLEST = 10n ** BigInt(FIAT_VALUE_DECIMALS - SMALL_DECIMALS);

/** What a balance cost, and its unrealized profit, both in units of 1e-18 of the display currency. */
export function CostText({
  cost,
  profit: exact,
  isSample,
  isTest,
  money,
}: {
  cost: bigint;
  profit: bigint;
  /** Whether a sample price of the local demo is part of the cost. */
  isSample: boolean;
  /** Whether the balance is on test networks, where it's worth nothing. */
  isTest: boolean;
  money: { currency: string; locale: string; decimals: number | undefined };
}) {
  const t = useTranslations('wallet.portfolio.cost');
  const isHidden = useAmountsHidden();
  const profit = exact > -SMALLEST && exact < SMALLEST ? 0n : exact;
  const tone = isHidden || profit === 0n ? '' : profit > 0n ? 'text-gain' : 'text-loss';
  return (
    <>
      <span className="figures block text-xs text-muted">
        {t('cost')} <OwnText>{fiatValueText(cost, money)}</OwnText>
      </span>
      <span className={`figures block text-xs text-muted ${tone}`}>
        {t('profit')} <OwnText>{`${profit > 0n ? '+' : ''}${fiatValueText(profit, money)}`}</OwnText>
      </span>
      {isTest || isSample ? <SampleLabel isTest={isTest} /> : null}
    </>
  );
}
