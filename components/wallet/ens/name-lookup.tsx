import { useTranslations } from 'next-intl';
import { type Address, isAddressEqual } from 'viem';
import { Button } from '@/components/ui/button';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { useDebounced } from '@/components/wallet/display/use-debounced';
import { useChainMapping } from '@/lib/api/hooks';
import { imitatedContact } from '@/lib/wallet/contacts/chosen-names';
import { useContacts } from '@/lib/wallet/contacts/contacts';
import { nameLike, useEnsResolver, useNamedAddress, usePrimaryName } from '@/lib/wallet/ens/use-ens';
import type { ContractLocation } from '@/lib/wallet/networks/use-contract-reads';

/** Delay before a typed name is looked up. */
const TYPING_PAUSE_MS = 400;

function Lookup({
  name,
  place,
  onUse,
}: {
  name: string;
  place: ContractLocation;
  onUse: (address: Address) => void;
}) {
  const t = useTranslations('wallet.ens');
  const { data: chains = [] } = useChainMapping();
  const settled = useDebounced(name, TYPING_PAUSE_MS);
  const { data, isError, isFetching, refetch } = useNamedAddress(place, settled);
  const network = chains.find(({ id }) => id === place.chainId)?.name ?? '';
  const isAnswered = settled === name && !isFetching;

  if (isAnswered && isError)
    return (
      <RetryAlert
        message={t('unreachable', { name })}
        retryLabel={t('retry')}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div aria-busy={!isAnswered} className="grid gap-3 border-s-2 border-line ps-3">
      <p role="status" className="text-sm wrap-anywhere">
        {!isAnswered || !data
          ? t('looking', { name })
          : 'problem' in data
            ? t(data.problem, { name, network })
            : t('standsFor', { name: data.name, network })}
      </p>
      {isAnswered && data && 'address' in data ? (
        <>
          <p>
            <GroupedAddress address={data.address} />
          </p>
          <p className="text-xs text-muted">{t('mayMove')}</p>
          <div>
            <Button size="small" onClick={() => onUse(data.address)}>
              {t('use')}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}

/**
 * Looks up a typed ENS name. The user chooses the resolved address rather than the name, because a name can point to
 * another address at any time.
 */
export function NameLookup({ typed, onUse }: { typed: string; onUse: (address: Address) => void }) {
  const place = useEnsResolver();
  const name = nameLike(typed);
  return name !== null && place ? <Lookup name={name} place={place} onUse={onUse} /> : null;
}

function Name({ address, place }: { address: Address; place: ContractLocation }) {
  const t = useTranslations('wallet.ens');
  const { data: name } = usePrimaryName(place, address);
  const contacts = useContacts((state) => state.entries);
  if (!name) return null;
  const [label = name] = name.split('.');
  const imitated = imitatedContact(label, address, contacts) ?? imitatedContact(name, address, contacts);
  if (imitated !== null)
    return (
      <p role="alert" className="border-s-2 border-warning ps-3 text-sm whitespace-normal">
        {t.rich('alike', {
          name,
          contact: imitated,
          bdi: (text) => <bdi className="wrap-anywhere">{text}</bdi>,
        })}
      </p>
    );
  return (
    <p className="text-sm text-muted">
      {t.rich('goesBy', { name, bdi: (text) => <bdi className="wrap-anywhere text-ink">{text}</bdi> })}
    </p>
  );
}

/** Primary ENS name of an address. Omitted if it can't be read, because it is only a hint. */
export function PrimaryName({ address }: { address: Address }) {
  const place = useEnsResolver();
  return place ? <Name address={address} place={place} /> : null;
}

/** Primary ENS name of an address, unless it is in the contacts and has a name that the user chose. */
export function StrangerName({ address }: { address: Address }) {
  const isContact = useContacts(({ entries }) =>
    entries.some((contact) => isAddressEqual(contact.address as Address, address)),
  );
  return isContact ? null : <PrimaryName address={address} />;
}
