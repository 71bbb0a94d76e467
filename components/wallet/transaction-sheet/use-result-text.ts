import { useLocale, useTranslations } from 'next-intl';
import { isAddressEqual } from 'viem';
import { shortAddress } from '@/lib/evm/address';
import { formatAmount } from '@/lib/format/amount';
import { useAccountName } from '@/lib/wallet/contacts/use-account-name';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import {
  isCardKind,
  isPledgeKind,
  isPresaleKind,
  isRecoveryKind,
  isStakingKind,
} from '@/lib/wallet/transactions/transaction-kinds';

/** Returns whether a payment was confirmed without moving anything, as some tokens' transfers do. */
export const isEmptyPayment = ({ kind, status, receivedRaw, isAltered }: LedgerEntry): boolean =>
  kind === 'send' && status !== 'failed' && receivedRaw === '0' && !isAltered;

/** React hook that returns a function that describes why a transaction failed and what it means for the money. */
function useFailureText(): (entry: LedgerEntry) => string {
  const t = useTranslations('wallet');
  return ({ kind, reason }) => {
    if (reason === 'refused') {
      if (kind === 'pledge') return t('pledge.notRecorded');
      return kind === 'contribute' ? t('presale.failed.refused') : t('deposit.failed.refused');
    }
    if (reason === 'otherChain') return t('transfer.failed.otherChain');
    // Whoever sent the transaction paid its fee.
    if (reason === 'operationFailed') return t('transfer.failed.operation');
    const known = reason === 'cancelled' ? reason : 'reverted';
    if (kind === 'revoke') return t(`approvals.failed.${known}`);
    if (isRecoveryKind(kind)) return t(`recovery.failed.${known}`);
    if (isCardKind(kind)) return t(`card.failed.${known}`);
    return kind === 'swap' ? t(`swap.failed.${known}`) : t(`transfer.failed.${known}`);
  };
}

/** React hook that returns a function that describes the result of a settled transaction in one or two sentences. */
export function useResultText(): (entry: LedgerEntry) => string {
  const t = useTranslations('wallet');
  const locale = useLocale();
  const failureText = useFailureText();
  const accountName = useAccountName();
  return (entry) => {
    const { kind, status, amountRaw, decimals, symbol, recipient, spender, trade, receivedRaw } = entry;
    if (status === 'failed') return failureText(entry);
    // What was confirmed is read from the chain, but it isn't what the user confirmed here.
    if (entry.isAltered && kind !== 'approve') return t('transfer.altered');
    const text = (raw: string) => formatAmount(BigInt(raw), decimals, locale, decimals);
    const sent = { amount: text(amountRaw), symbol };
    const received = { amount: text(receivedRaw ?? amountRaw), symbol };
    if (kind === 'deposit') return t('notice.deposited', received);
    if (kind === 'withdraw') {
      if (receivedRaw === undefined || !recipient) return t('notice.withdrawalConfirmed');
      return isAddressEqual(recipient, entry.account)
        ? t('notice.withdrawnHere', received)
        : t('notice.withdrawn', { ...received, address: accountName(recipient, true) });
    }
    if (kind === 'send')
      return t(isEmptyPayment(entry) ? 'pay.nothingMoved' : 'pay.done', {
        ...received,
        address: recipient ? accountName(recipient, true) : '',
      });
    if (kind === 'sendBalance')
      return t('notice.vaultSent', { ...received, address: recipient ? accountName(recipient, true) : '' });
    if (kind === 'cancelNonce') return t('notice.nonceCanceled', sent);
    if (kind === 'swap') {
      if (!trade || receivedRaw === undefined) return t('swap.doneUntold');
      const bought = formatAmount(BigInt(receivedRaw), trade.decimals, locale);
      return t('swap.done', { ...sent, received: bought, bought: trade.symbol });
    }
    if (kind === 'dapp') return t('dapps.done', { name: entry.dapp?.name ?? '' });
    if (kind === 'transferNft')
      return t('nfts.done', { name: symbol, address: recipient ? accountName(recipient, true) : '' });
    if (kind === 'revoke')
      return t('approvals.done', { token: symbol, spender: spender ? shortAddress(spender) : '' });
    if (isRecoveryKind(kind)) return t(`recovery.done.${kind}`, { name: symbol });
    if (isCardKind(kind)) return t(`card.done.${kind}`, received);
    if (isStakingKind(kind)) return t(`stake.done.${kind}`, sent);
    if (isPresaleKind(kind)) return t(`presale.done.${kind}`, received);
    return isPledgeKind(kind) ? t(`pledge.done.${kind}`, received) : t('sheet.approved', received);
  };
}
