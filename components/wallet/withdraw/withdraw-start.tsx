import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { useChoice } from '@/components/wallet/transfer/use-choice';
import type { WithdrawDraft } from '@/components/wallet/transfer/withdraw-draft';
import { openDialog } from '@/lib/browser/dialogs';
import type { Balance } from '@/lib/wallet/balances/use-balances';
import { WithdrawForm } from './withdraw-form';
import type { WithdrawOrder } from './withdraw-plan';

const isHeld = ({ inVault }: Balance) => inVault !== undefined && inVault > 0n;

/** The form for what the vaults hold, or why there is none. */
export function WithdrawStart(props: {
  draft: WithdrawDraft;
  isBack: boolean;
  onChange: (next: Partial<WithdrawDraft>) => void;
  onReview: (order: WithdrawOrder) => void;
}) {
  const t = useTranslations('wallet.withdraw');
  const shared = useTranslations('wallet.transfer');
  const choice = useChoice(props.draft, isHeld);
  const { account, chosen, failedChainIds, isLoading, refetch } = choice;
  const failed = failedChainIds.length > 0;

  return (
    <div className="grid gap-5">
      {failed ? (
        <RetryAlert message={t('unreadable')} retryLabel={shared('retry')} onRetry={() => void refetch()} />
      ) : null}
      {chosen ? (
        <WithdrawForm {...props} choice={choice} />
      ) : !account ? (
        <p>{shared('unlock')}</p>
      ) : isLoading ? (
        <div aria-busy="true" className="busy-line" />
      ) : failed ? null : (
        <>
          <p>{t('nothing')}</p>
          <Button variant="signal" onClick={() => openDialog('deposit')}>
            {t('deposit')}
          </Button>
        </>
      )}
    </div>
  );
}
