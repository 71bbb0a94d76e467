import { useTranslations } from 'next-intl';
import { StartOffer } from '@/components/wallet/shell/start-offer';

/** How to take part in a presale. */
export function PresaleOffer() {
  const t = useTranslations('wallet.presale');
  return (
    <StartOffer
      title={t('start')}
      steps={[t('startStep.connect'), t('startStep.contribute'), t('startStep.after')]}
      connectLabel={t('connect')}
    />
  );
}
