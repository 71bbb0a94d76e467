import { useState } from 'react';
import { type NftMetadata, nftPictureUrl } from '@/lib/api/use-nft';
import { ACCOUNT_MARK_UNITS, accountMark } from '@/lib/art/account-mark';
import type { Nft } from '@/lib/wallet/nfts/nft';

/**
 * An NFT's image from the site's API. If there is none or it fails to load, shows an image generated from the contract
 * address.
 */
export function NftPicture({
  nft,
  metadata,
  isUnread = false,
  alt = '',
  onFailure,
}: {
  nft: Nft;
  metadata: NftMetadata | undefined;
  /** Whether the metadata could not be loaded. */
  isUnread?: boolean;
  /** Alternative text. If omitted, the image is decorative, because the name is next to it. */
  alt?: string;
  onFailure?: () => void;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const src = metadata?.hasPicture ? nftPictureUrl(nft) : null;
  if (src && src !== failed) {
    return (
      // biome-ignore lint/performance/noImgElement: served by the site's own API at the right size
      <img
        src={src}
        alt={alt}
        loading="lazy"
        decoding="async"
        className="aspect-square w-full rounded-soft bg-sunken object-contain"
        onError={() => {
          setFailed(src);
          onFailure?.();
        }}
      />
    );
  }
  const mark = accountMark(nft.contract);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${ACCOUNT_MARK_UNITS} ${ACCOUNT_MARK_UNITS}`}
      className="aspect-square w-full rounded-soft bg-water-wash text-tide"
    >
      {metadata || isUnread ? (
        <g fill="none" stroke="currentColor">
          <path d={mark.fine} strokeWidth={2} />
          <path d={mark.heavy} strokeWidth={4.5} />
        </g>
      ) : null}
    </svg>
  );
}
