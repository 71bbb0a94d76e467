import { useTranslations } from 'next-intl';
import { sampleAddress, sampleChains } from '@/components/wallet/shell/sample-data';
import { SampleFrame } from '@/components/wallet/shell/start-preview';
import { NftCard } from './nft-card';

/** Token IDs, and seeds of the contracts, which the pictures are drawn from. */
const nfts = [
  { chain: sampleChains[0], tokenId: 1204n, seed: 11 },
  { chain: sampleChains[0], tokenId: 87n, seed: 12 },
  { chain: sampleChains[0], tokenId: 3310n, seed: 13 },
  { chain: sampleChains[1], tokenId: 42n, seed: 14 },
  { chain: sampleChains[1], tokenId: 706n, seed: 15 },
  { chain: sampleChains[1], tokenId: 5n, seed: 16 },
];

/** Sample of the NFT gallery. */
export function SampleGallery() {
  const t = useTranslations('wallet.preview');
  return (
    <SampleFrame about={t('about.nfts')}>
      {sampleChains.map((chain) => {
        const own = nfts.filter((nft) => nft.chain === chain);
        return (
          <section key={chain.id} className="grid gap-4">
            <h2 className="text-xl">
              {chain.name} <span className="figures text-base text-muted">{own.length}</span>
            </h2>
            <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
              {own.map(({ tokenId, seed }) => (
                <li key={seed} className="min-w-0 max-sm:nth-3:hidden">
                  <NftCard
                    nft={{
                      chainId: chain.id,
                      contract: sampleAddress(seed),
                      tokenId,
                      standard: 'erc721',
                      quantity: 1n,
                      collection: t('collection'),
                      symbol: '',
                      suspicions: [],
                      isOwnDoing: true,
                    }}
                    metadata={undefined}
                    // Shows the drawn picture instead of an empty one, which stands for metadata that is loading.
                    isUnread
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </SampleFrame>
  );
}
