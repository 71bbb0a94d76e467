import { useLocale, useTranslations } from 'next-intl';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { numberText, useNftName } from '@/components/wallet/display/nft-name';
import { NatureWarning } from '@/components/wallet/fields/recipient-warnings';
import { useNature } from '@/components/wallet/fields/use-recipient';
import { formatAmount } from '@/lib/format/amount';
import type { NftTransferOrder } from './nft-transfer-plan';

/** The NFT and the recipient of a transfer, with the warnings about them, for the review. */
export function SendNotes({ nft, recipient, amount }: NftTransferOrder) {
  const t = useTranslations('wallet.nfts');
  const shared = useTranslations('wallet.withdraw');
  const locale = useLocale();
  const { collection } = useNftName()(nft, undefined);
  const nature = useNature(nft.chainId, recipient, false);
  return (
    <>
      <dl className="border-t border-line">
        {/* Several NFTs can share a name, so also show the token ID and the collection. */}
        <FigureRow label={t('collection')}>
          <span className="wrap-anywhere">{collection}</span>
        </FigureRow>
        <FigureRow label={t('number')}>{numberText(nft.tokenId)}</FigureRow>
        {nft.standard === 'erc1155' ? (
          <FigureRow label={t('send.amount')}>{formatAmount(amount, 0, locale)}</FigureRow>
        ) : null}
        <div className="grid gap-1 border-b border-line py-2">
          <dt className="text-sm text-muted">{shared('to')}</dt>
          <dd>
            <GroupedAddress address={recipient} />
          </dd>
        </div>
      </dl>
      <NatureWarning nature={nature} isCalled />
      <p className="text-sm text-muted">{t('send.final')}</p>
    </>
  );
}
