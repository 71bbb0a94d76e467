import { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { ChainCard } from '@/components/wallet/display/chain-card';
import { PausedNote } from '@/components/wallet/shell/paused-note';
import type { PledgeContract } from '@/lib/wallet/pledge/use-pledge-contracts';
import { PledgeFunds } from './pledge-funds';
import { PledgeList } from './pledge-list';
import type { PledgeEntry } from './pledge-progress';
import { TermList } from './term-list';

/** One network's pledges: the account's own, then what holds for everybody. */
export function PledgeCard({
  contract,
  now,
  account,
  entries,
  chainName,
}: {
  contract: PledgeContract;
  /** The chain's time; undefined until it is known. */
  now: bigint | undefined;
  account: Address | undefined;
  /** The account's transactions on this network. */
  entries: readonly PledgeEntry[];
  chainName: string;
}) {
  const t = useTranslations('wallet.pledge');
  const { read, tokens, isFailed, refetch } = contract;
  const offered = read?.terms.filter(({ isOpen, token }) => isOpen && tokens.has(token)) ?? [];
  const isPartial =
    read?.terms.some(({ isOpen, token }) => isOpen && !tokens.has(token)) ||
    read?.pledges.some(({ status, token }) => status === 'active' && !tokens.has(token));
  return (
    <ChainCard
      name={chainName}
      isLoading={!read && !isFailed}
      loadingText={t('loading')}
      failure={isFailed ? t(read ? 'stale' : 'unreachable') : null}
      retryLabel={t('retry')}
      onRetry={() => void refetch()}
    >
      {read && now !== undefined ? (
        <>
          {account ? <PledgeList contract={contract} read={read} now={now} entries={entries} /> : null}
          {read.isPaused && !account ? <PausedNote text={t('paused')} /> : null}
          {account ? null : <TermList terms={offered} tokens={tokens} />}
          <PledgeFunds funds={read.funds} tokens={tokens} />
        </>
      ) : null}
      {isPartial ? <p className="text-sm text-muted">{t('unlisted')}</p> : null}
    </ChainCard>
  );
}
