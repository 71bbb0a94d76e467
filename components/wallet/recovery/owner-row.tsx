import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { TextBar } from '@/components/wallet/display/skeleton';
import { useChainTime, useFixedDuration } from '@/components/wallet/display/use-chain-time';
import type { Coin } from '@/lib/api/types';
import { formatAmount } from '@/lib/format/amount';
import type { RecoveryPlan } from '@/lib/wallet/recovery/recovery-plan';
import { PLEDGES_PER_CALL, type Recoverable, useRecoverable } from '@/lib/wallet/recovery/use-recoverable';
import { isReady, type RecoveryPlace } from '@/lib/wallet/recovery/use-recovery-plans';
import { useIsUnderWay, usePlaceName, useRecoveryOrder } from './use-recovery-order';

type OwnerRowProps = {
  /** The recovery address. */
  account: Address;
  owner: Address;
  place: RecoveryPlace;
  plan: RecoveryPlan;
  /** Chain time, in seconds since the epoch. */
  at: bigint;
  network: string;
  coins: readonly Coin[];
};

/** React hook that returns a function that describes what one `recover` call moves. */
function usePartText(): (place: RecoveryPlace, part: Recoverable) => string {
  const t = useTranslations('wallet.recovery.part');
  const locale = useLocale();
  const own = useOwnText();
  return ({ name }, { amount, token }) => {
    if (name === 'pledge_contract')
      return t(amount > PLEDGES_PER_CALL ? 'manyPledges' : name, {
        count: Number(amount),
        most: Number(PLEDGES_PER_CALL),
      });
    if (!token) return t('unlisted');
    return t(name, { amount: own(formatAmount(amount, token.decimals, locale)), symbol: token.symbol });
  };
}

/** What of a card account purchases have reserved, and what its owner asked to withdraw. */
function CardMoneyNote({ part: { card, token } }: { part: Recoverable }) {
  const t = useTranslations('wallet.recovery.cardMoney');
  const locale = useLocale();
  const own = useOwnText();
  if (!card || !token) return null;
  return (['held', 'leaving'] as const)
    .filter((name) => card[name] > 0n)
    .map((name) => (
      <span key={name} className="figures block text-sm text-muted wrap-anywhere">
        {t(name, { amount: own(formatAmount(card[name], token.decimals, locale)), symbol: token.symbol })}
      </span>
    ));
}

/** What can be recovered now, each with a button. */
function Parts({
  account,
  owner,
  place,
  where,
  coins,
}: Omit<OwnerRowProps, 'plan' | 'at' | 'network'> & { where: string }) {
  const t = useTranslations('wallet.recovery');
  const { data, isFailed, refetch } = useRecoverable(place, owner, coins);
  const review = useRecoveryOrder(account);
  const isUnderWay = useIsUnderWay(account, place);
  const partText = usePartText();
  return (
    <>
      {isFailed ? (
        <ReadFailure
          chainIds={[place.chainId]}
          message={t(data ? 'stale' : 'partsFailed')}
          shown={data ? 'stale' : 'nothing'}
          retryLabel={t('retry')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data === undefined && !isFailed ? <TextBar className="w-40" /> : null}
      {data?.length === 0 ? (
        <p className="text-sm text-muted">
          {t(place.name === 'vault_contract' || place.name === 'card_contract' ? 'nothingListed' : 'nothing')}
        </p>
      ) : null}
      <ul className="grid gap-3 empty:hidden">
        {data?.map((one) => {
          const text = partText(place, one);
          return (
            <li
              key={one.part.token ?? place.address}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
            >
              <span className="min-w-0">
                <span className="figures block wrap-anywhere">{text}</span>
                <CardMoneyNote part={one} />
              </span>
              {one.amount > 0n ? (
                <Button
                  size="small"
                  variant="signal"
                  disabled={isUnderWay}
                  aria-label={t('recoverLabel', { what: text, where })}
                  onClick={() => review(place, { kind: 'recover', owner, part: one.part })}
                >
                  {t('recover')}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {place.name === 'card_contract' && data && data.length > 0 ? (
        <p className="measure text-sm text-muted">{t('cardsStay')}</p>
      ) : null}
    </>
  );
}

/** One contract in which the owner named the account: its request, and what the account can recover when it's ready. */
export function OwnerRow({ account, owner, place, plan, at, network, coins }: OwnerRowProps) {
  const t = useTranslations('wallet.recovery');
  const duration = useFixedDuration();
  const date = useChainTime();
  const review = useRecoveryOrder(account);
  const isUnderWay = useIsUnderWay(account, place);
  const name = usePlaceName()(place);
  const where = t('where', { contract: name, network });
  const { readyAt } = plan;
  const state = readyAt === null ? 'mayRequest' : isReady(readyAt, at) ? 'mayRecover' : 'waiting';
  return (
    <li className="grid gap-3 border-t border-line py-4">
      <h3>{where}</h3>
      <p className="text-sm text-muted">
        {t(`owner.${state}`, { delay: duration(BigInt(plan.delay)), time: date(readyAt ?? 0n) })}
      </p>
      {state === 'mayRequest' ? (
        <div>
          <Button
            size="small"
            variant="signal"
            disabled={isUnderWay}
            aria-label={t('actionLabel', { action: t('request'), where })}
            onClick={() => review(place, { kind: 'requestRecovery', owner })}
          >
            {t('request')}
          </Button>
        </div>
      ) : null}
      {state === 'mayRecover' ? <Parts {...{ account, owner, place, where, coins }} /> : null}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isUnderWay ? t('underWay') : ''}
      </p>
    </li>
  );
}
