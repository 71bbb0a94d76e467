import { useTranslations } from 'next-intl';
import { CheckBox } from '@/components/ui/check-box';

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
  const noteId = `${id}-note`;
  return (
    <div className="mt-5 border-s-2 border-error ps-3 text-sm">
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <CheckBox
          id={id}
          checked={isGiven}
          aria-invalid={isMissed ? true : undefined}
          aria-describedby={noteId}
          onChange={(event) => onChange(event.target.checked)}
        />
        {t('label')}
      </label>
      <p id={noteId} aria-live="polite" className={isMissed ? 'text-xs text-error' : 'sr-only'}>
        {isMissed ? t('missed') : ''}
      </p>
    </div>
  );
}
