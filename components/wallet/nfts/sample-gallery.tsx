import { useTranslations } from 'next-intl';
import { sampleAddress, sampleMainnet } from '@/components/wallet/frame/sample-data';
import { SampleFrame } from '@/components/wallet/frame/start-preview';
import { NftCard } from './nft-card';

/** Full rows in two columns and in three. */
const tokenIds = [1204n, 87n, 3310n, 42n, 706n, 5n];

/** Sample of the NFT gallery. */
export function SampleGallery() {
  const t = useTranslations('wallet.preview');
  return (
    <SampleFrame about={t('about.nfts')}>
      <section className="grid gap-4">
        <h2 className="text-xl">
          {sampleMainnet.name} <span className="figures text-base text-muted">· {tokenIds.length}</span>
        </h2>
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {tokenIds.map((tokenId) => (
            <li key={String(tokenId)} className="min-w-0">
              <NftCard
                nft={{
                  chainId: sampleMainnet.id,
                  // The picture is drawn from the contract's address.
                  contract: sampleAddress(Number(tokenId)),
                  tokenId,
                  standard: 'erc721',
                  quantity: 1n,
                  collection: t('collection'),
                  symbol: '',
                  suspicions: [],
                  isOwnDoing: true,
                }}
                metadata={undefined}
                // Shows the drawn picture, because an empty one means that the metadata is loading.
                isUnread
              />
            </li>
          ))}
        </ul>
      </section>
    </SampleFrame>
  );
}
