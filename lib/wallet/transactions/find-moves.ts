import { type Client, erc20Abi, type Hash, isAddressEqual } from 'viem';
import { getTransactionCount } from 'viem/actions';
import type { Config } from 'wagmi';
import { getContractEvents } from 'wagmi/actions';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { findSwaps } from '@/lib/wallet/swap/find-swaps';
import type { Asked } from './attempts';
import { findByNonce } from './transaction-end';

/** Maximum number of the account's transactions to check. A wallet sends only a few within half an hour. */
const MAX_LOOKED = 10;

/** Searches the account's transactions since the request, because native transfers emit no logs. */
async function findCoinTransfers(
  client: Client,
  { account, recipient, amountRaw, fromBlock }: Asked,
): Promise<Hash[]> {
  const [first, next] = await Promise.all([
    getTransactionCount(client, { address: account, blockNumber: BigInt(fromBlock) }),
    getTransactionCount(client, { address: account }),
  ]);
  const nonces = Array.from({ length: Math.min(next - first, MAX_LOOKED) }, (_, index) => first + index);
  const sent = await Promise.all(nonces.map((nonce) => findByNonce(client, account, nonce)));
  return sent.flatMap((found) =>
    found?.to &&
    recipient &&
    isAddressEqual(found.to, recipient) &&
    found.value === BigInt(amountRaw) &&
    found.input === '0x'
      ? found.hash
      : [],
  );
}

/** Finds the transactions that match a requested payment. @throws if the RPC request fails. */
async function findPayments(config: Config, attempt: Asked): Promise<Hash[]> {
  const { chainId, account, token = NATIVE_TOKEN, recipient, amountRaw, fromBlock } = attempt;
  if (token === NATIVE_TOKEN) return findCoinTransfers(config.getClient({ chainId }), attempt);
  const moves = await getContractEvents(config, {
    chainId,
    address: token,
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { from: account, ...(recipient ? { to: recipient } : {}) },
    fromBlock: BigInt(fromBlock),
  });
  return moves
    .filter(({ args }) => args.value === BigInt(amountRaw))
    .map(({ transactionHash }) => transactionHash);
}

/** Reads the contract events that match the account and the kind of transaction. */
async function readMoves(config: Config, { kind, chainId, contract, account, recipient, fromBlock }: Asked) {
  const log = { chainId, address: contract, fromBlock: BigInt(fromBlock) };
  const args = { owner: account };
  switch (kind) {
    case 'contribute':
      return getContractEvents(config, { ...log, abi: presaleAbi, eventName: 'Contributed', args });
    case 'pledge':
      return getContractEvents(config, { ...log, abi: pledgeAbi, eventName: 'Pledged', args });
    case 'stake':
      return getContractEvents(config, { ...log, abi: stakingPoolAbi, eventName: 'Staked', args });
    case 'unstake':
      return getContractEvents(config, { ...log, abi: stakingPoolAbi, eventName: 'Unstaked', args });
    case 'deposit':
      return getContractEvents(config, { ...log, abi: vaultAbi, eventName: 'Deposited', args });
    case 'withdraw':
      return getContractEvents(config, {
        ...log,
        abi: vaultAbi,
        eventName: 'Withdrawn',
        args: { ...args, to: recipient },
      });
    default:
      return [];
  }
}

/** Finds the transactions that match a wallet request. @throws if the RPC request fails. */
export async function findMoves(config: Config, asked: Asked): Promise<Hash[]> {
  if (asked.kind === 'swap') return findSwaps(config, asked);
  if (asked.kind === 'send') return findPayments(config, asked);
  const moves = await readMoves(config, asked);
  return moves
    .filter(({ args }) => args.amount === BigInt(asked.amountRaw))
    .map(({ transactionHash }) => transactionHash);
}
