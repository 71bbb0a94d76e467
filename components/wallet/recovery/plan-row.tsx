import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { useFixedDuration } from '@/components/wallet/display/use-chain-time';
import type { RecoveryPlan } from '@/lib/wallet/recovery/recovery-plan';
import type { PlannedRecovery } from '@/lib/wallet/recovery/use-recovery-plans';
import { useRequestText } from './request-note';
import { SetDate } from './set-date';
import { useIsUnderWay, usePlaceName, useRecoveryOrder } from './use-recovery-order';

/** The recovery address, its delay, a reminder, and its request if there is one. */
function PlanText({
  plan,
  at,
  where,
  setDate,
}: {
  plan: RecoveryPlan;
  /** Chain time, in seconds since the epoch. */
  at: bigint;
  where: string;
  /** When it was set, if known. */
  setDate: ReactNode;
}) {
  const t = useTranslations('wallet.recovery');
  const duration = useFixedDuration();
  const request = useRequestText()(plan, at, where);
  return (
    <>
      <p>
        <GroupedAddress address={plan.recoveryAddress} />
      </p>
      <p className="text-sm">{t('delay', { delay: duration(BigInt(plan.delay)) })}</p>
      {request ? (
        <p className="border-s-2 border-error ps-3 text-sm">{request}</p>
      ) : (
        <p className="text-sm text-muted">
          {setDate} {t('reminder')}
        </p>
      )}
    </>
  );
}

/** What the account named in one contract, with the buttons to change it. `form` replaces them while it's open. */
export function PlanRow({
  account,
  planned,
  at,
  network,
  form,
  onEdit,
}: {
  account: Address;
  planned: PlannedRecovery;
  at: bigint;
  network: string;
  form: ReactNode;
  onEdit: () => void;
}) {
  const t = useTranslations('wallet.recovery');
  const review = useRecoveryOrder(account);
  const isUnderWay = useIsUnderWay(account, planned);
  const name = usePlaceName()(planned);
  const { plan } = planned;
  const where = t('where', { contract: name, network });
  const action = (key: 'set' | 'change' | 'remove' | 'veto', onClick: () => void, isMain = false) => (
    <Button
      size="small"
      variant={isMain ? 'signal' : 'outline'}
      aria-label={t('actionLabel', { action: t(key), where })}
      onClick={onClick}
    >
      {t(key)}
    </Button>
  );
  return (
    <li className="grid gap-3 border-t border-line py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3>{name}</h3>
        <span className={`text-sm ${plan ? 'text-success' : 'text-muted'}`}>{t(plan ? 'on' : 'off')}</span>
      </div>
      {plan ? (
        <PlanText
          plan={plan}
          at={at}
          where={where}
          setDate={<SetDate account={account} place={planned} plan={plan} />}
        />
      ) : null}
      {form ?? (
        <div className="flex flex-wrap gap-3">
          {plan?.readyAt == null
            ? null
            : action('veto', () => review(planned, { kind: 'vetoRecovery' }), true)}
          {action(plan ? 'change' : 'set', onEdit)}
          {plan ? action('remove', () => review(planned, { kind: 'removeRecovery' })) : null}
        </div>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isUnderWay ? t('underWay') : ''}
      </p>
    </li>
  );
}
