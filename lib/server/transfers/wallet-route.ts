import 'server-only';
import { type Address, type Hex, isAddressEqual } from 'viem';
import { erc20AuthorizationAbi } from '@/lib/evm/abi/erc20-authorization';
import {
  isExecutedBy,
  isExecutedIn,
  readAuthorization,
  type WalletTransfer,
  walletTransferDigest,
} from '@/lib/evm/wallet-transfer';
import { withUntrustedReads } from '../chain/node';
import { type Executed, isTooLarge, type Route, readEvents, type UnsignedTransfer } from './route';
import { encodeBatch, multicallOf, nonceBytes, simulateBatch } from './wallet-batch';
import { findWalletDomain, readCode } from './wallet-support';

const signedOf = ({ owner, to, amountRaw, nonce, deadline }: UnsignedTransfer): WalletTransfer => ({
  from: owner,
  to,
  value: amountRaw,
  validAfter: 0n,
  validBefore: BigInt(deadline),
  nonce: nonceBytes(nonce),
});

const isNonceOf = (event: { authorizer: Address; nonce: Hex }, owner: Address, nonce: bigint) =>
  isAddressEqual(event.authorizer, owner) && event.nonce === nonceBytes(nonce);

const readOutcomes: Route['readOutcomes'] = (batch, logs) => ({
  executed: new Set(
    batch.filter((row) => isExecutedIn(logs, row.contract, signedOf(row))).map(({ id }) => id),
  ),
  // Multicall3 doesn't say why a call failed. The next simulation shows it.
  refused: new Map(),
});

const findExecuted: Route['findExecuted'] = async (chain, batch, range) => {
  const found = new Map<Hex, Executed>();
  const [first] = batch;
  if (!first) return found;
  const { contract: address } = first;
  const executed = await readEvents(chain, batch, range, async (node, authorizer, part) => {
    const used = await node.getContractEvents({
      ...{ address, abi: erc20AuthorizationAbi, eventName: 'AuthorizationUsed', args: { authorizer } },
      ...{ strict: true, ...part },
    });
    const rows: (Executed & { id: Hex })[] = [];
    for (const log of used) {
      const { transactionHash: txHash, blockNumber, blockHash } = log;
      // Several messages can have the same nonce. The event shows only the recipient and amount of the executed one.
      for (const row of batch.filter(({ owner, nonce }) => isNonceOf(log.args, owner, nonce)))
        if (await isExecutedBy(node, address, signedOf(row), log))
          rows.push({ id: row.id, txHash, blockNumber, blockHash });
    }
    return rows;
  });
  for (const { id, ...event } of executed) found.set(id, event);
  return found;
};

/** Transfers of tokens between wallets (ERC-3009). Multicall3 carries a batch, because anyone may submit them. */
export const walletRoute: Route = {
  findDomain: findWalletDomain,
  digestOf: (domain, transfer) => walletTransferDigest(domain, signedOf(transfer)),
  // Tokens that ask an account's code don't limit its gas, so such an account gets a transaction of its own.
  proofOf: async (chain, owner, hasKey) =>
    hasKey ? ((await readCode(chain, owner)) === undefined ? 'key' : 'contract') : null,
  findTarget: multicallOf,
  encodeBatch,
  simulateBatch,
  readOutcomes,
  findExecuted,
  readEnd: async (chain, row, range) => {
    try {
      return await withUntrustedReads(chain, async (node) => {
        const { isUsed, end } = await readAuthorization(node, row.contract, signedOf(row), range);
        return isUsed ? (end ?? { kind: 'replaced' }) : null;
      });
    } catch (error) {
      // The nonce is used, and its account has too many events in that block to tell for what.
      if (isTooLarge(error)) return { kind: 'replaced' };
      throw error;
    }
  },
};
