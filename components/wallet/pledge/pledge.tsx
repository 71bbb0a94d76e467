'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { TokenMark } from '@/components/wallet/display/token-mark';
import { useFixedDuration } from '@/components/wallet/display/use-chain-time';
import { EarnCards, EarnPage } from '@/components/wallet/earn-page/earn-page';
import { useEntriesOf } from '@/components/wallet/earn-page/earn-panel';
import type { ContractViewProps } from '@/components/wallet/frame/account-view';
import { PausedNote } from '@/components/wallet/frame/node-banner';
import { percentText } from '@/lib/format/percent';
import type { PledgeTerm } from '@/lib/wallet/pledge/pledge-arithmetic';
import {
  type PledgeFunds as Funds,
  type PledgeContract,
  usePledgeClocks,
  usePledgeContracts,
} from '@/lib/wallet/pledge/use-pledge-contracts';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { isPledgeKind } from '@/lib/wallet/transactions/transaction-kinds';
import { PledgeList } from './pledge-list';
import { PledgePanel } from './pledge-panel';
import { PledgeSkeleton, PledgesSkeleton, pledgesHeight } from './pledge-skeleton';
import { useTermYield } from './use-term-yield';

/** List of the available terms, for visitors without an account. */
function TermList({
  terms,
  tokens,
}: {
  terms: readonly PledgeTerm[];
  tokens: ReadonlyMap<Address, ListedToken>;
}) {
  const t = useTranslations('wallet.pledge');
  const locale = useLocale();
  const duration = useFixedDuration();
  const yearly = useTermYield(terms, tokens);
  if (terms.length === 0) return <p className="text-muted">{t('noTerm')}</p>;
  return (
    <div className="grid gap-3">
      <p aria-hidden="true" className="flex justify-between gap-4 text-sm text-muted">
        <span>{t('terms')}</span>
        <span>{t('wholeRate')}</span>
      </p>
      <ul aria-label={t('terms')} className="grid gap-3">
        {terms.map((term) => (
          <li key={term.id.toString()} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
            <span className="text-lg">{duration(BigInt(term.duration))}</span>
            <span className="text-end text-lg">
              <span className="sr-only">{t('wholeRate')} </span>
              <span className="figures">{percentText(term.rateBps, locale)}</span>
            </span>
            <span className="col-span-2 text-sm text-balance text-muted">
              {yearly(term)} · {t('penaltyNote', { penalty: percentText(term.penaltyBps, locale) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A pledge contract's funds by token: pledges, committed interest, and the free reserve. */
function PledgeFunds({
  funds,
  tokens,
}: {
  funds: readonly Funds[];
  tokens: ReadonlyMap<Address, ListedToken>;
}) {
  const t = useTranslations('wallet.pledge');
  const lines = ['freeReserve', 'pledged', 'committed'] as const;
  return (
    <dl className="border-t border-line">
      {funds.flatMap((held) => {
        const token = tokens.get(held.token);
        if (!token) return [];
        return lines.map((line) => (
          <FigureLine key={`${held.token} ${line}`} label={t(line)}>
            <AmountToggle value={held[line]} decimals={token.decimals} /> {token.symbol}
          </FigureLine>
        ));
      })}
    </dl>
  );
}

/** Every network's pledges, with a panel to make one if there is an account. */
export function PledgeContracts({ account, chains, coins, contracts }: ContractViewProps) {
  const t = useTranslations('wallet.pledge');
  const entries = useEntriesOf(account, isPledgeKind);
  const listed = usePledgeContracts(account, coins, contracts);
  const clocks = usePledgeClocks(listed);
  const isSignedIn = account !== undefined;

  const card = (contract: PledgeContract) => {
    const { chainId, data, isFailed } = contract;
    // Chain time in seconds since the epoch, or undefined until it is known.
    const now = clocks.get(chainId)?.now;
    const isKnown = (token: Address) => data?.tokens.has(token);
    const open = data?.read.terms.filter(({ isOpen }) => isOpen) ?? [];
    const isPartial =
      open.some(({ token }) => !isKnown(token)) ||
      data?.read.pledges.some(({ status, token }) => status === 'active' && !isKnown(token));
    return {
      icon: data ? (
        [...data.tokens.values()].map((token) => (
          <TokenMark key={token.address} token={token} coins={coins} />
        ))
      ) : (
        <TokenMark token={null} coins={coins} />
      ),
      isLoading: data ? now === undefined : !isFailed,
      content: (
        <>
          {data && now !== undefined ? (
            <>
              {account ? (
                <OwnAmounts>
                  <PledgeList
                    account={account}
                    chainId={chainId}
                    contract={contract.address}
                    {...data}
                    now={now}
                    entries={entries.filter((entry) => entry.chainId === chainId)}
                  />
                </OwnAmounts>
              ) : null}
              {data.read.isPaused && !account ? <PausedNote text={t('paused')} /> : null}
              {account ? null : (
                <TermList terms={open.filter(({ token }) => isKnown(token))} tokens={data.tokens} />
              )}
              <PledgeFunds funds={data.read.funds} tokens={data.tokens} />
            </>
          ) : null}
          {isPartial ? <p className="text-sm text-muted">{t('unlisted')}</p> : null}
        </>
      ),
    };
  };

  return (
    <EarnCards
      account={account}
      chains={chains}
      contracts={listed}
      text={t}
      height={pledgesHeight(isSignedIn)}
      skeleton={<PledgesSkeleton isSignedIn={isSignedIn} />}
      card={card}
      panel={(owner) => (
        <PledgePanel account={owner} contracts={listed} clocks={clocks} chains={chains} entries={entries} />
      )}
    />
  );
}

/** Pledge page (WAL-8): introduction, each network's terms and reserve, and the account's own pledges. */
export function Pledge() {
  const t = useTranslations('wallet.pledge');
  return (
    <EarnPage
      contractName="pledge_contract"
      lead={t('lead')}
      conditions={t('conditions')}
      absent={t('none')}
      skeleton={(isSignedIn) => <PledgeSkeleton isSignedIn={isSignedIn} />}
    >
      {(lists) => <PledgeContracts {...lists} />}
    </EarnPage>
  );
}
