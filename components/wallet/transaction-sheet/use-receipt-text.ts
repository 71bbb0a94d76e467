import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { fiatValueText } from '@/components/wallet/display/amount-text';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { useCounterpartyName } from '@/components/wallet/display/use-counterparty-name';
import { SHOWN_FEE_DECIMALS } from '@/components/wallet/signing/network-fee-row';
import type { ChainMapping, Contract } from '@/lib/api/types';
import { NATIVE_DECIMALS, shortAddress } from '@/lib/evm/address';
import { formatAmount } from '@/lib/format/amount';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import type { Move } from '@/lib/wallet/activity/activity-row';
import { isUnlimited } from '@/lib/wallet/approvals/approval-events';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { VerifiedNames } from '@/lib/wallet/contacts/use-account-name';
import type { ReceiptFacts } from '@/lib/wallet/receipt/receipt-facts';
import { isCardKind, isRecoveryKind } from '@/lib/wallet/transactions/transaction-kinds';

export type ReceiptMove = { side: 'out' | 'in'; move: Move; text: string; fiat: string | null };
export type ReceiptRow = { label: string; value: string; address?: Address };

/** A receipt's facts in words. */
export type ReceiptText = {
  headline: string;
  status: string;
  time: string;
  network: string;
  moves: ReceiptMove[];
  /** The fees, and the parties with their names and full addresses. */
  rows: ReceiptRow[];
};

/**
 * React hook that returns a receipt's facts in words. `viewer` names the account and the people it knows; null
 * leaves them out, because others can see a shared receipt.
 */
export function useReceiptText(
  facts: ReceiptFacts,
  { chain, contracts }: { chain: ChainMapping; contracts: readonly Contract[] },
  viewer: Address | null,
  verified?: VerifiedNames,
): ReceiptText {
  const t = useTranslations('wallet.transaction');
  const kinds = useTranslations('wallet.activity');
  const format = useFormatter();
  const locale = useLocale();
  const date = useChainTime();
  const nameOf = useCounterpartyName(viewer, contracts, verified);
  const { priceOf, isStale, money } = useDisplayPrices();
  const { chainId, status, effects, from, to, fee, account } = facts;
  const { kind, counterparty, allowance } = effects;

  const exactText = ({ token, amount }: Move) => {
    const own = token.coinId === null ? ` ${kinds('own')}` : '';
    return `${formatAmount(amount, token.decimals, locale, token.decimals)} ${token.symbol}${own}`;
  };
  const shortText = ({ token, amount }: Move) =>
    `${formatAmount(amount, token.decimals, locale)} ${token.symbol}`;
  const fiatOf = ({ token, amount }: Move) => {
    const price = token.coinId === null ? undefined : priceOf(token.coinId);
    if (!price || isStale(price)) return null;
    return fiatValueText(fiatValue(amount, token.decimals, price.price), money);
  };
  const sum = (moves: readonly Move[]) => format.list(moves.map(shortText));
  const headline = () => {
    if (status === 'reverted') return t('receipt.headline.failed');
    const out = sum(effects.out);
    const received = sum(effects.in);
    const party = counterparty ?? to;
    const name = party ? nameOf(chainId, party) : '';
    const words = { out, in: received, to: name };
    if (kind === 'other') return t(`receipt.headline.${to ? 'call' : 'creation'}`, words);
    if (kind === 'transferNft') return t('receipt.headline.transferNft', words);
    if ((kind === 'topUpCard' || kind === 'payCardOwed') && out) return t(`receipt.headline.${kind}`, words);
    if (kind === 'withdrawCard' && received) return t('receipt.headline.withdrawCard', words);
    if (isRecoveryKind(kind) || isCardKind(kind)) return kinds(`kind.${kind}`);
    if (allowance) {
      const values = { ...words, symbol: allowance.token.symbol, allowed: shortText(allowance) };
      if (kind === 'revoke') return t('receipt.headline.revoke', values);
      return t(`receipt.headline.${isUnlimited(allowance) ? 'approveAll' : 'approve'}`, values);
    }
    if (kind === 'withdraw' && out) return t('receipt.headline.withdrawTo', words);
    if (kind === 'send' && out) return t(`receipt.headline.${counterparty ? 'send' : 'sendMany'}`, words);
    if (kind === 'receive' && received)
      return t(`receipt.headline.${counterparty ? 'receive' : 'receiveMany'}`, words);
    if (kind === 'sendBalance' && out && !counterparty) return t('receipt.headline.sendBalanceMany', words);
    if (kind === 'receiveBalance' && received && !counterparty)
      return t('receipt.headline.receiveBalanceMany', words);
    const isOut = ['deposit', 'sendBalance', 'stake', 'pledge', 'contribute'].includes(kind);
    const isComplete = kind === 'swap' ? out && received : isOut ? out : received;
    // A token without a listing has no amount to show.
    return isComplete && kind !== 'approve' && kind !== 'revoke'
      ? t(`receipt.headline.${kind}`, words)
      : kinds(`kind.${kind}`);
  };
  const party = (label: string, address: Address): ReceiptRow => {
    const name = nameOf(chainId, address, false);
    return { label, value: name === shortAddress(address) ? '' : name, address };
  };
  const isThird = counterparty !== null && counterparty !== from && counterparty !== to;
  // Somebody else sent the transaction, so the parties of the payment matter.
  const isOthers = account !== from;
  const isIn = effects.in.length > 0 && effects.out.length === 0;
  const isOut = effects.out.length > 0 && effects.in.length === 0;
  const parties = (): ReceiptRow[] => {
    if (isOthers && (isIn || isOut)) {
      const [payer, paid] = isIn ? [counterparty, account] : [account, counterparty];
      // Several accounts can have paid, or been paid.
      return [...(payer ? [party(t('from'), payer)] : []), ...(paid ? [party(t('to'), paid)] : [])];
    }
    // The recipient of the tokens is whom people mean, not the contract that moved them.
    if (isThird && isOut && to)
      return [party(t('from'), from), party(t('to'), counterparty), party(t('contract'), to)];
    return [
      party(t('from'), from),
      to ? party(t('to'), to) : { label: t('to'), value: t('creation') },
      ...(isThird ? [party(t('receipt.account'), counterparty)] : []),
    ];
  };
  const feeText = `${formatAmount(fee, NATIVE_DECIMALS, locale, SHOWN_FEE_DECIMALS)} ${chain.nativeSymbol}`;
  return {
    headline: headline(),
    status: t(`statuses.${status}`),
    time: date(facts.at),
    network: chain.name,
    moves: (['out', 'in'] as const).flatMap((side) =>
      effects[side].map((move) => ({ side, move, text: exactText(move), fiat: fiatOf(move) })),
    ),
    rows: [
      ...parties(),
      ...(effects.withdrawalFee
        ? [{ label: t('receipt.withdrawalFee'), value: exactText(effects.withdrawalFee) }]
        : []),
      {
        label: t('fee'),
        value: isOthers ? t('receipt.feeSentBy', { fee: feeText, name: nameOf(chainId, from) }) : feeText,
      },
    ],
  };
}
