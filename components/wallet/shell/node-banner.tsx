'use client';

import { useTranslations } from 'next-intl';
import { useChainMapping } from '@/lib/api/hooks';
import type { ChainMapping } from '@/lib/api/types';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import { useNodeCheck } from '@/lib/wallet/networks/use-node-check';

function UnreachableNetworks({ chain }: { chain: ChainMapping }) {
  const t = useTranslations('wallet.node');
  useNodeCheck(chain.id);
  return <p className="node-banner-text measure text-sm">{t('outOfReach', { network: chain.name })}</p>;
}

/**
 * Says which networks are out of reach, for as long as they are. It comes last on a page and stays at the window's lower
 * edge, so that nothing moves away from under a finger.
 */
export function NodeBanner() {
  const chainIds = useUnreachableChains((state) => state.chainIds);
  const { data: chains = [] } = useChainMapping();
  return (
    <div role="status" className="node-banner">
      {chains
        .filter(({ id }) => chainIds.includes(id))
        .map((chain) => (
          <UnreachableNetworks key={chain.id} chain={chain} />
        ))}
    </div>
  );
}
