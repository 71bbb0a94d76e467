import { useTranslations } from 'next-intl';
import { useEffect, useMemo } from 'react';
import type { Address } from 'viem';
import { useNftName } from '@/components/wallet/display/nft-name';
import { NftPicture } from '@/components/wallet/display/nft-picture';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import type { ChainMapping, Contract } from '@/lib/api/types';
import { useNftMetadata } from '@/lib/api/use-nft';
import { routes } from '@/lib/routes';
import { judge, listedOn, useNftChoices } from '@/lib/wallet/nfts/choices';
import { type Nft, nftId } from '@/lib/wallet/nfts/nft';
import { recordSuspicions, useFoundSuspicions } from '@/lib/wallet/nfts/suspicion';
import { useOwnedNfts } from '@/lib/wallet/nfts/use-owned-nfts';

const MAX_PICTURES = 4;

function Picture({ nft }: { nft: Nft }) {
  const nameOf = useNftName();
  const { data: metadata, error } = useNftMetadata(nft);
  const id = nftId(nft);
  useEffect(() => {
    if (metadata) recordSuspicions(id, metadata.suspicions);
  }, [id, metadata]);
  return (
    <li>
      <WalletLink href={routes.nfts} className="block">
        <NftPicture nft={nft} metadata={metadata} isUnread={error !== undefined} />
        <span className="sr-only">{nameOf(nft, metadata).short}</span>
      </WalletLink>
    </li>
  );
}

function Pictures({ nfts }: { nfts: readonly Nft[] }) {
  const t = useTranslations('wallet.overview');
  if (nfts.length === 0) return null;
  return (
    <section aria-labelledby="home-nfts" className="grid content-start gap-3">
      <h2 id="home-nfts" className="text-xl">
        {t('nfts')}
      </h2>
      <ul className="grid grid-cols-4 gap-2 sm:gap-3">
        {nfts.map((nft) => (
          <Picture key={nftId(nft)} nft={nft} />
        ))}
      </ul>
      <WalletLink href={routes.nfts}>{t('allNfts')}</WalletLink>
    </section>
  );
}

type Search = {
  account: Address;
  contracts: readonly Contract[];
  /** Chains that have not been searched yet. */
  chains: readonly ChainMapping[];
  found: readonly Nft[];
};

/**
 * Adds one chain's NFTs, except hidden ones. Skips a chain that can't be read, because the NFT page reports such
 * errors.
 */
function ChainStep({ chain, found, ...search }: Search & { chain: ChainMapping }) {
  const { account, contracts } = search;
  const { nfts, isLoading } = useOwnedNfts(chain.id, account);
  const choices = useNftChoices((state) => state.entries);
  const suspicions = useFoundSuspicions((state) => state.byId);
  const { shown } = useMemo(
    () => judge(nfts ?? [], choices, listedOn(chain.id, contracts), suspicions),
    [nfts, choices, chain.id, contracts, suspicions],
  );
  if (isLoading) return null;
  return <NftStrip {...search} found={[...found, ...shown]} />;
}

/**
 * Renders up to four of the account's NFTs, or nothing if there are none. Reads one chain at a time and stops when it
 * has enough NFTs, because reading them takes several requests.
 */
export function NftStrip({ chains, found, ...search }: Search) {
  const [chain, ...rest] = chains;
  if (!chain || found.length >= MAX_PICTURES) return <Pictures nfts={found.slice(0, MAX_PICTURES)} />;
  return <ChainStep {...search} chain={chain} chains={rest} found={found} />;
}
