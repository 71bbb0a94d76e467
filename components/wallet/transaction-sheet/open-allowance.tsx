import { useTranslations } from 'next-intl';
import { erc20Abi, parseAbi } from 'viem';
import { useReadContract } from 'wagmi';
import { Button } from '@/components/ui/button';
import { useFactWords } from '@/components/wallet/signing/fact-text';
import { withoutHanGaps } from '@/components/wallet/signing/intent-headline';
import { useSigningContext } from '@/components/wallet/signing/use-signing-context';
import { CONTRACT_POLL_MS } from '@/lib/evm/read-many';
import { addressValue, amountValue } from '@/lib/wallet/signing/context';
import { openReview, type SheetOrder, useSheet } from './sheet';

/** Declared without a return value, because the `approve` function of some tokens returns nothing. */
const approveAbi = parseAbi(['function approve(address spender, uint256 amount)']);

/**
 * Shows the allowance that an order's approval left on chain, with a button to revoke it.
 * Renders nothing if the order sent no approval, or no allowance is left.
 */
export function OpenAllowance({ order }: { order: SheetOrder }) {
  const t = useTranslations('wallet.sheet');
  const words = useFactWords();
  const hasApproved = useSheet((state) => state.approvals.length > 0);
  const { account, plan } = order;
  const { chainId, spending } = plan;
  const { coinId, decimals, symbol } = plan.intent;
  const spender = plan.call.address;
  const { context } = useSigningContext({ account, chainId });
  const { data: allowance = 0n } = useReadContract({
    chainId,
    address: spending?.token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account, spender],
    query: { enabled: hasApproved && spending !== undefined, refetchInterval: CONTRACT_POLL_MS },
  });
  if (!hasApproved || !spending || allowance === 0n) return null;
  const { token } = spending;
  const revoke = () =>
    openReview({
      account,
      plan: {
        chainId,
        intent: { kind: 'revoke', coinId, amountRaw: '0', decimals, symbol, spender, token },
        call: { address: token, abi: approveAbi, functionName: 'approve', args: [spender, 0n] },
      },
      onBack: () => openReview(order),
    });
  return (
    <div className="grid gap-3 border-s-2 border-warning ps-3 text-sm">
      <p>
        {withoutHanGaps(
          t('openAllowance', {
            amount: words(amountValue(context, token, allowance)),
            spender: words(addressValue(context, spender)),
          }),
        )}
      </p>
      <div>
        <Button size="small" onClick={revoke}>
          {t('revokeApproval')}
        </Button>
      </div>
    </div>
  );
}
