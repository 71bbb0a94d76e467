import { useTranslations } from 'next-intl';
import { type Address, isAddressEqual } from 'viem';
import { useFixedDuration } from '@/components/wallet/display/use-chain-time';
import { useContracts } from '@/lib/api/hooks';
import type { ChainMapping, Contract } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import { routes } from '@/lib/routes';
import { useRecoveryPlans } from '@/lib/wallet/recovery/use-recovery-plans';
import { useSignedInAccount } from './account-view';
import { WalletLink } from './wallet-link';

const noContracts: readonly Contract[] = [];

/** Names the recovery address that the account has in a contract, with a link to change it. Empty if it has none (REC-3). */
export function RecoveryNote({
  account,
  chainId,
  contract,
  network,
}: {
  account: Address;
  chainId: number;
  contract: Address;
  /** Name of the network, if the page doesn't show it. */
  network?: string;
}) {
  const t = useTranslations('wallet.recovery');
  const duration = useFixedDuration();
  const { data: contracts = noContracts } = useContracts();
  const read = useRecoveryPlans(account, contracts).find((one) => one.chainId === chainId);
  const plan = read?.data?.planned.find(({ address }) => isAddressEqual(address, contract))?.plan;
  if (!plan) return null;
  return (
    <p className="text-sm text-muted">
      {network ? `${network}: ` : ''}
      {t('note', { address: shortAddress(plan.recoveryAddress), delay: duration(BigInt(plan.delay)) })}{' '}
      <WalletLink href={routes.recovery}>{t('noteLink')}</WalletLink>
    </p>
  );
}

/** The same for the vault of every network. */
export function VaultRecoveryNotes({ chains }: { chains: readonly ChainMapping[] }) {
  const account = useSignedInAccount();
  const { data: contracts = noContracts } = useContracts();
  if (!account) return null;
  return chains.map(({ id, name }) => {
    const vault = contracts.find((one) => one.chainId === id && one.name === 'vault_contract');
    return vault ? (
      <RecoveryNote key={id} account={account} chainId={id} contract={vault.address} network={name} />
    ) : null;
  });
}
