'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { ChainCard } from '@/components/wallet/display/chain-card';
import { chainCards } from '@/components/wallet/display/chain-cards-skeleton';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { LoadingStatus } from '@/components/wallet/display/skeleton';
import { TokenMark } from '@/components/wallet/display/token-mark';
import { useFixedDuration } from '@/components/wallet/display/use-chain-time';
import { ContractView, type ContractViewProps } from '@/components/wallet/frame/account-view';
import { PausedNote } from '@/components/wallet/frame/node-banner';
import type { Coin } from '@/lib/api/types';
import { percentText } from '@/lib/format/percent';
import { type ChainClock, followClock, useLive } from '@/lib/wallet/networks/chain-clock';
import type { PledgeTerm } from '@/lib/wallet/pledge/pledge-arithmetic';
import {
  type PledgeFunds as Funds,
  type PledgeContract,
  type PledgeRead,
  usePledgeContracts,
} from '@/lib/wallet/pledge/use-pledge-contracts';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { isPledgeKind } from '@/lib/wallet/transactions/transaction-kinds';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { PledgeList } from './pledge-list';
import { PledgePanel } from './pledge-panel';
import type { PledgeEntry } from './pledge-progress';
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
  const locale = useLocale();
  const lines = ['freeReserve', 'pledged', 'committed'] as const;
  return (
    <dl className="border-t border-line">
      {funds.flatMap((held) => {
        const token = tokens.get(held.token);
        if (!token) return [];
        return lines.map((line) => (
          <FigureLine key={`${held.token} ${line}`} label={t(line)}>
            <AmountToggle value={held[line]} decimals={token.decimals} locale={locale} /> {token.symbol}
          </FigureLine>
        ));
      })}
    </dl>
  );
}

/** Returns whether a contract hasn't been read yet. `now` is the chain time, or undefined until it is known. */
const isContractLoading = ({ read, isFailed }: PledgeContract, now: bigint | undefined) =>
  read ? now === undefined : !isFailed;

/** One network's pledges: the account's own, followed by the contract's funds. */
function PledgeCard({
  contract,
  now,
  account,
  entries,
  chainName,
  coins,
}: {
  contract: PledgeContract;
  /** Chain time in seconds since the epoch, or undefined until it is known. */
  now: bigint | undefined;
  account: Address | undefined;
  /** The account's transactions on this network. */
  entries: readonly PledgeEntry[];
  chainName: string;
  coins: readonly Coin[];
}) {
  const t = useTranslations('wallet.pledge');
  const { chainId, read, tokens, isFailed, refetch } = contract;
  const isSignedIn = account !== undefined;
  const offered = read?.terms.filter(({ isOpen, token }) => isOpen && tokens.has(token)) ?? [];
  const listed = (read?.funds ?? []).flatMap((held) => tokens.get(held.token) ?? []);
  const isPartial =
    read?.terms.some(({ isOpen, token }) => isOpen && !tokens.has(token)) ||
    read?.pledges.some(({ status, token }) => status === 'active' && !tokens.has(token));
  return (
    <ChainCard
      chainId={chainId}
      name={chainName}
      icon={
        read ? (
          listed.map((token) => <TokenMark key={token.address} token={token} coins={coins} />)
        ) : isFailed ? null : (
          <TokenMark token={null} coins={coins} />
        )
      }
      height={pledgesHeight(isSignedIn)}
      skeleton={isContractLoading(contract, now) ? <PledgesSkeleton isSignedIn={isSignedIn} /> : null}
      failure={isFailed ? t(read ? 'stale' : 'unreachable') : null}
      isAbsent={!read}
      retryLabel={t('retry')}
      onRetry={() => void refetch()}
    >
      {read && now !== undefined ? (
        <>
          {account ? (
            <PledgeList account={account} contract={contract} read={read} now={now} entries={entries} />
          ) : null}
          {read.isPaused && !account ? <PausedNote text={t('paused')} /> : null}
          {account ? null : <TermList terms={offered} tokens={tokens} />}
          <PledgeFunds funds={read.funds} tokens={tokens} />
        </>
      ) : null}
      {isPartial ? <p className="text-sm text-muted">{t('unlisted')}</p> : null}
    </ChainCard>
  );
}

/** Every network's pledges, with a panel to make one if there is an account. */
export function PledgeContracts({ account, chains, coins, contracts }: ContractViewProps) {
  const t = useTranslations('wallet.pledge');
  const ledger = useLedger((state) => state.entries);
  const entries = ledger.filter(
    (entry): entry is PledgeEntry => entry.account === account && isPledgeKind(entry.kind),
  );
  const listed = usePledgeContracts(account, coins, contracts);
  const clocks = useLive<{ read: PledgeRead }, ChainClock>(
    listed.map(({ chainId, read }) => ({ chainId, data: read && { read } })),
    (previous, { read }, localMs) => followClock(previous, read, localMs),
  );
  const cards = (
    <div className={chainCards(account !== undefined)}>
      <LoadingStatus
        text={
          listed.some((contract) => isContractLoading(contract, clocks.get(contract.chainId)?.now))
            ? t('loading')
            : null
        }
      />
      {listed.map((contract) => (
        <PledgeCard
          key={contract.chainId}
          contract={contract}
          now={clocks.get(contract.chainId)?.now}
          account={account}
          entries={entries.filter(({ chainId }) => chainId === contract.chainId)}
          chainName={chains.find(({ id }) => id === contract.chainId)?.name ?? String(contract.chainId)}
          coins={coins}
        />
      ))}
    </div>
  );
  // Without data there is nothing to do, and the cards report the reason.
  if (!account || listed.every(({ read, isFailed }) => !read && isFailed)) return cards;
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      {cards}
      <PledgePanel account={account} contracts={listed} clocks={clocks} chains={chains} entries={entries} />
    </div>
  );
}

/** Pledge page (WAL-8): introduction, each network's terms and reserve, and the account's own pledges. */
export function Pledge() {
  const t = useTranslations('wallet.pledge');
  return (
    <ContractView
      contractName="pledge_contract"
      lead={t('lead')}
      conditions={t('conditions')}
      absent={t('none')}
      skeleton={(isSignedIn) => <PledgeSkeleton isSignedIn={isSignedIn} />}
    >
      {(lists) => <PledgeContracts {...lists} />}
    </ContractView>
  );
}
