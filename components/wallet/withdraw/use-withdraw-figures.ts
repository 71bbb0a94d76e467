import { useLocale, useTranslations } from 'next-intl';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import type { useTokenChoice } from '@/components/wallet/transfer/use-transfer';
import { useRateText } from '@/components/wallet/transfer/withdrawal-rate';
import { formatAmount, parseAmount } from '@/lib/format/amount';
import {
  leastAmount,
  limitProblem,
  mostAmount,
  useWithdrawalTerms,
  withdrawalFee,
} from '@/lib/wallet/vault/withdrawal-terms';

type Figures = { amount: bigint; fee: bigint };

/**
 * React hook that returns the amount and fee in base units (or the problem with the input), a hint with the balance, and how
 * the fee is calculated, if that is known and there is one.
 */
export function useFigures(
  typed: string,
  { account, chainId, chosen, vault, failedChainIds }: ReturnType<typeof useTokenChoice>,
): { figures: Figures | null; problem: string | null; hint: string; rate: string | null } {
  const t = useTranslations('wallet.withdraw');
  const shared = useTranslations('wallet.transfer');
  const errors = useTranslations('wallet.errors');
  const locale = useLocale();
  const own = useOwnText();
  const rateText = useRateText();
  const place = chosen && vault ? { chainId: chosen.chainId, vault, token: chosen.token } : undefined;
  const { terms, failed } = useWithdrawalTerms(place);

  const balance = chosen?.inVault;
  if (!chosen || balance === undefined || !terms) {
    const isUnreadable = failed || (chainId !== null && failedChainIds.includes(chainId));
    const waiting = !account
      ? errors('walletUnresponsive')
      : isUnreadable
        ? errors('nodeUnreachable')
        : shared('loading');
    return { figures: null, problem: waiting, hint: waiting, rate: null };
  }
  const { decimals } = chosen;
  const written = (value: bigint) => formatAmount(value, decimals, locale, decimals);
  const limits = {
    symbol: chosen.coin.symbol,
    min: written(leastAmount(balance, terms)),
    max: own(written(mostAmount(balance, terms))),
  };
  const hint = t('available', {
    amount: own(formatAmount(balance, decimals, locale)),
    symbol: chosen.coin.symbol,
  });
  const rate = rateText(terms, { decimals, symbol: chosen.coin.symbol });
  const refuse = (problem: string) => ({ figures: null, problem, hint, rate });
  const parsed = parseAmount(typed, decimals);
  if ('problem' in parsed) return refuse(shared(`problem.${parsed.problem}`, { decimals }));
  const limit = limitProblem(parsed.value, balance, terms);
  if (limit) return refuse(t(`problem.${limit}`, { ...limits, amount: own(written(balance)) }));
  return {
    figures: { amount: parsed.value, fee: withdrawalFee(parsed.value, terms) },
    problem: null,
    hint,
    rate,
  };
}
