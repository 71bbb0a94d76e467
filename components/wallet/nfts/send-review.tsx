import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { GroupedAddress } from '@/components/wallet/display/grouped-address';
import { NodeNote } from '@/components/wallet/shell/node-banner';
import { ReviewEnd } from '@/components/wallet/transfer/review-end';
import { NatureWarning } from '@/components/wallet/withdraw/look-alike-warning';
import { useNature } from '@/components/wallet/withdraw/use-recipient';
import type { ChainMapping } from '@/lib/api/types';
import type { ChainErrorCode } from '@/lib/evm/errors';
import { formatAmount } from '@/lib/format/amount';
import type { TransactionStep } from '@/lib/wallet/transactions/transaction-plan';
import { numberText, useNftName } from './nft-name';
import type { SendOrder } from './send-plan';

/** Review of an NFT transfer before the wallet asks for confirmation. */
export function SendReview({
  order: { nft, label, account, recipient, amount },
  chain,
  step,
  problem,
  onBack,
  onConfirm,
}: {
  order: SendOrder;
  chain: ChainMapping;
  step: TransactionStep;
  problem: ChainErrorCode | null;
  onBack: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations('wallet.nfts.send');
  const all = useTranslations('wallet.nfts');
  const { collection } = useNftName()(nft, undefined);
  const shared = useTranslations('wallet.withdraw');
  const locale = useLocale();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const nature = useNature(chain.id, recipient, false);
  return (
    <div className="grid gap-5">
      <h3 ref={heading} tabIndex={-1} className="outline-none">
        {shared('check')}
      </h3>
      <dl>
        <FigureRow label={t('leaves')}>
          <span className="text-xl wrap-anywhere">{label}</span>
        </FigureRow>
        {/* Several NFTs can share a name, so also show the token ID and the collection. */}
        <FigureRow label={all('collection')}>
          <span className="wrap-anywhere">{collection}</span>
        </FigureRow>
        <FigureRow label={all('number')}>{numberText(nft.tokenId)}</FigureRow>
        {nft.standard === 'erc1155' ? (
          <FigureRow label={t('amount')}>{formatAmount(amount, 0, locale)}</FigureRow>
        ) : null}
        <FigureRow label={shared('network')}>{chain.name}</FigureRow>
        <div className="grid gap-1 border-b border-line py-2">
          <dt className="text-sm text-muted">{shared('to')}</dt>
          <dd>
            <GroupedAddress address={recipient} />
          </dd>
        </div>
      </dl>
      <NatureWarning nature={nature} />
      <p className="text-sm text-muted">{t('final')}</p>
      <NodeNote chainId={chain.id} network={chain.name} />
      <ReviewEnd
        kind="transferNft"
        account={account}
        step={step}
        problem={problem}
        stepText={(at) => t(`step.${at}`)}
        submitLabel={t('submit')}
        onBack={onBack}
        onConfirm={onConfirm}
      />
    </div>
  );
}
