import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { shortAddress } from '@/lib/evm/address';
import { useAccountName, useChosenName } from '@/lib/wallet/contacts/use-account-name';
import { StrangerName } from './name-lookup';

/** The full address of an account, with its best name, and what that name proves if the user didn't give it. */
export function NamedAddress({ address }: { address: Address }) {
  const t = useTranslations('wallet.chosenName');
  const name = useAccountName()(address);
  const chosen = useChosenName()(address);
  return (
    <>
      {name === shortAddress(address) ? null : <bdi className="text-lg wrap-anywhere">{name}</bdi>}
      <GroupedAddress address={address} />
      {chosen?.imitates === null ? (
        <p className="text-sm text-muted">{t('noProof')}</p>
      ) : (
        <StrangerName address={address} />
      )}
    </>
  );
}
