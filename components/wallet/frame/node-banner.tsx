'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { getBlockNumber } from 'viem/actions';
import { useConfig } from 'wagmi';
import { TextButton } from '@/components/wallet/display/text-button';
import { useChainMapping } from '@/lib/api/hooks';
import type { ChainMapping } from '@/lib/api/types';
import { useOffline } from '@/lib/browser/offline';
import { isUnreachable, useIsUnreachable, useUnreachableChains } from '@/lib/evm/node-transport';
import { useOwnNodes, useOwnNodeUrl } from '@/lib/wallet/networks/own-nodes';
import { useChooseNode } from '@/lib/wallet/networks/use-choose-node';
import { StaleHeads } from './stale-heads';

/** Retry interval for an unreachable chain. */
const NODE_CHECK_MS = 4_000;

/**
 * React hook that polls the RPC endpoints of an unreachable chain. Once one responds, the transport marks the chain as
 * reachable, and all queries are refetched.
 */
function useNodeCheck(chainId: number): void {
  const config = useConfig();
  const queryClient = useQueryClient();
  useQuery({
    queryKey: ['nodeCheck', chainId],
    queryFn: () => getBlockNumber(config.getClient({ chainId }), { cacheTime: 0 }),
    refetchInterval: NODE_CHECK_MS,
    retry: false,
    gcTime: 0,
  });
  useEffect(
    () => () => {
      if (!isUnreachable(chainId)) void queryClient.invalidateQueries({}, { cancelRefetch: false });
    },
    [chainId, queryClient],
  );
}

function NodeCheck({ chainId }: { chainId: number }) {
  useNodeCheck(chainId);
  return null;
}

/** Names all unreachable networks in one message. */
function UnreachableNetworks({ chains }: { chains: readonly ChainMapping[] }) {
  const t = useTranslations('wallet.node');
  const format = useFormatter();
  return (
    <p className="node-banner-text measure text-sm">
      {t('outOfReach', { network: format.list(chains.map(({ name }) => name)) })}
      {chains.map(({ id }) => (
        <NodeCheck key={id} chainId={id} />
      ))}
    </p>
  );
}

/** Button that uses the site's nodes again, after the user's own one didn't answer. */
function SiteNodeButton({ chainId }: { chainId: number }) {
  const t = useTranslations('wallet.node');
  const choose = useChooseNode();
  return <TextButton onClick={() => choose(chainId, null)}>{t('useSite')}</TextButton>;
}

/** Says that the user's own node of a network doesn't answer, with the way back to the site's. */
function UnreachableOwnNode({ chain: { id, name } }: { chain: ChainMapping }) {
  const t = useTranslations('wallet.node');
  return (
    <p className="node-banner-text measure text-sm">
      {t('ownOutOfReach', { network: name })} <SiteNodeButton chainId={id} />
      <NodeCheck chainId={id} />
    </p>
  );
}

/**
 * Reports networks that are unreachable or behind. It is the last element on the page and sticks to the bottom of the window, so that it
 * does not shift any content. Offline, the site's own bar says why nothing can be reached.
 */
export function NodeBanner() {
  const chainIds = useUnreachableChains((state) => state.chainIds);
  const { data: chains = [] } = useChainMapping();
  const isOffline = useOffline();
  const ownNodes = useOwnNodes();
  const unreachable = isOffline ? [] : chains.filter(({ id }) => chainIds.includes(id));
  const isOwn = ({ id }: ChainMapping) => ownNodes.some(({ chainId }) => chainId === id);
  const ofSite = unreachable.filter((chain) => !isOwn(chain));
  return (
    <div role="status" className="node-banner">
      {ofSite.length > 0 ? <UnreachableNetworks chains={ofSite} /> : null}
      {unreachable.filter(isOwn).map((chain) => (
        <UnreachableOwnNode key={chain.id} chain={chain} />
      ))}
      {isOffline ? null : <StaleHeads chains={chains} />}
    </div>
  );
}

type NodeNoteProps = {
  chainId: number | null;
  network: string;
  /** Whether the form is in a dialog, which covers the banner. If so, the note includes the reason. */
  isInDialog?: boolean;
  /** ID of the note, for the button that it explains. */
  id?: string;
};

function Note({ chainId, network, isInDialog }: Omit<NodeNoteProps, 'id'> & { chainId: number }) {
  const t = useTranslations('wallet.node');
  const isOwn = useOwnNodeUrl(chainId) !== null;
  useNodeCheck(chainId);
  return (
    <p className="border-s-2 border-warning ps-3 text-sm">
      {t(isOwn ? 'ownNothingSent' : isInDialog ? 'nothingSent' : 'noSending', { network })}{' '}
      {isOwn ? <SiteNodeButton chainId={chainId} /> : null}
    </p>
  );
}

/** Form warning that nothing can be sent on the selected network while it is unreachable. */
export function NodeNote({ chainId, id, ...note }: NodeNoteProps) {
  const isUnreachable = useIsUnreachable(chainId);
  return (
    <div id={id} role="status" className="empty:hidden">
      {isUnreachable && chainId !== null ? <Note chainId={chainId} {...note} /> : null}
    </div>
  );
}

/** Notice that a contract is paused, with the actions that still work. */
export function PausedNote({ text }: { text: string }) {
  return <p className="border-s-2 border-warning ps-3 text-sm">{text}</p>;
}
