import 'server-only';
import { type Address, getAddress, type Hash, isAddressEqual, parseAbiItem } from 'viem';
import { max } from '@/lib/evm/bigint';
import { isActionOf } from '@/lib/wallet/incoming/own-action';
import {
  type Node,
  readHead,
  readReceipt,
  type ServerChain,
  withNode,
  withUntrustedReads,
} from '../chain/node';
import { ApiError } from '../http/api-error';

const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

/** An account's native currency in wei, and the number of transactions that it has sent. */
type AccountState = { balance: bigint; nonce: number };
/** `since` is the block of the first look, up to which nothing is reported. */
type Known = AccountState & { since: bigint };

export type MoneyScope = {
  chain: ServerChain;
  tokens: readonly Address[];
  /** Addresses of the platform's contracts on the chain. */
  platform: ReadonlySet<Address>;
};

/** Accounts in one request for logs. */
const ACCOUNTS_PER_REQUEST = 200;
/** Latest blocks whose logs are read again, because nodes behind one URL can lag. */
const AGAIN_BLOCKS = 8n;
/** Blocks to catch up with after a pause. */
const MAX_BLOCKS = 500n;
/** Transfers that are remembered, so that none is pushed again. */
const MAX_SEEN = 10_000;

const readState = async (node: Node, address: Address, blockNumber: bigint): Promise<AccountState> => {
  const [balance, nonce] = await Promise.all([
    node.getBalance({ address, blockNumber }),
    node.getTransactionCount({ address, blockNumber }),
  ]);
  return { balance, nonce };
};

/** A transfer's name. A reorganization can change it, so a payment that moves is reported again. */
const idOf = ({ transactionHash, logIndex }: { transactionHash: Hash; logIndex: number }) =>
  `${transactionHash} ${logIndex}`;

function groups<T>(values: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}

/**
 * Follows which accounts receive money on a chain: listed tokens by their `Transfer` logs, and native currency by a balance that
 * rises while the account sends nothing. Starts at the chain's head, and forgets everything when the process ends.
 */
export class MoneyReader {
  #head: bigint | null = null;
  #known = new Map<Address, Known>();
  readonly #seen = new Set<string>();

  /** Returns the accounts that have received money since the last look. @throws ApiError 503 if the node fails. */
  async read({ chain, tokens, platform }: MoneyScope, accounts: readonly Address[]): Promise<Address[]> {
    const head = await readHead(chain);
    // A local chain was started again.
    if (this.#head !== null && head < this.#head) this.#known.clear();
    const [states, transfers] = await Promise.all([
      withNode(chain, (node) => Promise.all(accounts.map((account) => readState(node, account, head)))),
      this.#newTransfers(chain, tokens, accounts, head),
    ]);
    const received = new Set<Address>();
    const known = new Map<Address, Known>();
    for (const [index, account] of accounts.entries()) {
      const [was, is] = [this.#known.get(account), states[index]];
      if (!is) continue;
      if (was && is.balance > was.balance && is.nonce === was.nonce) received.add(account);
      known.set(account, { ...is, since: was?.since ?? head });
    }
    for (const { args, transactionHash } of transfers) {
      const to = getAddress(args.to);
      if (!received.has(to) && !(await isOwn(chain, transactionHash, to, platform))) received.add(to);
    }
    for (const transfer of transfers) this.#remember(idOf(transfer));
    this.#head = head;
    this.#known = known;
    return [...received];
  }

  #remember(id: string): void {
    this.#seen.add(id);
    for (const oldest of this.#seen) {
      if (this.#seen.size <= MAX_SEEN) break;
      this.#seen.delete(oldest);
    }
  }

  /** Reads the transfers of the latest blocks that weren't reported before. */
  async #newTransfers(
    chain: ServerChain,
    tokens: readonly Address[],
    accounts: readonly Address[],
    head: bigint,
  ) {
    const before = this.#head;
    if (before === null || tokens.length === 0 || head <= before) return [];
    const fromBlock = [before - AGAIN_BLOCKS + 1n, head - MAX_BLOCKS, 0n].reduce(max);
    const logs = await withUntrustedReads(chain, (node) =>
      Promise.all(
        groups(accounts, ACCOUNTS_PER_REQUEST).map((to) =>
          node.getLogs({
            ...{ address: [...tokens], event: TRANSFER, args: { to }, strict: true },
            ...{ fromBlock, toBlock: head },
          }),
        ),
      ),
    );
    return logs.flat().filter((log) => {
      const { from, to, value } = log.args;
      const since = this.#known.get(getAddress(to))?.since;
      const isSince = since !== undefined && log.blockNumber > since;
      return isSince && value > 0n && !isAddressEqual(from, to) && !this.#seen.has(idOf(log));
    });
  }
}

/**
 * Returns whether an account caused a transfer itself: it sent the transaction, or its logs show that it acted. That of a receipt
 * that is too large stays unknown, so it isn't reported.
 */
async function isOwn(chain: ServerChain, hash: Hash, account: Address, platform: ReadonlySet<Address>) {
  try {
    const read = await readReceipt(chain, hash);
    if (!read) return true;
    const { from, logs } = read.receipt;
    return isAddressEqual(from, account) || isActionOf(account, logs, platform);
  } catch (error) {
    if (error instanceof ApiError && error.code === 422) return true;
    throw error;
  }
}
