import { useFormatter, useLocale, useTimeZone, useTranslations } from 'next-intl';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { TextButton } from '@/components/wallet/display/text-button';
import { useChainTime, useDuration } from '@/components/wallet/display/use-chain-time';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { formatAmount } from '@/lib/format/amount';
import { wallClock } from '@/lib/format/zoned-time';
import { routes } from '@/lib/routes';
import type { FreeKind, Unlock, UnlockKind } from '@/lib/wallet/unlocks/plan-unlocks';

/** Page for each kind of unlock. */
const pages: Readonly<Record<UnlockKind | FreeKind, string>> = {
  pledge: routes.pledge,
  cliff: routes.presale,
  vesting: routes.presale,
  vested: routes.presale,
  saleEnd: routes.presale,
  refund: routes.presale,
  rewardsEnd: routes.stake,
  stake: routes.stake,
  rewards: routes.stake,
};

/** Returns the path of an unlock's page, with the unlock's network selected. */
export const unlockPath = ({ kind, chainId }: { kind: UnlockKind | FreeKind; chainId: number }) =>
  `${pages[kind]}?chain=${chainId}`;

/** One unlock with its date, amount, and remaining time. */
export function UnlockItem({
  unlock,
  network,
  now,
  onSave,
}: {
  unlock: Unlock;
  network: string;
  /** Chain time in seconds since the epoch, or undefined until it is known. */
  now: bigint | undefined;
  onSave: () => void;
}) {
  const t = useTranslations('wallet.unlocks');
  const format = useFormatter();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const date = useChainTime();
  const duration = useDuration();
  const { kind, at, amount, token } = unlock;
  const day = new Date(Number(at) * 1_000);
  const what = t(`kind.${kind}`);
  const own = useOwnText();
  const text = `${own(formatAmount(amount, token.decimals, locale))} ${token.symbol}`;
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 border-b border-line py-4">
      <p aria-hidden="true" className="border-e border-line text-center leading-tight">
        <span className="figures block font-display text-2xl">
          {wallClock(day.getTime(), timeZone).getUTCDate()}
        </span>
        <span className="text-xs text-muted">{format.dateTime(day, { weekday: 'short' })}</span>
      </p>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <h4>{what}</h4>
          <div className="text-xl wrap-anywhere">
            <AmountToggle value={amount} decimals={token.decimals} />{' '}
            <span className="text-sm text-muted">{token.symbol}</span>
          </div>
          <p className="text-xs text-muted">
            {network} · <time dateTime={day.toISOString()}>{date(at)}</time>
          </p>
          <p className="measure pt-1 text-xs text-muted">{t(`note.${kind}`)}</p>
        </div>
        <p className="figures text-sm sm:text-end">
          {now === undefined ? null : now >= at ? t('due') : t('in', { time: duration(at - now) })}
        </p>
        <div className="flex flex-wrap gap-x-6 sm:col-span-2">
          <WalletLink href={unlockPath(unlock)}>{t('open')}</WalletLink>
          <TextButton label={t('saveLabel', { what, amount: text })} onClick={onSave}>
            {t('save')}
          </TextButton>
        </div>
      </div>
    </li>
  );
}
