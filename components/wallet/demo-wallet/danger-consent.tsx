import { useTranslations } from 'next-intl';
import { ConsentBox } from '@/components/ui/consent-box';

/** The owner's word that a danger is understood, without which nothing dangerous is signed. */
export function DangerConsent({
  id,
  isGiven,
  isMissed,
  onChange,
}: {
  /** Of the checkbox. */
  id: string;
  isGiven: boolean;
  /** Whether it was asked for and is not there. */
  isMissed: boolean;
  onChange: (isGiven: boolean) => void;
}) {
  const t = useTranslations('wallet.signing.consent');
  return (
    <div className="border-s-2 border-error ps-3 text-sm">
      <ConsentBox
        id={id}
        label={t('label')}
        isGiven={isGiven}
        error={isMissed ? t('missed') : undefined}
        onChange={onChange}
      />
    </div>
  );
}
