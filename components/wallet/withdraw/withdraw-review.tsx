import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useConnection } from 'wagmi';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { NodeNote } from '@/components/wallet/shell/node-banner';
import { ReviewEnd } from '@/components/wallet/transfer/review-end';
import type { ChainErrorCode } from '@/lib/evm/errors';
import { formatAmount } from '@/lib/format/amount';
import type { TransactionStep } from '@/lib/wallet/transactions/transaction-plan';
import { GroupedAddress, NatureWarning } from './look-alike-warning';
import { useNature } from './use-recipient';
import type { WithdrawOrder } from './withdraw-plan';

/** Review of a withdrawal before the wallet asks for confirmation. */
export function WithdrawReview({
  order,
  step,
  problem,
  onBack,
  onConfirm,
}: {
  order: WithdrawOrder;
  step: TransactionStep;
  problem: ChainErrorCode | null;
  onBack: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations('wallet.withdraw');
  const locale = useLocale();
  const { address: account } = useConnection();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { chainId, chainName, amount, fee, recipient, isSelf, decimals, symbol } = order;
  const nature = useNature(chainId, recipient, isSelf);
  const written = (value: bigint) => `${formatAmount(value, decimals, locale, decimals)} ${symbol}`;

  return (
    <div className="grid gap-5">
      <h3 ref={heading} tabIndex={-1} className="outline-none">
        {t('check')}
      </h3>
      <dl>
        <FigureRow label={t('leaves')}>{written(amount)}</FigureRow>
        <FigureRow label={t('fee')}>{written(fee)}</FigureRow>
        <FigureRow label={t('arrives')}>
          <span className="text-xl">{written(amount - fee)}</span>
        </FigureRow>
        <FigureRow label={t('network')}>{chainName}</FigureRow>
        <div className="grid gap-1 border-b border-line py-2">
          <dt className="text-sm text-muted">{t(isSelf ? 'atSelf' : 'atOther')}</dt>
          <dd>
            <GroupedAddress address={recipient} />
          </dd>
        </div>
      </dl>
      <NatureWarning nature={nature} />
      <p className="text-sm text-muted">{t('final')}</p>
      <NodeNote chainId={chainId} network={chainName} />
      <ReviewEnd
        kind="withdraw"
        account={account}
        step={step}
        problem={problem}
        attemptText={t('attempt')}
        stepText={(at) => t(`step.${at}`)}
        submitLabel={t('submit', { amount: written(amount) })}
        onBack={onBack}
        onConfirm={onConfirm}
      />
    </div>
  );
}
