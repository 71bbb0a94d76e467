import { type Abi, parseAbi, zeroAddress } from 'viem';
import type { ContractCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import type { Approval } from './approval';

/** Some tokens' approve gives no answer, so none is expected. */
const abi: Abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
]);

/** Takes an approval back. `coinId` and `symbol` are those of the list where the token is listed. */
export function revokePlan(
  approval: Approval,
  { coinId, symbol }: { coinId: number; symbol: string },
): TransactionPlan {
  const { chainId, kind, token, spender, tokenId, decimals } = approval;
  const call = (functionName: string, args: readonly unknown[]): ContractCall => ({
    address: token,
    abi,
    functionName,
    args,
  });
  const calls = {
    amount: () => call('approve', [spender, 0n]),
    collection: () => call('setApprovalForAll', [spender, false]),
    single: () => call('approve', [zeroAddress, tokenId]),
  };
  return {
    chainId,
    intent: { kind: 'revoke', coinId, amountRaw: '0', decimals, symbol, spender, token },
    call: calls[kind](),
  };
}
