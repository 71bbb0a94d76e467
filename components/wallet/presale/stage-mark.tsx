import { useTranslations } from 'next-intl';
import type { LiveStage } from '@/lib/wallet/presale/presale-arithmetic';

const looks: Record<LiveStage, string> = {
  unscheduled: 'border-edge text-muted',
  upcoming: 'border-edge',
  open: 'border-water bg-water text-on-water',
  closing: 'border-edge',
  succeeded: 'border-success text-success',
  failed: 'border-error text-error',
};

/** The stage of a presale in a word. */
export function StageMark({ stage }: { stage: LiveStage }) {
  const t = useTranslations('wallet.presale');
  return (
    <p className={`rounded-sharp border px-3 py-1 text-sm ${looks[stage]}`}>
      <span className="sr-only">{t('stageLabel')} </span>
      <span>{t(`stage.${stage}`)}</span>
    </p>
  );
}
