import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { LookAlikeWarning, NatureWarning } from '@/components/wallet/withdraw/look-alike-warning';
import type { usePayment } from './use-payment';

/** ENS name of a payment's recipient, and whether it has changed since its address was shown. */
export type ResolvedName = {
  name: string;
  /** Network on which the name was looked up. */
  network: string;
  /** Whether the latest lookup failed. */
  isUnverified: boolean;
  /** The name's new address (null if it has none), or null if the address has not changed. */
  changed: { to: Address | null } | null;
  /** Looks up the name again. Resolves to the reason not to send, or null if the address is unchanged. */
  recheck: () => Promise<string | null>;
  onAccept: (address: Address) => void;
};

/** Warns that a name no longer points to the address under review, or that it could not be checked. */
export function NameWarnings({
  name: { name, isUnverified, changed, onAccept },
  recipient,
  busy,
}: {
  name: ResolvedName;
  /** The address under review. */
  recipient: Address;
  busy: boolean;
}) {
  const t = useTranslations('wallet.ens');
  const now = changed?.to ?? null;
  if (isUnverified || now === null)
    return isUnverified || changed ? (
      <p role="alert" className="border-s-2 border-error ps-3 text-sm wrap-anywhere">
        {t(isUnverified ? 'unverified' : 'gone', { name })}
      </p>
    ) : null;
  return (
    <section className="grid justify-items-start gap-3 border-s-2 border-error ps-3 text-sm">
      <p role="alert" className="wrap-anywhere">
        {t('changed', { name })}
      </p>
      <dl className="grid gap-2">
        {(
          [
            ['before', recipient, now],
            ['now', now, recipient],
          ] as const
        ).map(([label, address, other]) => (
          <div key={label}>
            <dt className="text-xs text-muted">{t(label)}</dt>
            <dd>
              <GroupedAddress address={address} other={other} />
            </dd>
          </div>
        ))}
      </dl>
      {busy ? null : (
        <Button size="small" onClick={() => onAccept(now)}>
          {t('useNew')}
        </Button>
      )}
    </section>
  );
}

/** Warnings about a payment's recipient and about the wallet's network. */
export function PaymentWarnings({
  id,
  payment: { recipientCheck, chain, walletChain },
  recipient,
  isMeant,
  error,
  onMeant,
}: {
  /** ID of the checkbox that confirms a look-alike address. */
  id: string;
  payment: ReturnType<typeof usePayment>;
  recipient: Address;
  isMeant: boolean;
  error: string | undefined;
  onMeant: (isMeant: boolean) => void;
}) {
  const t = useTranslations('wallet.pay');
  return (
    <>
      {recipientCheck.lookAlike ? (
        <LookAlikeWarning
          id={id}
          address={recipient}
          known={recipientCheck.lookAlike}
          isMeant={isMeant}
          error={error}
          onChange={onMeant}
        />
      ) : recipientCheck.isNew && !recipientCheck.refusal ? (
        <p className="border-s-2 border-warning ps-3 text-sm">{t('firstTime')}</p>
      ) : null}
      {recipientCheck.refusal ? (
        <p role="alert" className="border-s-2 border-error ps-3 text-sm">
          {recipientCheck.refusal}
        </p>
      ) : (
        <NatureWarning nature={recipientCheck.nature} />
      )}
      {walletChain === null ? null : (
        <p className="border-s-2 border-warning ps-3 text-sm">
          {t('otherNetwork', { current: walletChain, network: chain.name })}
        </p>
      )}
    </>
  );
}
