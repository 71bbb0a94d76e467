import { useLocale, useTranslations } from 'next-intl';
import type { Address, Hash } from 'viem';
import { Button } from '@/components/ui/button';
import { ExternalLink } from '@/components/ui/external-link';
import { OwnText } from '@/components/wallet/display/own-amounts';
import { CopyButton, TextButton } from '@/components/wallet/display/text-button';
import { useChainMapping } from '@/lib/api/hooks';
import { shortAddress } from '@/lib/evm/address';
import { formatAmount } from '@/lib/format/amount';
import {
  awaitsCoSigners,
  explorerHash,
  isMissing,
  type LedgerEntry,
  latestReplacement,
  waitingSince,
  walletHashes,
} from '@/lib/wallet/transactions/ledger-entry';
import { isVerifiedKind } from '@/lib/wallet/transactions/transaction-kinds';
import { hideInLedger, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { ReplacementOffer } from './replacement-offer';
import { openEntry } from './sheet';
import { useHasPassed, useIsPrompted } from './use-is-prompted';

/** Time after which the page says that no node shows a transaction. */
const TRANSACTION_MISSING_AFTER_MS = 15_000;
/** Time after which a pending transaction can be sped up or canceled. */
const TRANSACTION_STUCK_AFTER_MS = 30_000;

/**
 * React hook that returns whether nobody knows if the entry's transaction was sent: the wallet returned no hash and
 * doesn't show its prompt anymore, or no node shows it for a while. Nodes may receive a transaction seconds after the wallet's own node.
 */
export function useIsUndecided(entry: LedgerEntry): boolean {
  const isStale = useHasPassed((entry.missingSince ?? entry.createdAt) + TRANSACTION_MISSING_AFTER_MS);
  const isPrompted = useIsPrompted(entry);
  // A Safe's proposal is no transaction that nodes could still receive.
  const isProposal = awaitsCoSigners(entry) && entry.safe !== undefined;
  return isMissing(entry) && (entry.hash === null ? !isPrompted : isStale || isProposal);
}

/** The hash by which a contract account's wallet knows its request, to find it there. It isn't a transaction's. */
function WalletHash({ hash }: { hash: Hash }) {
  const t = useTranslations('wallet.pending.missing');
  return (
    <div className="grid">
      <span className="text-muted">{t('walletHash')}</span>
      <span className="font-mono text-xs wrap-anywhere">{hash}</span>
      <CopyButton text={hash} label={t('copyHash')} />
    </div>
  );
}

/**
 * Says that no node shows a transaction, which proves nothing, and what to do. The user can hide it, and it returns if it
 * is found. A contract account's signers may just not have executed it yet.
 */
function MissingNote({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('wallet.pending.missing');
  const what = entry.note ?? (entry.hash !== null ? 'hash' : 'answer');
  const isWaiting = awaitsCoSigners(entry);
  const hash = isWaiting ? walletHashes(entry).at(-1) : undefined;
  return (
    <div className={`grid gap-3 border-s-2 ps-3 text-sm ${isWaiting ? 'border-water' : 'border-warning'}`}>
      {isWaiting ? <p className="font-[550]">{t('coSignersTitle')}</p> : null}
      <p>{t(what)}</p>
      {hash ? <WalletHash hash={hash} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" onClick={() => hideInLedger(entry.id)}>
          {t('hide')}
        </Button>
        <span className="text-xs text-muted">{t('hideNote')}</span>
      </div>
    </div>
  );
}

function Waiting({ entry, nativeSymbol }: { entry: LedgerEntry; nativeSymbol: string }) {
  const t = useTranslations('wallet.pending');
  const isStuck = useHasPassed(waitingSince(entry) + TRANSACTION_STUCK_AFTER_MS);
  const isUndecided = useIsUndecided(entry);
  const last = latestReplacement(entry);
  const isReorganized = entry.reorganizedAt !== undefined;
  const isSecond = entry.replacesId !== undefined;
  if (isUndecided) return <MissingNote entry={entry} />;
  if (isMissing(entry))
    return entry.hash === null ? (
      <p className="border-s-2 border-water ps-3 text-sm">{t('prompted')}</p>
    ) : null;
  if (!last && !isStuck && !isReorganized && !isSecond) return null;
  return (
    <div className="grid gap-3 border-s-2 border-warning ps-3 text-sm">
      {isReorganized ? (
        <p>{t(`reorganized.${isVerifiedKind(entry.kind) ? 'credited' : 'confirmed'}`)}</p>
      ) : null}
      {isSecond ? <p>{t('second')}</p> : null}
      {last ? <p>{t(`sent.${last}`)}</p> : null}
      {isStuck ? <p>{t('stuck')}</p> : null}
      {(isStuck || isSecond) && !entry.request.before ? (
        <ReplacementOffer entry={entry} nativeSymbol={nativeSymbol} />
      ) : null}
    </div>
  );
}

/**
 * Shows why a pending transaction is pending again, its latest replacement, and options to speed up or cancel a stuck transaction
 * (WAL-16). A batch can only be sped up or canceled in the wallet.
 */
export function WaitingNote({ entry, nativeSymbol }: { entry: LedgerEntry; nativeSymbol: string }) {
  if (entry.status !== 'pending') return null;
  return (
    <div aria-live="polite" className="empty:hidden">
      <Waiting key={entry.hash} entry={entry} nativeSymbol={nativeSymbol} />
    </div>
  );
}

/** Options to speed up or cancel approvals that other transactions are waiting for. */
export function WaitingApprovals({ account }: { account: Address | undefined }) {
  const { data: chains = [] } = useChainMapping();
  const entries = useLedger((state) => state.entries);
  return entries
    .filter((entry) => entry.kind === 'approve' && entry.account === account)
    .map((entry) => (
      <WaitingNote
        key={entry.id}
        entry={entry}
        nativeSymbol={chains.find(({ id }) => id === entry.chainId)?.nativeSymbol ?? ''}
      />
    ));
}

/** The account's pending transactions from all features, or some of them. Renders nothing if there are none. */
export function PendingList({
  account,
  isShown = () => true,
}: {
  account: Address;
  isShown?: (entry: LedgerEntry) => boolean;
}) {
  const t = useTranslations('wallet.pending');
  const locale = useLocale();
  const { data: chains = [] } = useChainMapping();
  const ledger = useLedger((state) => state.entries);
  const entries = ledger.filter(
    (entry) => entry.account === account && entry.status === 'pending' && isShown(entry),
  );
  if (entries.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-sm text-muted">{t('title')}</h3>
      <ul className="grid">
        {entries.toReversed().map((entry) => {
          const chain = chains.find(({ id }) => id === entry.chainId);
          const hash = explorerHash(entry);
          return (
            <li key={entry.id} className="grid gap-3 border-b border-line py-3">
              <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
                <TextButton opensDialog onClick={() => openEntry(entry.id)}>
                  {t(`kind.${entry.kind}`)}
                </TextButton>
                <span className="figures text-end wrap-anywhere">
                  {entry.dapp?.name ?? (
                    <>
                      <OwnText>
                        {formatAmount(BigInt(entry.amountRaw), entry.decimals, locale, entry.decimals)}
                      </OwnText>{' '}
                      {entry.symbol}
                    </>
                  )}
                </span>
                <span className="text-xs text-muted">{chain?.name}</span>
                <span className="text-end text-xs">
                  {chain && hash ? (
                    <ExternalLink href={chain.browserTx + hash}>{shortAddress(hash)}</ExternalLink>
                  ) : null}
                </span>
              </div>
              <WaitingNote entry={entry} nativeSymbol={chain?.nativeSymbol ?? ''} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
