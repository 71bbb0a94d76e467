import 'server-only';
import {
  type Address,
  getAddress,
  type Hash,
  isAddressEqual,
  type Log,
  multicall3Abi,
  parseAbiItem,
  ResponseBodyTooLargeError,
} from 'viem';
import { max } from '@/lib/evm/bigint';
import { inSlices } from '@/lib/evm/read-many';
import { isActionOf } from '@/lib/wallet/incoming/own-action';
import { readHead, readReceipt, type ServerChain, withNode, withUntrustedReads } from '../chain/node';
import { ApiError } from '../http/api-error';
import { describeError, log } from '../log';

const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

/** A native balance in wei at block `at`. `since` is the block of the first look, up to which nothing is reported. */
type Known = { balance: bigint; at: bigint; since: bigint };

export type MoneyScope = {
  chain: ServerChain;
  tokens: readonly Address[];
  /** Addresses of the platform's contracts on the chain. */
  platform: ReadonlySet<Address>;
  /** Address of Multicall3, if the chain has it. */
  multicall: Address | undefined;
};

/** Balances in one call. Nodes are slow to answer larger ones. */
const BALANCES_PER_CALL = 500;
/** Accounts in one request for logs. */
const ACCOUNTS_PER_REQUEST = 200;
/**
 * Latest blocks whose logs are read again, because nodes behind one URL can lag.
 */
const AGAIN_BLOCKS = 8n;
/** Blocks to catch up with after a pause. */
const MAX_BLOCKS = 500n;
/** Blocks whose states nodes keep at least. A check of an older state would fail for ever. */
const STATE_BLOCKS = 128n;
/** Transfers that are remembered, so that none is pushed again. */
const MAX_SEEN = 10_000;

type Transfer = Log<bigint, number, false, typeof TRANSFER, true>;

/** A transfer's name. A reorganization can change it, so a payment that moves is reported again. */
const idOf = ({ transactionHash, logIndex }: { transactionHash: Hash; logIndex: number }) =>
  `${transactionHash} ${logIndex}`;

/** Reads native balances in wei at a block. @throws ApiError 503 if the node fails. */
const readBalances = (
  { chain, multicall }: MoneyScope,
  accounts: readonly Address[],
  blockNumber: bigint,
): Promise<bigint[]> =>
  withNode(chain, (node) =>
    inSlices(accounts, BALANCES_PER_CALL, (slice) =>
      multicall === undefined
        ? Promise.all(slice.map((address) => node.getBalance({ address, blockNumber })))
        : node.multicall({
            ...{ allowFailure: false, multicallAddress: multicall, batchSize: 0, blockNumber },
            contracts: slice.map(
              (account) =>
                ({
                  ...{ address: multicall, abi: multicall3Abi },
                  ...{ functionName: 'getEthBalance', args: [account] },
                }) as const,
            ),
          }),
    ),
  );

/** Returns whether an account has sent no transaction between two blocks. @throws ApiError 503 if the node fails. */
const isIdle = (chain: ServerChain, address: Address, from: bigint, to: bigint): Promise<boolean> =>
  withNode(chain, async (node) => {
    const [was, is] = await Promise.all(
      [from, to].map((blockNumber) => node.getTransactionCount({ address, blockNumber })),
    );
    return was === is;
  });

/**
 * Follows which accounts receive money on a chain: listed tokens by their `Transfer` logs, and native currency by a balance that
 * rises while the account sends nothing. Starts at the chain's head, and forgets everything when the process ends. What fails for
 * one account is logged, and checked again at the next look.
 */
export class MoneyReader {
  #head: bigint | null = null;
  #known = new Map<Address, Known>();
  readonly #seen = new Set<string>();
  /** Transfers whose check failed. */
  #unchecked: Transfer[] = [];

  /** Returns the accounts that have received money since the last look. @throws ApiError 503 if the node fails. */
  async read(scope: MoneyScope, accounts: readonly Address[]): Promise<Address[]> {
    const head = await readHead(scope.chain);
    if (this.#head !== null && head < this.#head) {
      // A node behind the URL lags.
      if (head >= this.#head - AGAIN_BLOCKS) return [];
      // A local chain was started again.
      this.#known.clear();
      this.#unchecked = [];
    }
    const [balances, transfers] = await Promise.all([
      readBalances(scope, accounts, head),
      this.#newTransfers(scope, accounts, head),
    ]);
    const received = new Set<Address>();
    const errors: unknown[] = [];
    const known = new Map<Address, Known>();
    await Promise.all(
      accounts.map(async (account, index) => {
        const [was, balance] = [this.#known.get(account), balances[index]];
        if (balance === undefined) return;
        try {
          if (was && balance > was.balance && (await isIdle(scope.chain, account, was.at, head)))
            received.add(account);
          known.set(account, { balance, at: head, since: was?.since ?? head });
        } catch (error) {
          errors.push(error);
          if (was) known.set(account, head - was.at < STATE_BLOCKS ? was : { ...was, balance, at: head });
        }
      }),
    );
    const unchecked: Transfer[] = [];
    const byId = new Map([...this.#unchecked, ...transfers].map((transfer) => [idOf(transfer), transfer]));
    for (const transfer of byId.values()) {
      const to = getAddress(transfer.args.to);
      try {
        if (!received.has(to) && !(await isOwn(scope, transfer.transactionHash, to))) received.add(to);
        this.#remember(idOf(transfer));
      } catch (error) {
        errors.push(error);
        unchecked.push(transfer);
      }
    }
    if (errors.length > 0)
      log.warn(
        { chainId: scope.chain.id, failed: errors.length, err: describeError(errors[0]) },
        'some received money could not be checked',
      );
    this.#unchecked = unchecked.slice(-MAX_SEEN);
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

  /** Reads the transfers of the latest blocks that weren't reported before. Skips those of an answer that is too large. */
  async #newTransfers({ chain, tokens }: MoneyScope, accounts: readonly Address[], head: bigint) {
    const before = this.#head;
    if (before === null || tokens.length === 0 || head <= before) return [];
    const fromBlock = [before - AGAIN_BLOCKS + 1n, head - MAX_BLOCKS, 0n].reduce(max);
    const logs = await withUntrustedReads(chain, (node) =>
      inSlices(accounts, ACCOUNTS_PER_REQUEST, (to) =>
        node
          .getLogs({
            ...{ address: [...tokens], event: TRANSFER, args: { to: [...to] }, strict: true },
            ...{ fromBlock, toBlock: head },
          })
          .catch((error: unknown) => {
            if (!(error instanceof ResponseBodyTooLargeError)) throw error;
            log.warn({ chainId: chain.id, fromBlock, head }, 'too many transfers, some are not pushed');
            return [];
          }),
      ),
    );
    return logs.filter((log) => {
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
async function isOwn({ chain, platform }: MoneyScope, hash: Hash, account: Address): Promise<boolean> {
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
