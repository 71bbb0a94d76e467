import { useTranslations } from 'next-intl';
import { formatUnits, isAddressEqual } from 'viem';
import { Button, buttonClass } from '@/components/ui/button';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { depositDraft, withdrawDraft } from '@/components/wallet/transfer/transfer-draft';
import { closeDialog, openDialog } from '@/lib/browser/dialogs';
import { routes } from '@/lib/routes';
import { emptyLists, recipientStop } from '@/lib/wallet/contacts/recipient';
import { writePaymentRequest } from '@/lib/wallet/pay/payment-request';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

/** Returns the amount to enter again. It is empty for the approval that resets an earlier one. */
const amountOf = ({ amountRaw, decimals }: LedgerEntry) =>
  amountRaw === '0' ? '' : formatUnits(BigInt(amountRaw), decimals);

/** Returns what to start again: an approval starts with the transaction that needs it. */
const startOf = (entry: LedgerEntry): LedgerEntry =>
  entry.kind === 'approve' && entry.purpose ? { ...entry, kind: entry.purpose } : entry;

/** Opens the form of a deposit or withdrawal with what was sent. */
function openForm(entry: LedgerEntry & { kind: 'deposit' | 'withdraw' }): void {
  const { kind, account, chainId, coinId, recipient = account } = entry;
  const draft = { account, chainId, coinId, amount: amountOf(entry) };
  if (kind === 'deposit') depositDraft.save(draft);
  else {
    const toSelf = isAddressEqual(recipient, account);
    withdrawDraft.save({ ...withdrawDraft.empty, ...draft, toSelf, recipient: toSelf ? '' : recipient });
  }
  openDialog(kind);
}

const isForm = (entry: LedgerEntry): entry is LedgerEntry & { kind: 'deposit' | 'withdraw' } =>
  entry.kind === 'deposit' || entry.kind === 'withdraw';

/** Returns the page on which a failed transaction can be started again, with its amount, or null if there is none. */
export function startPath(failed: LedgerEntry): string | null {
  const entry = startOf(failed);
  const { kind, chainId, coinId, trade, token, recipient, termId, party } = entry;
  const chain = { chain: String(chainId) };
  const amount = { ...chain, coin: String(coinId), amount: amountOf(entry) };
  const page = (path: string, params: Record<string, string>) =>
    `${path}?${new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''))}`;
  switch (kind) {
    case 'swap':
      return page(routes.swap, {
        ...amount,
        sell: String(coinId),
        ...(trade ? { buy: String(trade.coinId) } : {}),
      });
    case 'stake':
    case 'unstake':
      return page(routes.stake, { ...amount, action: kind });
    case 'claim':
    case 'exit':
      return page(routes.stake, { ...chain, action: kind });
    case 'contribute':
      return page(routes.presale, amount);
    case 'claimVested':
    case 'refund':
      return page(routes.presale, chain);
    case 'pledge':
      return page(routes.pledge, { ...amount, term: termId ?? '' });
    case 'redeem':
    case 'exitEarly':
      return page(routes.pledge, chain);
    case 'send': {
      if (!token || !recipient || recipientStop(recipient, emptyLists, token) !== null) return routes.pay;
      const request = writePaymentRequest({ recipient, chainId, token, amount: BigInt(entry.amountRaw) });
      return page(routes.pay, { tab: 'pay', request });
    }
    case 'revoke':
      return routes.approvals;
    case 'transferNft':
      return routes.nfts;
    case 'setRecovery':
    case 'removeRecovery':
    case 'vetoRecovery':
      return routes.recovery;
    case 'topUpCard':
    case 'requestCardWithdrawal':
    case 'withdrawCard':
    case 'withdrawCardNow':
    case 'openCard':
    case 'payCardOwed':
    case 'setCardLimits':
    case 'freezeCard':
    case 'unfreezeCard':
    case 'closeCard':
    case 'cancelCardWithdrawal':
    case 'releaseCardHold':
      return routes.card;
    case 'requestRecovery':
    case 'recover':
      return page(routes.recovery, { owner: party ?? '' });
    default:
      return null;
  }
}

/**
 * Leads from a failed transaction back to where it started. Used if the reviewed order isn't known anymore, for example
 * after a reload.
 */
export function StartAgain({ entry: failed }: { entry: LedgerEntry }) {
  const t = useTranslations('wallet.sheet');
  const entry = startOf(failed);
  if (isForm(entry)) {
    return (
      <Button variant="signal" onClick={() => openForm(entry)}>
        {t('startAgain')}
      </Button>
    );
  }
  const path = startPath(entry);
  return path === null ? null : (
    <WalletLink
      href={path}
      onClick={() => closeDialog('transaction')}
      className={buttonClass({ variant: 'signal' })}
    >
      {t('startAgain')}
    </WalletLink>
  );
}
