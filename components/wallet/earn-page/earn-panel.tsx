import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { NetworkSelect } from '@/components/wallet/fields/network-select';
import { LatestTransactions } from '@/components/wallet/transaction-sheet/latest-transactions';
import { useResultText } from '@/components/wallet/transaction-sheet/use-result-text';
import type { ChainMapping } from '@/lib/api/types';
import { readChainId, updatePageParams, usePageParams } from '@/lib/browser/page-params';
import { formatAmount } from '@/lib/format/amount';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import type { TransactionKind } from '@/lib/wallet/transactions/transaction-kinds';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';

/** A transaction of the ledger, of one of these kinds. */
export type EntryOf<Kind extends TransactionKind> = LedgerEntry & { kind: Kind };

/** React hook that returns the account's transactions of some kinds on all networks, oldest first. */
export function useEntriesOf<Kind extends TransactionKind>(
  account: Address | undefined,
  isKind: (kind: TransactionKind) => kind is Kind,
): readonly EntryOf<Kind>[] {
  const entries = useLedger((state) => state.entries);
  return entries.filter((entry): entry is EntryOf<Kind> => entry.account === account && isKind(entry.kind));
}

/** Panel for the account's actions with a contract: network, the action, and recent transactions. */
export function EarnPanel<Contract extends { chainId: number }, Entry extends LedgerEntry>({
  title,
  contracts,
  chains,
  entries,
  entryText,
  statusText,
  children,
}: {
  title: string;
  contracts: readonly Contract[];
  chains: readonly ChainMapping[];
  /** The account's transactions on all networks. */
  entries: readonly Entry[];
  /** Returns the description of a transaction. */
  entryText: (kind: Entry['kind'], values: { amount: string; symbol: string }) => string;
  /** Returns the status of a transaction that has not failed. */
  statusText: (entry: Entry) => string;
  /** Renders the action on the network that is selected in the URL. `own` are the transactions there. */
  children: (contract: Contract, chain: ChainMapping, own: readonly Entry[]) => ReactNode;
}) {
  const locale = useLocale();
  const resultText = useResultText();
  const id = useId();
  const chosenId = readChainId(usePageParams());
  const ownText = useOwnText();
  const contract = contracts.find(({ chainId }) => chainId === chosenId) ?? contracts[0];
  const chain = chains.find((candidate) => candidate.id === contract?.chainId);
  if (!contract || !chain) return null;
  const own = entries.filter(({ chainId }) => chainId === chain.id);
  return (
    <section aria-labelledby={id} className="grid content-start gap-5">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <NetworkSelect
        chain={chain}
        chainIds={contracts.map(({ chainId }) => chainId)}
        chains={chains}
        // A pledge's term belongs to a network.
        onChange={(chainId) => updatePageParams({ chain: String(chainId), term: null })}
      />
      {children(contract, chain, own)}
      <LatestTransactions
        entries={own}
        chain={chain}
        entryText={({ kind, amountRaw, decimals, symbol }) =>
          entryText(kind, {
            amount: ownText(formatAmount(BigInt(amountRaw), decimals, locale, decimals)),
            symbol,
          })
        }
        statusText={(entry) =>
          entry.status === 'failed' || entry.isAltered ? resultText(entry) : statusText(entry)
        }
      />
    </section>
  );
}

/** Figures of what arrives, and a button to collect it. */
export function CollectForm({
  about,
  action,
  isUnderWay,
  warning = null,
  onReview,
  children,
}: {
  /** What the transaction does. */
  about: string;
  /** Label of the button. */
  action: string;
  /** Whether the same transaction is already pending. A second one would only cost its fee. */
  isUnderWay: boolean;
  /** Why it isn't worth it. The button then isn't the page's main action. */
  warning?: string | null;
  onReview: () => void;
  children: ReactNode;
}) {
  const t = useTranslations('wallet.transfer');
  return (
    <div className="grid gap-5">
      <dl className="border-t border-line">{children}</dl>
      <p className="text-sm text-muted">{isUnderWay ? t('underWay') : about}</p>
      {warning === null ? null : <p className="border-s-2 border-warning ps-3 text-sm">{warning}</p>}
      <Button variant={warning === null ? 'signal' : 'outline'} disabled={isUnderWay} onClick={onReview}>
        {action}
      </Button>
    </div>
  );
}
