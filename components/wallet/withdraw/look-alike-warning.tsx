import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { ConsentBox } from '@/components/ui/check-box';
import type { Nature } from './use-recipient';

/** A whole address in groups that can be compared one by one, those that differ from `other` marked. Copied, it has no gaps. */
export function GroupedAddress({ address, other }: { address: Address; other?: Address }) {
  const groups = (full: string) => full.slice(2).match(/.{4}/g) ?? [];
  const others = other ? groups(other) : null;
  return (
    <span className="font-mono text-sm">
      <span className="me-1 inline-block text-muted">0x</span>
      {groups(address).map((group, index) => {
        const differs = others !== null && others[index]?.toLowerCase() !== group.toLowerCase();
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place in the address
            key={index}
            className={`me-1.5 inline-block ${differs ? 'font-bold underline underline-offset-4' : ''}`}
          >
            {group}
          </span>
        );
      })}
    </span>
  );
}

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

/** What to mind about a recipient that is a contract, or may be one. */
export function NatureWarning({ nature }: { nature: Nature }) {
  const t = useTranslations('wallet.withdraw');
  if (nature !== 'contract' && nature !== 'unknown') return null;
  return (
    <p role="alert" className="border-s-2 border-warning ps-3 text-sm">
      {t(`nature.${nature}`)}
    </p>
  );
}
