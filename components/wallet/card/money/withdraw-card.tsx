import { useLocale, useTranslations } from 'next-intl';
import {
  type CardData,
  isUsed,
  leaveCardView,
  type PlacedFunds,
  placedFunds,
} from '@/components/wallet/card/parts/card-params';
import { useMoneyChoice } from '@/components/wallet/card/parts/money-choice';
import { NoMoneyChoice } from '@/components/wallet/card/parts/money-gate';
import { reviewCardOrder } from '@/components/wallet/card/parts/review-card-order';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { useFixedDuration } from '@/components/wallet/display/use-chain-time';
import { AmountForm } from '@/components/wallet/fields/amount-form';
import { shortAddress } from '@/lib/evm/address';
import { formatAmount } from '@/lib/format/amount';
import { freeOf } from '@/lib/wallet/card/use-card-funds';
import { InstantProgress } from './instant-progress';
import { useInstantWithdrawal } from './use-instant-withdrawal';

function WithdrawForm({ data, chosen }: { data: CardData; chosen: PlacedFunds }) {
  const t = useTranslations('wallet.card.withdraw');
  const locale = useLocale();
  const own = useOwnText();
  const duration = useFixedDuration();
  const { place, funds } = chosen;
  const { token, balance, leaving } = funds;
  const { symbol, decimals } = token;
  const free = freeOf(funds);
  const delay = duration(place.data?.delay ?? 0n);
  const instant = useInstantWithdrawal(data.account, chosen);
  const requestSlowly = (amount: bigint) =>
    reviewCardOrder(data.account, place, token, { kind: 'requestCardWithdrawal', amount }, leaveCardView);
  return (
    <>
      {leaving > 0n ? (
        <p className="measure border-s-2 border-warning ps-3 text-sm">{t('replaces')}</p>
      ) : null}
      <AmountForm
        token={token}
        chainId={place.chainId}
        available={free}
        isWallet={false}
        hint={t('available', { amount: own(formatAmount(free, decimals, locale)), symbol })}
        problemOf={(amount) =>
          amount > free ? t(amount > balance ? 'tooMuch' : 'tooMuchHeld', { symbol }) : undefined
        }
        isClosed={free === 0n || instant.isAsking}
        onReview={instant.start}
      >
        {(amount) => (
          <dl>
            {(['leaves', 'arrives'] as const).map((name) => (
              <FigureRow key={name} label={t(name, { address: shortAddress(data.account) })}>
                {amount === null ? (
                  '–'
                ) : (
                  <>
                    <AmountToggle value={amount} decimals={decimals} /> {symbol}
                  </>
                )}
              </FigureRow>
            ))}
          </dl>
        )}
      </AmountForm>
      <InstantProgress instant={instant} delay={delay} onSlow={requestSlowly} />
      <p className="measure text-sm text-muted">{t('about', { delay })}</p>
    </>
  );
}

/** Form to withdraw from the card balance to the wallet: at once if the operator signs, and otherwise after a delay. */
export function WithdrawCard({ data }: { data: CardData }) {
  const t = useTranslations('wallet.card.withdraw');
  const { chosen, select } = useMoneyChoice(placedFunds(data.funds).filter(isUsed), data.chains);
  if (!chosen) return <NoMoneyChoice data={data} emptyText={t('none')} />;
  const { place, funds } = chosen;
  return (
    <div className="grid max-w-form gap-5">
      {select}
      <WithdrawForm key={`${place.chainId} ${funds.token.address}`} data={data} chosen={chosen} />
    </div>
  );
}
