import type { Address, Hex } from 'viem';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { errorNamer } from '@/lib/server/chain/error-names';
import { type ServerChain, withNode } from '@/lib/server/chain/node';
import type { cardOperations } from '@/lib/server/db/card-decision-tables';

export type OperationRow = typeof cardOperations.$inferSelect;

/** The contract of a chain for cards, as of a block. */
export type CardContract = { chain: ServerChain; address: Address; blockNumber: bigint };

/** States of cards in the contract (`ICards.CardStatus`). */
export const CHAIN_STATUS = { none: 0, active: 1, frozen: 2, closed: 3 } as const;

/** Returns the name of the contract's error, as in a refused item. */
export const refusalName = errorNamer(cardAccountAbi);

/** @throws ApiError 503 if the node is unreachable, as all reads here. */
export const readHold = ({ chain, address, blockNumber }: CardContract, id: Hex) =>
  withNode(chain, (node) =>
    node.readContract({ address, abi: cardAccountAbi, functionName: 'holdOf', args: [id], blockNumber }),
  );

export const readCard = ({ chain, address, blockNumber }: CardContract, card: number) =>
  withNode(chain, (node) =>
    node.readContract({ address, abi: cardAccountAbi, functionName: 'cardOf', args: [card], blockNumber }),
  );

export const readAccount = (
  { chain, address, blockNumber }: CardContract,
  { owner, token }: { owner: Address; token: Address },
) =>
  withNode(chain, async (node) => {
    const at = { address, abi: cardAccountAbi, blockNumber } as const;
    const [account, recovery] = await Promise.all([
      node.readContract({ ...at, functionName: 'accountOf', args: [owner, token] }),
      node.readContract({ ...at, functionName: 'recoveryOf', args: [owner] }),
    ]);
    return { ...account, recoveryReadyAt: recovery.readyAt };
  });

export const readOperator = ({ chain, address, blockNumber }: CardContract) =>
  withNode(chain, (node) =>
    node.readContract({ address, abi: cardAccountAbi, functionName: 'operator', blockNumber }),
  );

/** Returns GRACE of the contract, in seconds. */
export const readGrace = ({ chain, address }: CardContract) =>
  withNode(chain, (node) => node.readContract({ address, abi: cardAccountAbi, functionName: 'GRACE' }));
