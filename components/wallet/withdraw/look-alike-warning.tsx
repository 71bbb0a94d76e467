import { useTranslations } from 'next-intl';
import { useId } from 'react';
import type { Address } from 'viem';
import { CheckBox } from '@/components/ui/check-box';
import { GroupedAddress } from './grouped-address';

/** Two addresses whose ends agree, one below the other, and the user's word that the typed one is meant. */
export function LookAlikeWarning({
  id,
  address,
  known,
  isMeant,
  error,
  onChange,
}: {
  /** Of the checkbox. */
  id: string;
  address: Address;
  known: Address;
  isMeant: boolean;
  error: string | undefined;
  onChange: (isMeant: boolean) => void;
}) {
  const t = useTranslations('wallet.withdraw');
  const noteId = useId();
  return (
    <fieldset aria-label={t('lookAlike.title')} className="grid gap-3 border-s-2 border-warning ps-3 text-sm">
      <p role="alert">{t('lookAlike.text')}</p>
      <dl className="grid gap-2">
        <div>
          <dt className="text-xs text-muted">{t('lookAlike.typed')}</dt>
          <dd>
            <GroupedAddress address={address} other={known} />
          </dd>
        </div>
        <div>
          <dt className="text-xs text-muted">{t('lookAlike.known')}</dt>
          <dd>
            <GroupedAddress address={known} other={address} />
          </dd>
        </div>
      </dl>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <CheckBox
          id={id}
          checked={isMeant}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteId}
          onChange={(event) => onChange(event.target.checked)}
        />
        {t('lookAlike.confirm')}
      </label>
      <p id={noteId} aria-live="polite" className={error ? 'text-xs text-error' : 'sr-only'}>
        {error}
      </p>
    </fieldset>
  );
}
