import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { useEnsPlace, usePrimaryName } from '@/lib/wallet/ens/use-ens';
import type { ContractPlace } from '@/lib/wallet/networks/use-contract-reads';

function Name({ address, place }: { address: Address; place: ContractPlace }) {
  const t = useTranslations('wallet.ens');
  const { data: name } = usePrimaryName(place, address);
  if (!name) return null;
  return (
    <p className="text-sm text-muted">
      {t.rich('goesBy', { name, bdi: (text) => <bdi className="wrap-anywhere text-ink">{text}</bdi> })}
    </p>
  );
}

/** The ENS name of an address, below it: it helps the eye and proves nothing, so that none is missed where it cannot be read. */
export function PrimaryName({ address }: { address: Address }) {
  const place = useEnsPlace();
  return place ? <Name address={address} place={place} /> : null;
}
