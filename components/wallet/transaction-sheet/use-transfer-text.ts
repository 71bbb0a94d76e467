import { useLocale, useTranslations } from 'next-intl';
import { useTimeOfDay } from '@/components/wallet/display/use-chain-time';
import { formatAmount } from '@/lib/format/amount';
import { useAccountName } from '@/lib/wallet/contacts/use-account-name';
import type { SignedTransfer, TransferOrder } from '@/lib/wallet/free-transfers/signed-transfer';
import type { TransferStage } from '@/lib/wallet/free-transfers/transfer-stage';

/** Reasons of the API and the vault that have a sentence of their own under `wallet.free.refused`. */
const refusals = [
  'relayerDown',
  'budgetUsedUp',
  'accountLimit',
  'belowMinimum',
  'accountPaused',
  'unsupported',
  'InsufficientVaultBalance',
  'InvalidSignature',
  'ExpiredSignature',
  'NonceUsed',
  'deadlineTooFar',
] as const;

/** React hook that returns functions for the texts of a transfer without a fee. */
export function useTransferText() {
  const t = useTranslations('wallet.free');
  const locale = useLocale();
  const timeOf = useTimeOfDay();
  const accountName = useAccountName();
  const amountOf = ({ amountRaw, decimals, symbol }: TransferOrder) =>
    `${formatAmount(BigInt(amountRaw), decimals, locale, decimals)} ${symbol}`;
  return {
    amountOf,
    nameOf: (transfer: SignedTransfer) =>
      t('entry', { amount: amountOf(transfer), address: accountName(transfer.recipient, true) }),
    /** The time of day until which the signature can be used. */
    untilOf: ({ deadline }: Pick<SignedTransfer, 'deadline'>) => timeOf(deadline * 1_000),
    resultOf: (transfer: SignedTransfer, stage: TransferStage) =>
      t(`stage.${stage}`, { amount: amountOf(transfer) }),
    /** Why the operator doesn't send a transfer. */
    refusalOf: (reason: string | null | undefined) => {
      const known = refusals.find((one) => one === reason);
      return t(`refused.${known ?? 'unknown'}`);
    },
  };
}
