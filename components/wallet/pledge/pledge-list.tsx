import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { useChainDate } from '@/components/wallet/display/use-chain-time';
import type { EntryOf } from '@/components/wallet/earn-page/earn-panel';
import type { PledgeRead } from '@/lib/wallet/pledge/use-pledge-contracts';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { PledgeKind } from '@/lib/wallet/transactions/transaction-kinds';
import { PledgeItem } from './pledge-item';

/** Number of pledges shown at first, and number added by each "show more". */
const SHOWN = 10;

/** The account's pledges on one network: active ones by maturity, followed by closed ones. */
export function PledgeList({
  account,
  chainId,
  contract,
  read,
  tokens,
  now,
  entries,
}: {
  account: Address;
  chainId: number;
  contract: Address;
  read: PledgeRead;
  tokens: ReadonlyMap<Address, ListedToken>;
  /** Chain time in seconds since the epoch. */
  now: bigint;
  /** The account's transactions on this network. */
  entries: readonly EntryOf<PledgeKind>[];
}) {
  const t = useTranslations('wallet.pledge');
  const date = useChainDate();
  const [shown, setShown] = useState(SHOWN);
  const own = read.pledges.flatMap((pledge) => {
    const [token, term] = [tokens.get(pledge.token), read.terms[Number(pledge.termId)]];
    return token && term ? [{ pledge, token, term }] : [];
  });
  const active = own
    .filter(({ pledge }) => pledge.status === 'active')
    .sort((a, b) => Number(a.pledge.maturesAt - b.pledge.maturesAt));
  const closed = own.filter(({ pledge }) => pledge.status !== 'active').reverse();
  const more = Math.min(SHOWN, active.length - shown);
  return (
    <div className="grid gap-5">
      {active.length === 0 ? <p className="text-muted">{t('nonePledged')}</p> : null}
      <ul aria-label={t('yours')} className="grid gap-6 empty:hidden">
        {active.slice(0, shown).map(({ pledge, token, term }) => (
          <PledgeItem
            key={pledge.id.toString()}
            chainId={chainId}
            contract={contract}
            account={account}
            pledge={pledge}
            term={term}
            token={token}
            now={now}
            isUnderWay={entries.some(
              ({ status, pledgeId }) => status === 'pending' && pledgeId === pledge.id.toString(),
            )}
          />
        ))}
      </ul>
      {more > 0 ? (
        <div>
          <Button size="small" onClick={() => setShown(shown + SHOWN)}>
            {t('more', { count: more })}
          </Button>
        </div>
      ) : null}
      {closed.length > 0 ? (
        <details className="border-t border-line">
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-muted">
            {t('closed', { count: closed.length })}
          </summary>
          <ul className="grid max-h-80 gap-3 overflow-y-auto pb-3 text-sm">
            {closed.map(({ pledge, token: { symbol, decimals } }) => {
              const amount = (value: bigint) => ({
                symbol,
                amount: () => <AmountToggle value={value} decimals={decimals} />,
              });
              return (
                <li key={pledge.id.toString()} className="grid gap-x-4">
                  <span className="figures break-keep has-[.amount-toggle]:min-h-11">
                    {t.rich('pledgedOn', {
                      ...amount(pledge.amount),
                      date: date(pledge.startedAt),
                    })}
                  </span>
                  <span className="figures text-muted has-[.amount-toggle]:min-h-11">
                    {pledge.status === 'redeemed'
                      ? t.rich('redeemed', amount(pledge.interest))
                      : t.rich('exitedEarly', amount(pledge.penalty))}
                  </span>
                </li>
              );
            })}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
