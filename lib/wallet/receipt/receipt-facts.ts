import {
  type Address,
  erc721Abi,
  getAddress,
  type Hash,
  type Hex,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { MinedLog } from '@/lib/wallet/activity/activity-events';
import type { ActivityKind, ActivityRow, Move } from '@/lib/wallet/activity/activity-row';
import type { ActivityScope } from '@/lib/wallet/activity/activity-scope';
import { readActivity } from '@/lib/wallet/activity/read-activity';
import { readTrade } from '@/lib/wallet/activity/read-trade';

/** Effects of a transaction on an account, read from its receipt. */
export type ReceiptEffects = {
  kind: ActivityKind;
  /** Amounts sent and received. Empty if the transaction reverted. */
  out: readonly Move[];
  in: readonly Move[];
  counterparty: Address | null;
  /** For an approval: the token and the amount that its spender may take. */
  allowance: Move | null;
  /** For a vault withdrawal: the vault's fee. */
  withdrawalFee: Move | null;
};

/** Details of a mined transaction. Amounts are in base units. */
export type ReceiptFacts = {
  chainId: number;
  hash: Hash;
  status: 'success' | 'reverted';
  block: bigint;
  /** Time of the block, in seconds since the epoch. */
  at: bigint;
  from: Address;
  /** Null if the transaction created a contract. */
  to: Address | null;
  /** Native currency sent with the call, and paid by `from` as the network fee. */
  value: bigint;
  fee: bigint;
  /** Whose effects these are: often `from`, but another one's for a payment without a fee or a received one. */
  account: Address;
  effects: ReceiptEffects;
};

type Call = { value: bigint; input: Hex };

const noEffects = { out: [], in: [], counterparty: null, allowance: null, withdrawalFee: null };

/** Returns the fee of the account's vault withdrawal, or null if there is none. */
function withdrawalFee(
  { logs }: TransactionReceipt,
  { account, contracts, tokens }: ActivityScope,
): Move | null {
  const vault = contracts.get('vault_contract');
  const event = parseEventLogs({ abi: vaultAbi, eventName: 'Withdrawn', logs }).find(
    ({ address, args }) =>
      vault !== undefined && isAddressEqual(address, vault) && isAddressEqual(args.owner, account),
  );
  const token = event && tokens.get(getAddress(event.args.token));
  return event && token && event.args.fee > 0n ? { token, amount: event.args.fee } : null;
}

/** Returns the transfer of the account's only NFT, or null. */
function nftTransfer({ logs }: TransactionReceipt, { account }: ActivityScope): ReceiptEffects | null {
  const [only, ...others] = parseEventLogs({ abi: erc721Abi, eventName: 'Transfer', logs }).filter(
    ({ args }) => isAddressEqual(args.from, account),
  );
  if (!only || others.length > 0) return null;
  return { ...noEffects, kind: 'transferNft', counterparty: getAddress(only.args.to) };
}

/**
 * Returns the effects of a mined transaction on an account. Only events of known tokens and of the platform's own
 * contracts count, because any contract can emit look-alikes. Native currency emits no events, so it is read from the
 * call.
 */
export function receiptEffects(
  receipt: TransactionReceipt,
  { value, input }: Call,
  scope: ActivityScope,
): ReceiptEffects {
  if (receipt.status !== 'success') return { ...noEffects, kind: 'other' };
  const native = scope.tokens.get(NATIVE_TOKEN);
  const isSender = isAddressEqual(receipt.from, scope.account);
  const sent = isSender && native && value > 0n ? [{ token: native, amount: value }] : [];
  const [found] = readActivity(receipt.logs as MinedLog[], scope);
  const isAllowance = found?.row.kind === 'approve' || found?.row.kind === 'revoke';
  // A call that sent native currency did more than set an allowance.
  if (found && !(isAllowance && sent.length > 0)) {
    const row: ActivityRow = found.isTrade ? readTrade(found.row, receipt, scope) : found.row;
    const { kind, out, in: into, counterparty, allowance } = row;
    return {
      kind,
      out,
      in: into,
      counterparty,
      allowance,
      withdrawalFee: withdrawalFee(receipt, scope),
    };
  }
  if (sent.length > 0 && receipt.to && input === '0x')
    return { ...noEffects, kind: 'send', out: sent, counterparty: getAddress(receipt.to) };
  return nftTransfer(receipt, scope) ?? { ...noEffects, kind: 'other', out: sent };
}
