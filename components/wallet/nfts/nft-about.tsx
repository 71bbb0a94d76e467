import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ExternalLink } from '@/components/ui/external-link';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { numberText, useNftName } from '@/components/wallet/display/nft-name';
import { NftPicture } from '@/components/wallet/display/nft-picture';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { CopyButton, TextButton } from '@/components/wallet/display/text-button';
import type { ChainMapping } from '@/lib/api/types';
import type { NftMetadata } from '@/lib/api/use-nft';
import { notify } from '@/lib/browser/notices';
import { shortAddress } from '@/lib/evm/address';
import { formatAmount } from '@/lib/format/amount';
import { chooseNft } from '@/lib/wallet/nfts/choices';
import type { Nft } from '@/lib/wallet/nfts/nft';

/** Details of an NFT from its contract and its metadata. */
export function NftAbout({
  nft,
  metadata,
  onReread,
  chain,
  onSend,
  onHidden,
}: {
  nft: Nft;
  metadata: NftMetadata | undefined;
  /** Reloads the metadata. Only set if loading it failed. */
  onReread: (() => void) | undefined;
  chain: ChainMapping;
  onSend: () => void;
  onHidden: () => void;
}) {
  const t = useTranslations('wallet.nfts');
  const locale = useLocale();
  const own = useOwnText();
  const { name, collection, short } = useNftName()(nft, metadata);
  const [hasFailed, setFailed] = useState(false);
  const problem = metadata?.problem;
  const hide = () => {
    chooseNft(nft, { isShown: false });
    notify('success', t('hidden.hid', { name: short }));
    onHidden();
  };
  return (
    <div className="grid gap-5">
      <div className="w-56 max-w-full">
        <NftPicture
          nft={nft}
          metadata={metadata}
          isUnread={onReread !== undefined}
          alt={t('picture', { name })}
          onFailure={() => setFailed(true)}
        />
      </div>
      <div className="grid gap-1">
        <h3 className="font-display text-2xl wrap-anywhere">{name}</h3>
        <p className="text-sm text-muted wrap-anywhere">{collection}</p>
      </div>
      {onReread ? <RetryAlert message={t('unread')} retryLabel={t('retry')} onRetry={onReread} /> : null}
      {problem ? <p className="border-s-2 border-warning ps-3 text-sm">{t(`problem.${problem}`)}</p> : null}
      {hasFailed ? <p className="border-s-2 border-warning ps-3 text-sm">{t('pictureFailed')}</p> : null}
      {metadata?.description ? <p className="text-sm wrap-anywhere">{metadata.description}</p> : null}
      <dl>
        <FigureRow label={t('network')}>{chain.name}</FigureRow>
        <FigureRow label={t('owned')}>{own(formatAmount(nft.quantity, 0, locale))}</FigureRow>
        <FigureRow label={t('number')}>{numberText(nft.tokenId)}</FigureRow>
        <FigureRow label={t('standard')}>{nft.standard === 'erc721' ? 'ERC-721' : 'ERC-1155'}</FigureRow>
        <FigureRow label={t('contract')}>
          <ExternalLink href={chain.browserAddress + nft.contract}>{shortAddress(nft.contract)}</ExternalLink>
        </FigureRow>
        {metadata?.traits.map((trait, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two traits may be the same
          <FigureRow key={index} label={trait.name || t('trait')}>
            {trait.value}
          </FigureRow>
        ))}
      </dl>
      <div className="flex flex-wrap gap-x-6">
        <CopyButton text={nft.contract} label={t('copyContract')} />
        <CopyButton text={nft.tokenId.toString()} label={t('copyNumber')} />
        <TextButton onClick={hide}>{t('hidden.hide')}</TextButton>
      </div>
      <div className="dialog-action">
        <Button variant="signal" onClick={onSend}>
          {t('send.open')}
        </Button>
      </div>
    </div>
  );
}
