import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { ConsentBox } from '@/components/ui/consent-box';
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
      <ConsentBox
        id={id}
        label={t('lookAlike.confirm')}
        isGiven={isMeant}
        error={error}
        onChange={onChange}
      />
    </fieldset>
  );
}
