import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Address } from 'viem';
import { ScanNote } from '@/components/wallet/display/scan-note';
import { VirtualRows } from '@/components/wallet/display/virtual-rows';
import { ChainSection } from '@/components/wallet/shell/chain-section';
import type { ChainMapping, Contract } from '@/lib/api/types';
import { judge, listedOn, useNftChoices } from '@/lib/wallet/nfts/choices';
import { type Nft, nftId } from '@/lib/wallet/nfts/nft';
import { useToldSuspicions } from '@/lib/wallet/nfts/suspicion';
import { useOwnedNfts } from '@/lib/wallet/nfts/use-owned-nfts';
import { HiddenNfts } from './hidden-nfts';
import { NftCard } from './nft-card';

/** Least width of a card, and what its words take below the picture, in CSS pixels. */
const CARD_PX = 200;
const WORDS_PX = 88;

/** One network's collectibles: those that are shown, and below them those that are hidden and why. */
export function ChainNfts({
  chain,
  account,
  contracts,
  onOpen,
}: {
  chain: ChainMapping;
  account: Address;
  contracts: readonly Contract[];
  onOpen: (nft: Nft) => void;
}) {
  const t = useTranslations('wallet.nfts');
  const { nfts, scan, isFailed, isLoading, retry } = useOwnedNfts(chain.id, account);
  const choices = useNftChoices((state) => state.entries);
  const told = useToldSuspicions((state) => state.byId);
  const { shown, hidden } = useMemo(
    () => judge(nfts ?? [], choices, listedOn(chain.id, contracts), told),
    [nfts, choices, chain.id, contracts, told],
  );

  return (
    <ChainSection
      name={chain.name}
      count={shown.length}
      failure={isFailed ? t(nfts?.length ? 'stale' : 'unreachable') : null}
      retryLabel={t('retry')}
      onRetry={retry}
      isLoading={isLoading}
      loadingText={t('loading')}
      emptyText={t(hidden.length > 0 ? 'allHidden' : 'none')}
      className="gap-6"
      list={
        <VirtualRows
          label={t('list', { network: chain.name })}
          items={shown}
          keyOf={nftId}
          cellWidth={CARD_PX}
          rowHeight={(width) => width + WORDS_PX}
        >
          {(nft, isMoving) => <NftCard nft={nft} isMoving={isMoving} onOpen={() => onOpen(nft)} />}
        </VirtualRows>
      }
    >
      {hidden.length > 0 ? <HiddenNfts hidden={hidden} network={chain.name} /> : null}
      <ScanNote scan={scan} chainId={chain.id} />
    </ChainSection>
  );
}
