import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { ConsentBox } from '@/components/ui/check-box';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import type { Nature } from './use-recipient';

/** Two look-alike addresses to compare, with a checkbox that confirms the typed one. */
export function LookAlikeWarning({
  id,
  address,
  known,
  isMeant,
  error,
  onChange,
}: {
  /** ID of the checkbox. */
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

/** Warning about a recipient that is, or may be, a contract. */
export function NatureWarning({ nature }: { nature: Nature }) {
  const t = useTranslations('wallet.withdraw');
  if (nature !== 'contract' && nature !== 'unknown') return null;
  return (
    <p role="alert" className="border-s-2 border-warning ps-3 text-sm">
      {t(`nature.${nature}`)}
    </p>
  );
}
