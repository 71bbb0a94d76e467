import { useLocale, useTranslations } from 'next-intl';
import type { TransactionReceipt } from 'viem';
import { notify } from '@/lib/browser/notices';
import { shortAddress } from '@/lib/evm/native-token';
import { formatAmount } from '@/lib/format/amount';
import { receivedAmount } from '@/lib/wallet/swap/find-swaps';
import { claimedTokens } from '@/lib/wallet/tokens/custom-tokens';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { isPledgeKind, isPresaleKind, isStakingKind } from '@/lib/wallet/transactions/ledger-entry';
import { paidAmount, withdrawnAmount } from '@/lib/wallet/transactions/paid-amount';
import type { TransactionEnd } from '@/lib/wallet/transactions/transaction-end';
import { updateLedger } from '@/lib/wallet/transactions/transaction-ledger';
import { useExplorerLink } from './use-explorer-link';

/** What a transaction brought, in words; null for one of which somebody else tells. */
function useDone(entry: LedgerEntry): (receipt: TransactionReceipt) => string | null {
  const t = useTranslations('wallet');
  const locale = useLocale();
  const { id, kind, recipient, spender, amountRaw, decimals, symbol, trade } = entry;
  const text = (baseUnits: bigint) => formatAmount(baseUnits, decimals, locale, decimals);
  return ({ logs }) => {
    if (kind === 'revoke' && spender)
      return t('approvals.done', { token: symbol, spender: shortAddress(spender) });
    if (kind === 'transferNft' && recipient)
      return t('nfts.done', { name: symbol, address: shortAddress(recipient) });
    if (isStakingKind(kind)) return t(`stake.done.${kind}`, { amount: text(BigInt(amountRaw)), symbol });
    if (kind === 'refund') return t('presale.done.refund', { amount: text(BigInt(amountRaw)), symbol });
    if (kind === 'claimVested') {
      // More than was shown is released by the time the network confirms.
      const claimed = claimedTokens(logs, entry) ?? BigInt(amountRaw);
      return t('presale.done.claimVested', { amount: text(claimed), symbol });
    }
    if (kind === 'redeem' || kind === 'exitEarly')
      return t(`pledge.done.${kind}`, { amount: text(BigInt(amountRaw)), symbol });
    if (kind === 'swap' && trade) {
      const received = receivedAmount(logs, entry);
      if (received === null) return t('swap.doneUntold');
      // The notice goes; what arrived stays with the transaction.
      updateLedger(id, { receivedRaw: received.toString() });
      return t('swap.done', {
        amount: text(BigInt(amountRaw)),
        symbol,
        received: formatAmount(received, trade.decimals, locale),
        bought: trade.symbol,
      });
    }
    if (kind === 'send' && recipient) {
      const arrived = paidAmount(logs, entry);
      updateLedger(id, { receivedRaw: arrived.toString() });
      const paid = { amount: text(arrived), symbol, address: shortAddress(recipient) };
      return t(arrived > 0n ? 'pay.done' : 'pay.nothingMoved', paid);
    }
    if (kind !== 'withdraw') return null;
    const arrived = withdrawnAmount(logs, entry);
    if (arrived === null || !recipient) return t('notice.withdrawalConfirmed');
    return t('notice.withdrawn', { amount: text(arrived), symbol, address: shortAddress(recipient) });
  };
}

/** Tells how a transaction ended, where nobody else does, with the way to the explorer. */
export function useTellEnd(entry: LedgerEntry): (end: TransactionEnd) => void {
  const t = useTranslations('wallet');
  const done = useDone(entry);
  const { kind, chainId, hash } = entry;
  const link = useExplorerLink(chainId);
  return (end) => {
    if (end.status === 'confirmed') {
      const text = done(end.receipt);
      const isVain = kind === 'send' && paidAmount(end.receipt.logs, entry) === 0n;
      if (text !== null) notify(isVain ? 'warning' : 'success', text, link(end.receipt.transactionHash));
    } else if (kind === 'revoke') notify('error', t(`approvals.failed.${end.reason}`), link(hash));
    else if (isStakingKind(kind) || isPledgeKind(kind) || kind === 'transferNft' || kind === 'send')
      notify('error', t(`transfer.failed.${end.reason}`), link(hash));
    else if (isPresaleKind(kind)) notify('error', t(`presale.failed.${end.reason}`), link(hash));
    else if (kind === 'swap') notify('error', t(`swap.failed.${end.reason}`), link(hash));
  };
}
