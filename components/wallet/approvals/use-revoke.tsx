import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type Abi, type Address, parseAbi, zeroAddress } from 'viem';
import { useConfig } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import {
  openReview,
  type SheetOrder,
  sendOrder,
  useSheet,
} from '@/components/wallet/transaction-sheet/sheet';
import type { Coin } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import type { Approval } from '@/lib/wallet/approvals/approval-events';
import { permit2Abi } from '@/lib/wallet/approvals/permit2';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import type { ContractCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';

/** Declared without return values, because the `approve` function of some tokens returns nothing. */
const abi: Abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
]);

/** Returns the plan to revoke an approval. For an unlisted token, `coinId` is 0. */
function revokePlan(
  approval: Approval,
  { coinId, symbol }: { coinId: number; symbol: string },
): TransactionPlan {
  const { chainId, kind, token, contract, spender, tokenId, decimals } = approval;
  const call = (functionName: string, args: readonly unknown[]): ContractCall => ({
    address: contract,
    abi: kind === 'permit2' ? permit2Abi : abi,
    functionName,
    args,
  });
  const calls = {
    amount: () => call('approve', [spender, 0n]),
    permit2: () => call('approve', [token, spender, 0n, 0]),
    collection: () => call('setApprovalForAll', [spender, false]),
    single: () => call('approve', [zeroAddress, tokenId]),
  };
  return {
    chainId,
    intent: { kind: 'revoke', coinId, amountRaw: '0', decimals, symbol, spender, token },
    call: calls[kind](),
  };
}

const nameOf = ({ chainId, token, symbol }: Approval, coins: readonly Coin[]) => {
  const listed = listedToken(coins, chainId, token);
  return { coinId: listed?.coinId ?? 0, symbol: listed?.symbol ?? (symbol || shortAddress(token)) };
};

/** The approvals that are revoked one after another, with the current one marked. */
function RevokeNotes({
  approvals,
  position,
  coins,
}: {
  approvals: readonly Approval[];
  position: number;
  coins: readonly Coin[];
}) {
  const t = useTranslations('wallet.approvals');
  if (approvals.length === 1) return null;
  return (
    <div className="grid gap-3 border-s-2 border-water ps-3 text-sm">
      <p>{t('several', { count: approvals.length })}</p>
      <ol className="stage-list">
        {approvals.map((approval, index) => (
          <li
            key={approval.id}
            data-state={index < position ? 'done' : index === position ? 'current' : 'ahead'}
            aria-current={index === position ? 'step' : undefined}
          >
            <span aria-hidden="true" className="stage-mark" />
            {t(index < position ? 'revokedItem' : 'revokeItem', {
              token: nameOf(approval, coins).symbol,
              spender: shortAddress(approval.spender),
            })}
          </li>
        ))}
      </ol>
    </div>
  );
}

/**
 * React hook that returns a function to revoke approvals one after another. The user reviews the first one with the
 * list of all. `onSent` is called after each revocation is sent. The first one that isn't sent ends the sequence.
 */
export function useRevoke({
  account,
  coins,
  onSent,
}: {
  account: Address;
  coins: readonly Coin[];
  onSent: (approval: Approval) => void;
}): (approvals: readonly Approval[]) => void {
  const config = useConfig();
  const queries = useQueryClient();
  const review = (approvals: readonly Approval[], position: number) => {
    const approval = approvals[position];
    if (!approval) return;
    const order: SheetOrder = {
      account,
      plan: revokePlan(approval, nameOf(approval, coins)),
      details: <RevokeNotes approvals={approvals} position={position} coins={coins} />,
      onSent: () => {
        onSent(approval);
        const isLast = position + 1 === approvals.length;
        // If the account changed, or another transaction is reviewed by now, the remaining ones aren't requested.
        if (isLast || useSheet.getState().order !== order || getConnection(config).address !== account)
          return;
        review(approvals, position + 1);
        void sendOrder(config, queries);
      },
    };
    openReview(order);
  };
  return (approvals) => review(approvals, 0);
}
