import {
  type Address,
  type Client,
  erc20Abi,
  type Hash,
  type Hex,
  hashTypedData,
  isAddressEqual,
  type Log,
  parseEventLogs,
} from 'viem';
import { getContractEvents, readContract } from 'viem/actions';
import { erc20AuthorizationAbi } from './abi/erc20-authorization';
import { answerOrNull } from './answer-or-null';
import { type BlockRange, scanLogs } from './scan-logs';

/** EIP-712 type of a signed transfer between wallets (ERC-3009). */
export const walletTransferTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

const cancellationTypes = {
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** EIP-712 domain of a token. Names and versions differ, so they are read from the chain (`readTokenDomain`). */
export type TokenDomain = { name: string; version: string; chainId: number; verifyingContract: Address };

/** A transfer between wallets, as its sender signs it. */
export type WalletTransfer = {
  from: Address;
  to: Address;
  /** In base units. */
  value: bigint;
  /** The block time must be later, in seconds. The API sends only transfers with 0. */
  validAfter: bigint;
  /** The block time must be earlier, in seconds. The API calls it the deadline. */
  validBefore: bigint;
  /** 32 random bytes. */
  nonce: Hex;
};

/** Returns the EIP-712 message that the sender of a transfer signs. */
export const walletTransferMessage = (domain: TokenDomain, message: WalletTransfer) =>
  ({ domain, types: walletTransferTypes, primaryType: 'TransferWithAuthorization', message }) as const;

/** Returns the EIP-712 message by which the sender of a transfer makes it impossible (ERC-3009). */
export const authorizationCancellation = (
  domain: TokenDomain,
  message: { authorizer: Address; nonce: Hex },
) => ({ domain, types: cancellationTypes, primaryType: 'CancelAuthorization', message }) as const;

/** Returns the EIP-712 hash of a transfer, which the API uses as the job's ID. */
export const walletTransferDigest = (domain: TokenDomain, transfer: WalletTransfer): Hash =>
  hashTypedData(walletTransferMessage(domain, transfer));

const eventAbi = [...erc20Abi, ...erc20AuthorizationAbi] as const;

/** What its events show of a transfer, without which they can't be told from another one's. */
type Shown = Pick<WalletTransfer, 'from' | 'to' | 'value' | 'nonce'>;

/**
 * Returns whether the logs of one transaction show that a token executed a transfer as its sender signed it. Its event
 * `AuthorizationUsed` has neither recipient nor amount, and another message can have the same nonce. So the token's next
 * event of the sender must be a `Transfer` of the same amount to the same recipient.
 */
export function isExecutedIn(
  logs: readonly Log[],
  token: Address,
  { from, to, value, nonce }: Shown,
): boolean {
  const events = parseEventLogs({
    abi: eventAbi,
    eventName: ['AuthorizationUsed', 'Transfer'],
    logs: logs.filter(({ address }) => isAddressEqual(address, token)),
  })
    .filter(({ eventName, args }) =>
      isAddressEqual(eventName === 'Transfer' ? args.from : args.authorizer, from),
    )
    .sort((one, other) => Number(one.logIndex) - Number(other.logIndex));
  const used = events.findIndex(
    ({ eventName, args }) => eventName === 'AuthorizationUsed' && args.nonce === nonce,
  );
  const next = used === -1 ? undefined : events[used + 1];
  return next?.eventName === 'Transfer' && isAddressEqual(next.args.to, to) && next.args.value === value;
}

type Used = Log<bigint, number, false>;

/**
 * Returns whether the transaction with a token's `AuthorizationUsed` event executed a transfer as its sender signed it.
 * @throws if the node doesn't answer, or doesn't have the event's block.
 */
export async function isExecutedBy(
  client: Client,
  token: Address,
  transfer: Shown,
  used: Used,
): Promise<boolean> {
  const { blockHash, transactionHash } = used;
  const args = { from: transfer.from };
  const sent = await getContractEvents(client, {
    ...{ address: token, abi: erc20Abi, eventName: 'Transfer', args, blockHash },
  });
  const own = [used, ...sent].filter((log) => log.transactionHash === transactionHash);
  return isExecutedIn(own, token, transfer);
}

/** What used or canceled a transfer's nonce. It's `replaced` if another message with the same nonce was executed. */
export type AuthorizationEnd = {
  kind: 'executed' | 'canceled' | 'replaced';
  txHash: Hash;
  blockNumber: bigint;
  blockHash: Hash;
};

/**
 * Reads what became of a transfer at the end of a range of blocks. `isUsed` is whether its nonce is used or canceled, and
 * also true if the token doesn't answer. `end` is the event in the range that shows by what, or null if there is none.
 * An unused nonce is open until a final block isn't earlier than `validBefore`.
 * @throws if the node doesn't answer.
 */
export async function readAuthorization(
  client: Client,
  token: Address,
  transfer: Shown,
  { fromBlock, toBlock }: BlockRange,
): Promise<{ isUsed: boolean; end: AuthorizationEnd | null }> {
  const { from: authorizer, nonce } = transfer;
  const contract = { address: token, abi: erc20AuthorizationAbi } as const;
  const state = await answerOrNull(
    readContract(client, {
      ...{ ...contract, functionName: 'authorizationState', args: [authorizer, nonce] },
      blockNumber: toBlock,
    }),
  );
  if (state === false) return { isUsed: false, end: null };
  const events = { ...contract, args: { authorizer, nonce } } as const;
  const { logs } = await scanLogs(
    async (range) => {
      const [used, canceled] = await Promise.all([
        getContractEvents(client, { ...events, eventName: 'AuthorizationUsed', ...range }),
        getContractEvents(client, { ...events, eventName: 'AuthorizationCanceled', ...range }),
      ]);
      return [...used, ...canceled];
    },
    { toBlock, floor: fromBlock, enough: 1 },
  );
  const [event] = logs;
  if (!event) return { isUsed: true, end: null };
  const { eventName, transactionHash: txHash, blockNumber, blockHash } = event;
  const kindOfUse = async () =>
    (await isExecutedBy(client, token, transfer, event)) ? 'executed' : 'replaced';
  const kind = eventName === 'AuthorizationCanceled' ? 'canceled' : await kindOfUse();
  return { isUsed: true, end: { kind, txHash, blockNumber, blockHash } };
}
