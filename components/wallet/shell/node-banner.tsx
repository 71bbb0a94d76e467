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
 * Lists the unreachable networks. Last on the page and sticky
 * at the bottom of the window, so that it shifts no content.
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
