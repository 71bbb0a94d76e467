import { useTranslations } from 'next-intl';
import type { ContractViewProps } from '@/components/wallet/shell/contract-view';
import { StartOffer } from '@/components/wallet/shell/start-offer';
import { type ChainClock, followClock, useLive } from '@/lib/wallet/networks/chain-clock';
import type { PledgeRead } from '@/lib/wallet/pledge/use-pledge-contracts';
import { usePledgeContracts } from '@/lib/wallet/pledge/use-pledge-contracts';
import { isPledgeKind } from '@/lib/wallet/transactions/ledger-entry';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { PledgeCard } from './pledge-card';
import { PledgePanel } from './pledge-panel';
import type { PledgeEntry } from './pledge-progress';

/** Every network's pledges, and beside them the way to a new one, or before there is an account how to begin. */
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
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="grid content-start gap-6">
        {listed.map((contract) => (
          <PledgeCard
            key={contract.chainId}
            contract={contract}
            now={clocks.get(contract.chainId)?.now}
            account={account}
            entries={entries.filter(({ chainId }) => chainId === contract.chainId)}
            chainName={chains.find(({ id }) => id === contract.chainId)?.name ?? String(contract.chainId)}
          />
        ))}
      </div>
      {account ? (
        <PledgePanel account={account} contracts={listed} clocks={clocks} chains={chains} entries={entries} />
      ) : (
        <StartOffer
          title={t('start')}
          steps={[t('startStep.connect'), t('startStep.choose'), t('startStep.confirm')]}
          connectLabel={t('connect')}
        />
      )}
    </div>
  );
}
