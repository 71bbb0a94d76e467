import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { useInstantWithdrawal } from './use-instant-withdrawal';

/** Says that the operator is asked to sign, or offers the withdrawal that doesn't need the operator. */
export function InstantProgress({
  instant: { asked, problem, isAsking, start },
  delay,
  onSlow,
}: {
  instant: ReturnType<typeof useInstantWithdrawal>;
  /** Time until the withdrawal is possible without the operator, as text. */
  delay: string;
  onSlow: (amount: bigint) => void;
}) {
  const t = useTranslations('wallet.card.withdraw');
  return (
    <div role="status" className="empty:hidden">
      {isAsking ? <p className="text-sm text-muted">{t('asking')}</p> : null}
      {asked !== null && problem !== null ? (
        <div className="grid gap-3 border-s-2 border-warning ps-3 text-sm">
          <p className="measure">
            {problem.text ?? t(problem.kind)} {t('slow', { delay })}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" size="small" onClick={() => onSlow(asked)}>
              {t('request')}
            </Button>
            <Button size="small" onClick={() => start(asked)}>
              {t('again')}
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}
