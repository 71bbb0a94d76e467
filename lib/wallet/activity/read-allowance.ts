import { getAddress, isAddressEqual, parseEventLogs } from 'viem';
import { approvalEvents, type MinedLog } from './activity-events';
import type { ActivityRow } from './activity-row';
import type { ActivityScope } from './activity-scope';

/** Parses the allowances that the account set for known tokens. */
export function readApprovals(logs: MinedLog[], { account, tokens }: ActivityScope) {
  return parseEventLogs({ abi: approvalEvents, logs, strict: true }).filter(
    ({ address, args }) => tokens.has(getAddress(address)) && isAddressEqual(args.owner, account),
  );
}

export type ApprovalLog = ReturnType<typeof readApprovals>[number];

/**
 * Returns the effects of a transaction that only sets allowances, or null if it sets none. Several approvals in one
 * transaction have no single allowance.
 */
export function readAllowance(
  approvals: readonly ApprovalLog[],
  { tokens }: ActivityScope,
): Pick<ActivityRow, 'kind' | 'allowance' | 'counterparty'> | null {
  const [approval, ...others] = approvals;
  if (!approval) return null;
  const token = tokens.get(getAddress(approval.address));
  if (!token || others.length > 0) return { kind: 'approve', allowance: null, counterparty: null };
  const { value, spender } = approval.args;
  return {
    kind: value > 0n ? 'approve' : 'revoke',
    allowance: { token, amount: value },
    counterparty: getAddress(spender),
  };
}
