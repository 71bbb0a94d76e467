import { useTranslations } from 'next-intl';
import { useChainMapping } from '@/lib/api/hooks';
import type { ChainMapping } from '@/lib/api/types';
import { closeDialog } from '@/lib/browser/dialogs';
import { routes } from '@/lib/routes';
import { useHiddenNetworks } from '@/lib/wallet/networks/hidden-networks';
import { WalletLink } from './wallet-link';

const noChains: readonly ChainMapping[] = [];

/** Dialogs that contain this link. The link closes them, so that they don't cover the page. */
const dialogs = ['wallet', 'deposit'] as const;

/** Says how many networks the page leaves out, with a link to the setting. Empty if there are none. */
export function HiddenNetworksNote() {
  const t = useTranslations('wallet.networks');
  const { data: chains = noChains } = useChainMapping();
  const { length: count } = useHiddenNetworks(chains);
  return count === 0 ? null : (
    <WalletLink href={`${routes.settings}#networks`} onClick={() => dialogs.forEach(closeDialog)}>
      {t('hidden', { count })}
    </WalletLink>
  );
}
