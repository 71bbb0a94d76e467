import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Address } from 'viem';
import { useNftName } from '@/components/wallet/display/nft-name';
import { ScanNote } from '@/components/wallet/display/scan-note';
import { TextButton } from '@/components/wallet/display/text-button';
import { VirtualRows } from '@/components/wallet/display/virtual-rows';
import { ChainSection } from '@/components/wallet/frame/chain-section';
import type { ChainMapping, Contract } from '@/lib/api/types';
import { useNftMetadata } from '@/lib/api/use-nft';
import { notify } from '@/lib/browser/notices';
import { chooseNft, type HiddenReason, judge, listedOn, useNftChoices } from '@/lib/wallet/nfts/choices';
import { type Nft, nftId } from '@/lib/wallet/nfts/nft';
import { recordSuspicions, useFoundSuspicions } from '@/lib/wallet/nfts/suspicion';
import { useOwnedNfts } from '@/lib/wallet/nfts/use-owned-nfts';
import { NftCard } from './nft-card';
import { GallerySkeleton } from './nfts-skeleton';

type Hidden = { nft: Nft; reasons: readonly HiddenReason[] };

const ROW_PX = 96;

/** Lists the hidden NFTs, each with the reasons it is hidden and a button to show it. Doesn't load their images. */
function HiddenNfts({ hidden, network }: { hidden: readonly Hidden[]; network: string }) {
  const t = useTranslations('wallet.nfts.hidden');
  const nameOf = useNftName();
  const summary = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const show = (nft: Nft, name: string) => {
    chooseNft(nft, { isShown: true });
    notify('success', t('shown', { name }));
    // The focused row was removed, so focus moves to the section's summary.
    summary.current?.focus();
  };
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="border-t border-line">
      <summary ref={summary} className="flex min-h-11 items-center text-sm underline underline-offset-4">
        {t('title', { count: hidden.length })}
      </summary>
      {isOpen ? (
        <div className="grid gap-3 pb-4">
          <p className="measure text-sm text-muted">{t('about')}</p>
          <VirtualRows
            label={t('list', { network })}
            items={hidden}
            keyOf={({ nft }) => nftId(nft)}
            rowHeight={() => ROW_PX}
          >
            {({ nft, reasons }) => {
              const { short, collection } = nameOf(nft, undefined);
              return (
                <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-2 text-sm">
                  <div className="min-w-0">
                    <p className="truncate">{short}</p>
                    <p className="truncate text-xs text-muted">{collection}</p>
                    {reasons.map((reason) => (
                      <p key={reason} className="text-xs">
                        {t(`reason.${reason}`)}
                      </p>
                    ))}
                  </div>
                  <TextButton label={t('showLabel', { name: short })} onClick={() => show(nft, short)}>
                    {t('show')}
                  </TextButton>
                </div>
              );
            }}
          </VirtualRows>
        </div>
      ) : null}
    </details>
  );
}

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
  const { nfts, scan, isFailed, isLoading, retry } = useOwnedNfts(chain.id, account);
  const choices = useNftChoices((state) => state.entries);
  const knownSuspicions = useFoundSuspicions((state) => state.byId);
  const { shown, hidden } = useMemo(
    () => judge(nfts ?? [], choices, listedOn(chain.id, contracts), knownSuspicions),
    [nfts, choices, chain.id, contracts, knownSuspicions],
  );

  return (
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
      {hidden.length > 0 ? <HiddenNfts hidden={hidden} network={chain.name} /> : null}
      <ScanNote scan={scan} chainId={chain.id} />
    </ChainSection>
  );
}
