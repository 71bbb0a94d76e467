import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { buttonClass } from '@/components/ui/button';
import { CoinIcon } from '@/components/ui/coin-icon';
import { FiatValueText, fiatValueText, LiveAmount } from '@/components/wallet/display/amount-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { useDuration } from '@/components/wallet/display/use-chain-time';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import type { DisplayPrices } from '@/lib/prices/use-display-prices';
import type { Position } from '@/lib/wallet/earn/positions';
import { partFiatValue } from '@/lib/wallet/portfolio/holdings';
import { useCostAboveReward } from '@/lib/wallet/stake/use-cost-above-reward';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { earnPath } from './use-offer-text';

/** States that show a countdown. */
const timed: readonly string[] = ['maturing', 'selling', 'vesting'];

function Figure({
  label,
  amount,
  token,
  prices: { priceOf, money },
  isLive = false,
}: {
  label: string;
  amount: bigint;
  token: ListedToken;
  prices: DisplayPrices;
  isLive?: boolean;
}) {
  const value = partFiatValue({ token, amount }, (coinId) => priceOf(coinId)?.price);
  return (
    <Cell label={label}>
      <span className={`wrap-anywhere ${isLive ? 'max-sm:text-sm' : ''}`}>
        {isLive ? (
          <LiveAmount value={amount} decimals={token.decimals} />
        ) : (
          <AmountToggle value={amount} decimals={token.decimals} />
        )}{' '}
        <span className="text-sm text-muted">{token.symbol}</span>
      </span>
      {value === undefined ? null : (
        <FiatValueText value={value} money={money} className="block text-sm text-muted" />
      )}
    </Cell>
  );
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** One position: its token, amount, earnings, and state, with a link to the page for its next action. */
export function PositionRow({
  position: { kind, chainId, subject, token, amount, earned, state, until, action },
  network,
  icon,
  now,
  prices,
}: {
  position: Position;
  network: string;
  icon: string | undefined;
  /** Chain time in seconds since the epoch, or undefined until it is known. */
  now: bigint | undefined;
  prices: DisplayPrices;
}) {
  const t = useTranslations('wallet.earn');
  const duration = useDuration();
  const reward = kind === 'stake' && action === 'claim' ? earned : null;
  const cost = useCostAboveReward(chainId, reward);
  const left = until !== null && now !== undefined && until > now ? until - now : 0n;
  const shown = state === 'vesting' && until === null ? 'released' : state;
  const name = t(`kind.${kind}`);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-3 border-b border-line py-4 md:grid-cols-[minmax(0,4fr)_minmax(0,7fr)_minmax(7rem,auto)]">
      <div className="flex min-w-0 items-center gap-3">
        {icon === undefined ? null : <CoinIcon icon={icon} />}
        <div className="min-w-0">
          <p>{subject.symbol}</p>
          <p className="text-xs text-muted">{t('place', { kind: name, network })}</p>
          <p className="figures text-xs">
            {t(`positions.state.${shown}`, { time: timed.includes(shown) ? duration(left) : '' })}
          </p>
          {cost === null ? null : (
            <p className="text-xs text-muted">
              {t('positions.costly', { cost: fiatValueText(cost, prices.money) })}
            </p>
          )}
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 max-md:col-span-2 max-md:row-start-2">
        <Figure label={t('positions.amount')} amount={amount} token={token} prices={prices} />
        {earned ? (
          <Figure
            label={t('positions.earnedLabel')}
            amount={earned.amount}
            token={earned.token}
            prices={prices}
            isLive={state === 'earning' || state === 'maturing'}
          />
        ) : (
          <Cell label={t('positions.earnedLabel')}>
            <span className="text-muted">–</span>
          </Cell>
        )}
      </dl>
      <WalletLink
        href={earnPath(kind, chainId, kind === 'stake' && action === 'claim' ? '&action=claim' : '')}
        className={buttonClass({
          size: 'small',
          variant: action === 'open' || cost !== null ? 'outline' : 'primary',
        })}
      >
        {t(`positions.action.${action}`)}
        <span className="sr-only">
          {' '}
          {t('positions.actionOf', { kind: name, symbol: subject.symbol, network })}
        </span>
      </WalletLink>
    </li>
  );
}
