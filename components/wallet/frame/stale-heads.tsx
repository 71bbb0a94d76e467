import { useQueries } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { getBlock } from 'viem/actions';
import { useConfig } from 'wagmi';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import type { ChainMapping } from '@/lib/api/types';
import { useUnreachableChains } from '@/lib/evm/node-transport';

/** Age from which a real network's newest block counts as stale, and how often that is checked. */
export const HEAD_STALE_AFTER_MS = 600_000;
const HEAD_POLL_MS = 60_000;

/**
 * Reports networks whose RPC endpoint answers, but is behind: its newest block is old. Test networks aren't checked,
 * because they may produce blocks only on demand.
 */
export function StaleHeads({ chains }: { chains: readonly ChainMapping[] }) {
  const t = useTranslations('wallet.node');
  const chainTime = useChainTime();
  const config = useConfig();
  const unreachable = useUnreachableChains((state) => state.chainIds);
  const checked = chains.filter(({ testnet }) => !testnet);
  const heads = useQueries({
    queries: checked.map(({ id: chainId }) => ({
      queryKey: ['headTime', chainId],
      queryFn: async () => {
        const { timestamp } = await getBlock(config.getClient({ chainId }));
        return { timestamp, isStale: Date.now() - Number(timestamp) * 1_000 > HEAD_STALE_AFTER_MS };
      },
      refetchInterval: HEAD_POLL_MS,
      retry: false,
    })),
  });
  return checked.map(({ id, name }, index) => {
    const head = heads[index]?.data;
    // An unreachable network has a message of its own.
    if (!head?.isStale || unreachable.includes(id)) return null;
    return (
      <p key={id} className="node-banner-text measure text-sm">
        {t('staleHead', { network: name, time: chainTime(head.timestamp) })}
      </p>
    );
  });
}
