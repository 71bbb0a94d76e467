import { useLocale, useTranslations } from 'next-intl';
import {
  type CardData,
  leaveCardView,
  type PlacedFunds,
  placedFunds,
} from '@/components/wallet/card/parts/card-params';
import { useMoneyChoice } from '@/components/wallet/card/parts/money-choice';
import { NoMoneyChoice } from '@/components/wallet/card/parts/money-gate';
import { reviewCardOrder } from '@/components/wallet/card/parts/review-card-order';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { AmountForm } from '@/components/wallet/fields/amount-form';
import { ClosedNote } from '@/components/wallet/frame/closed-note';
import { NodeNote } from '@/components/wallet/frame/node-banner';
import { formatAmount } from '@/lib/format/amount';

function TopUpForm({ data, chosen: { place, funds } }: { data: CardData; chosen: PlacedFunds }) {
  const t = useTranslations('wallet.card.topUp');
  const stake = useTranslations('wallet.stake');
  const locale = useLocale();
  const own = useOwnText();
  const { token, inWallet } = funds;
  const { symbol, decimals } = token;
  const isPaused = place.data?.isPaused ?? false;
  const isClosed = isPaused || inWallet === 0n;
  return (
    <>
      {isClosed ? (
        <ClosedNote
          text={isPaused ? t('paused') : stake('emptyWallet', { symbol })}
          missing={isPaused ? undefined : { ...token, chainId: place.chainId }}
        />
      ) : null}
      <AmountForm
        token={token}
        chainId={place.chainId}
        available={inWallet}
        isWallet
        hint={t('available', { amount: own(formatAmount(inWallet, decimals, locale)), symbol })}
        problemOf={(amount) => (amount > inWallet ? t('tooMuch', { symbol }) : undefined)}
        isClosed={isClosed}
        onReview={(amount) =>
          reviewCardOrder(data.account, place, token, { kind: 'topUpCard', amount }, leaveCardView)
        }
      />
    </>
  );
}

/** Form to add tokens of the wallet to the card balance. */
export function TopUp({ data }: { data: CardData }) {
  const t = useTranslations('wallet.card.topUp');
  const choices = placedFunds(data.funds);
  // Tokens that the wallet holds come first.
  const { chosen, select } = useMoneyChoice(
    choices.toSorted((one, other) => Number(other.funds.inWallet > 0n) - Number(one.funds.inWallet > 0n)),
    data.chains,
  );
  if (!chosen) return <NoMoneyChoice data={data} emptyText={t('none')} />;
  const { place, funds } = chosen;
  return (
    <div className="grid max-w-form gap-5">
      <p className="measure text-sm text-muted">{t('about')}</p>
      {select}
      <NodeNote
        chainId={place.chainId}
        network={data.chains.find(({ id }) => id === place.chainId)?.name ?? ''}
      />
      <TopUpForm key={`${place.chainId} ${funds.token.address}`} data={data} chosen={chosen} />
    </div>
  );
}
