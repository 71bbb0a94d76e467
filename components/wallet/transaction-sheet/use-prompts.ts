import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type Config, useConfig } from 'wagmi';
import { useFactWords } from '@/components/wallet/signing/fact-text';
import { useSigningContext } from '@/components/wallet/signing/use-signing-context';
import { addressValue, amountValue } from '@/lib/wallet/signing/context';
import { type Prompt, plannedPrompts } from '@/lib/wallet/transactions/send-spending';
import { shortcutsOf } from '@/lib/wallet/transactions/shortcuts';
import { type SheetOrder, useSheet } from './sheet';

function promptsQuery(config: Config, key: readonly [id: number, tries: number], order: SheetOrder) {
  const { account, plan } = order;
  return queryOptions({
    queryKey: ['prompts', ...key],
    queryFn: async ({ client }): Promise<readonly Prompt[]> => {
      const { spending } = plan;
      if (!spending) return ['signing'];
      return plannedPrompts(
        config,
        { ...plan, spending, account },
        shortcutsOf(config, client, plan.chainId),
      );
    },
    // The allowance changes while the order is sent, but the number of steps must not.
    staleTime: 'static',
    retry: false,
  });
}

/** React hook that returns the requests that the wallet will show for the order, or undefined while unknown. */
export function usePrompts(order: SheetOrder): readonly Prompt[] | undefined {
  const config = useConfig();
  const id = useSheet((state) => state.id);
  const tries = useSheet((state) => state.tries);
  return useQuery(promptsQuery(config, [id, tries], order)).data;
}

/** React hook that returns the spender and the exact amount of the order's approval, for use in a sentence. */
export function useSpendingText({ account, plan }: SheetOrder): { spender: string; amount: string } {
  const { context } = useSigningContext({ account, chainId: plan.chainId });
  const words = useFactWords();
  const t = useTranslations('wallet.signing');
  const { spending, call } = plan;
  if (!spending) return { spender: '', amount: '' };
  const amount = amountValue(context, spending.token, spending.amount);
  return {
    spender: words(addressValue(context, call.address)),
    amount:
      amount.kind === 'amount' && amount.token
        ? words(amount)
        : t('baseUnits', { amount: spending.amount.toString() }),
  };
}
