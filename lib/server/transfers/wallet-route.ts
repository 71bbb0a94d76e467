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
import { LOG_BYTES, readEvents } from './read-events';
import type { Executed, Route, UnsignedTransfer } from './route';
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
  const address = batch[0]?.contract;
  const owners = batch.map(({ owner }) => owner);
  const { events, unread } = await readEvents(chain, owners, range, async (node, authorizer, part) => {
    const used = await node.getContractEvents({
      ...{ address, abi: erc20AuthorizationAbi, eventName: 'AuthorizationUsed', args: { authorizer } },
      ...{ strict: true, ...part },
    });
    const executed: [Hex, Executed][] = [];
    for (const log of used) {
      const { args, transactionHash: txHash, blockNumber, blockHash } = log;
      // Several messages can have the same nonce. The event shows only the recipient and amount of the executed one.
      for (const row of batch.filter(({ owner, nonce }) => isNonceOf(args, owner, nonce)))
        if (await isExecutedBy(node, row.contract, signedOf(row), log))
          executed.push([row.id, { txHash, blockNumber, blockHash }]);
    }
    return executed;
  });
  return { executed: new Map(events), unread };
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
  readEnd: (chain, row, range) =>
    withUntrustedReads(
      chain,
      async (node) => {
        const { isUsed, end } = await readAuthorization(node, row.contract, signedOf(row), range);
        return isUsed ? (end ?? { kind: 'replaced' }) : null;
      },
      LOG_BYTES,
    ),
};
