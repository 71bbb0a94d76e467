import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AmountText, LiveAmount } from '@/components/wallet/display/amount-text';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { CollectForm } from '@/components/wallet/earn-page/earn-panel';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { PresaleKind } from '@/lib/wallet/transactions/transaction-kinds';
import { ContributeForm } from './contribute-form';
import type { PresaleOrder } from './presale-plan';
import type { PresaleFigures } from './presale-terms-list';

/** Button to claim the released tokens or to refund the whole contribution. */
function CollectAction({
  action,
  token: { decimals, symbol },
  amount,
  isUnderWay,
  onReview,
}: {
  action: 'claimVested' | 'refund';
  token: ListedToken;
  /** Amount in base units as of the current second. */
  amount: bigint;
  isUnderWay: boolean;
  onReview: () => void;
}) {
  const t = useTranslations('wallet.presale');
  return (
    <CollectForm
      about={t(`about.${action}`)}
      action={t(`action.${action}`)}
      isUnderWay={isUnderWay}
      onReview={onReview}
    >
      <FigureLine label={t('arrives')}>
        <OwnAmounts>
          {action === 'claimVested' ? (
            <LiveAmount value={amount} decimals={decimals} />
          ) : (
            <AmountText value={amount} decimals={decimals} maxDecimals={decimals} />
          )}
        </OwnAmounts>{' '}
        {symbol}
      </FigureLine>
    </CollectForm>
  );
}

export type ActionOrder = Pick<PresaleOrder, 'action' | 'token' | 'amount'> & {
  /** What the review shows in addition. */
  details: ReactNode;
};

/** The action that is available at a presale's stage, or the reason there is none. */
export function PresaleAction({
  chainId,
  figures,
  isUnderWay,
  onReview,
}: {
  chainId: number;
  figures: PresaleFigures;
  isUnderWay: (kind: PresaleKind) => boolean;
  onReview: (order: ActionOrder) => void;
}) {
  const t = useTranslations('wallet.presale');
  const date = useChainTime();
  const { live, terms, sale, payment } = figures;
  const { stage, claimable, read } = live;
  const { position, end } = read;
  if (!position) return null;
  const { bought, claimed, contributed } = position;

  if (stage === 'open') {
    return (
      <ContributeForm
        chainId={chainId}
        figures={figures}
        onReview={(amount, details) => onReview({ action: 'contribute', token: payment, amount, details })}
      />
    );
  }
  const nothing = () => {
    if (stage === 'failed') return contributed === 0n ? t('nothingToRefund') : null;
    if (stage !== 'succeeded') return t(`about.${stage}`);
    if (bought === 0n) return t('nothingBought');
    if (claimed >= bought) return t('allClaimed');
    return claimable === 0n ? t('cliffAhead', { date: date(end + terms.cliff) }) : null;
  };
  const reason = nothing();
  if (reason !== null) return <p className="text-muted">{reason}</p>;
  const order =
    stage === 'failed'
      ? ({ action: 'refund', token: payment, amount: contributed } as const)
      : ({ action: 'claimVested', token: sale, amount: claimable } as const);
  const details = <p className="text-sm text-muted">{t(`about.${order.action}`)}</p>;
  return (
    <CollectAction
      {...order}
      isUnderWay={isUnderWay(order.action)}
      onReview={() => onReview({ ...order, details })}
    />
  );
}
