import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { ConsentBox } from '@/components/ui/check-box';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { shortAddress } from '@/lib/evm/address';
import type { RecipientCheck } from '@/lib/wallet/contacts/recipient';
import { useChosenName } from '@/lib/wallet/contacts/use-account-name';
import type { Nature } from './use-recipient';

/** Two look-alike addresses to compare, with a checkbox that confirms the typed one. */
function LookAlikeWarning({
  id,
  address,
  known,
  isMeant,
  error,
  onMeant,
}: {
  id: string;
  address: Address;
  known: Address;
  isMeant: boolean;
  error: string | undefined;
  onMeant: (isMeant: boolean) => void;
}) {
  const t = useTranslations('wallet.recipient.lookAlike');
  return (
    <fieldset aria-label={t('title')} className="grid gap-3 border-s-2 border-warning ps-3 text-sm">
      <p role="alert">{t('text')}</p>
      <dl className="grid gap-2">
        <div>
          <dt className="text-xs text-muted">{t('typed')}</dt>
          <dd>
            <GroupedAddress address={address} other={known} />
          </dd>
        </div>
        <div>
          <dt className="text-xs text-muted">{t('known')}</dt>
          <dd>
            <GroupedAddress address={known} other={address} />
          </dd>
        </div>
      </dl>
      <ConsentBox id={id} label={t('confirm')} isGiven={isMeant} error={error} onChange={onMeant} />
    </fieldset>
  );
}

/** Warning about an account whose chosen name looks like a contact's or the site's. */
export function ImitatedNameWarning({ address }: { address: Address }) {
  const t = useTranslations('wallet.chosenName');
  const imitated = useChosenName()(address)?.imitates ?? null;
  if (imitated === null) return null;
  return (
    <p role="alert" className="border-s-2 border-warning ps-3 text-sm">
      {t.rich(imitated.kind === 'site' ? 'imitatesSite' : 'imitates', {
        address: shortAddress(address),
        name: imitated.name,
        bdi: (text) => <bdi>{text}</bdi>,
      })}
    </p>
  );
}

/** Warning about a recipient that is, or may be, a contract. */
export function NatureWarning({
  nature,
  isCalled,
}: {
  nature: Nature;
  /**
   * Whether the transfer runs the recipient's code if it's a contract. Transfers of the native currency and NFTs do,
   * but those of ERC-20 tokens don't.
   */
  isCalled: boolean;
}) {
  const t = useTranslations('wallet.recipient.nature');
  if (nature !== 'contract' && nature !== 'unknown') return null;
  return (
    <p role="alert" className="border-s-2 border-warning ps-3 text-sm">
      {t(nature === 'contract' && isCalled ? 'calledContract' : nature)}
    </p>
  );
}

/** Warnings about an accepted recipient, except those that take a request. A look-alike must be confirmed. */
export function RecipientWarnings({
  id,
  address,
  check: { lookAlike, isSelf, isReported },
  isMeant,
  error,
  onMeant,
}: {
  /** ID of the checkbox that confirms a look-alike. */
  id: string;
  address: Address;
  check: RecipientCheck;
  isMeant: boolean;
  error: string | undefined;
  onMeant: (isMeant: boolean) => void;
}) {
  const t = useTranslations('wallet.recipient');
  return (
    <>
      {isReported ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {t('reported')}
        </p>
      ) : null}
      {lookAlike ? (
        <LookAlikeWarning
          id={id}
          address={address}
          known={lookAlike}
          isMeant={isMeant}
          error={error}
          onMeant={onMeant}
        />
      ) : null}
      <ImitatedNameWarning address={address} />
      {isSelf ? <p className="border-s-2 border-warning ps-3 text-sm">{t('self')}</p> : null}
    </>
  );
}
