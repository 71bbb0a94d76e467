import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { NamedAddress } from '@/components/wallet/ens/named-address';
import type { ResolvedName } from './payment-notes';

/** The recipient of a payment, by name and full address. */
export function PaymentRecipient({
  recipient,
  name,
}: {
  recipient: Address;
  /** The ENS name that resolved to the recipient. */
  name: ResolvedName | undefined;
}) {
  const t = useTranslations('wallet.pay');
  const ens = useTranslations('wallet.ens');
  return (
    <dl>
      <div className="grid gap-1 border-b border-line py-2">
        <dt className="text-sm text-muted">{t('to')}</dt>
        <dd className="grid gap-1">
          {name ? (
            <>
              <bdi className="text-lg wrap-anywhere">{name.name}</bdi>
              <p className="text-sm text-muted">{ens('resolved', { network: name.network })}</p>
            </>
          ) : null}
          <NamedAddress address={recipient} />
        </dd>
      </div>
    </dl>
  );
}
