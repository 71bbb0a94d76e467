import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import type { Address } from 'viem';
import { HiddenList } from '@/components/wallet/display/hidden-list';
import { useNftName } from '@/components/wallet/display/nft-name';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { ScanNote } from '@/components/wallet/display/scan-note';
import { VirtualRows } from '@/components/wallet/display/virtual-rows';
import { ChainSection } from '@/components/wallet/frame/chain-section';
import type { ChainMapping, Contract } from '@/lib/api/types';
import { useNftMetadata } from '@/lib/api/use-nft';
import { chooseNft, judge, listedOn, useNftChoices } from '@/lib/wallet/nfts/choices';
import { type Nft, nftId } from '@/lib/wallet/nfts/nft';
import { recordSuspicions, useFoundSuspicions } from '@/lib/wallet/nfts/suspicion';
import { useOwnedNfts } from '@/lib/wallet/nfts/use-owned-nfts';
import { NftCard } from './nft-card';
import { GallerySkeleton } from './nfts-skeleton';

/** Gallery card that loads the metadata of its NFT. */
function LoadedCard({ nft, isMoving, onOpen }: { nft: Nft; isMoving: boolean; onOpen: () => void }) {
  // Don't load metadata for cards that scroll past.
  const [isWanted, setWanted] = useState(!isMoving);
  if (!isMoving && !isWanted) setWanted(true);
  const { data: metadata, error } = useNftMetadata(nft, !isWanted);
  const id = nftId(nft);
  useEffect(() => {
    if (metadata) recordSuspicions(id, metadata.suspicions);
  }, [id, metadata]);
  return <NftCard nft={nft} metadata={metadata} isUnread={error !== undefined} onOpen={onOpen} />;
}

/** Minimum width of a card, and height of the text below its image, in CSS pixels. */
const CARD_PX = 176;
const TEXT_PX = 88;

/** One network's NFTs: first the visible ones, then the hidden ones with the reasons they are hidden. */
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
  const nameOf = useNftName();
  const { nfts, scan, isFailed, isLoading, retry } = useOwnedNfts(chain.id, account);
  const choices = useNftChoices((state) => state.entries);
  const knownSuspicions = useFoundSuspicions((state) => state.byId);
  const { shown, hidden } = useMemo(
    () => judge(nfts ?? [], choices, listedOn(chain.id, contracts), knownSuspicions),
    [nfts, choices, chain.id, contracts, knownSuspicions],
  );

  return (
    <OwnAmounts>
      <ChainSection
        chainId={chain.id}
        name={chain.name}
        count={shown.length}
        failure={isFailed ? t(nfts?.length ? 'stale' : 'unreachable') : null}
        retryLabel={t('retry')}
        onRetry={retry}
        loadingText={t('loading')}
        skeleton={isLoading ? <GallerySkeleton /> : null}
        emptyText={t(hidden.length > 0 ? 'allHidden' : 'none')}
        className="gap-6"
        list={
          <VirtualRows
            label={t('list', { network: chain.name })}
            items={shown}
            keyOf={nftId}
            cellWidth={CARD_PX}
            rowHeight={(width) => width + TEXT_PX}
          >
            {(nft, isMoving) => <LoadedCard nft={nft} isMoving={isMoving} onOpen={() => onOpen(nft)} />}
          </VirtualRows>
        }
      >
        <HiddenList
          items={hidden.map(({ nft, reasons }) => {
            const { short, collection } = nameOf(nft, undefined);
            return { key: nftId(nft), name: short, detail: collection, reasons, nft };
          })}
          about={t('hidden.about')}
          label={t('hidden.list', { network: chain.name })}
          shownText={(name) => t('hidden.shown', { name })}
          onShow={({ nft }) => chooseNft(nft, { isShown: true })}
        />
        <ScanNote scan={scan} chainId={chain.id} />
      </ChainSection>
    </OwnAmounts>
  );
}
