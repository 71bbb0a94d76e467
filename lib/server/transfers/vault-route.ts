import 'server-only';
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseEventLogs } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { answerOrNull } from '@/lib/evm/answer-or-null';
import { VAULT_DOMAIN, vaultTransferDigest } from '@/lib/evm/vault-transfer';
import { errorNamer } from '../chain/error-names';
import { type ServerChain, withNode, withUntrustedReads } from '../chain/node';
import { findContract } from './listed-token';
import { readEvents } from './read-events';
import { type Executed, type Route, type SignedTransfer, simulationGas } from './route';

const NO_REFUSAL = '0x00000000';

const refusalName = errorNamer(vaultAbi);

const encodeBatch = (batch: readonly SignedTransfer[]): Hex =>
  encodeFunctionData({
    abi: vaultAbi,
    functionName: 'transferBySignature',
    args: [
      batch.map(({ owner, to, token, amountRaw, nonce, deadline, signature }) => ({
        from: owner,
        to,
        token,
        amount: amountRaw,
        nonce,
        deadline: BigInt(deadline),
        signature,
      })),
    ],
  });

const simulateBatch = (chain: ServerChain, batch: readonly SignedTransfer[]): Promise<(string | null)[]> =>
  withUntrustedReads(chain, async (node) => {
    const { data } = await node.call({
      to: batch[0]?.contract,
      data: encodeBatch(batch),
      gas: simulationGas(batch),
    });
    const refusals = decodeFunctionResult({
      abi: vaultAbi,
      functionName: 'transferBySignature',
      data: data ?? '0x',
    });
    return refusals.map((selector) => (selector === NO_REFUSAL ? null : refusalName(selector)));
  });

const readOutcomes: Route['readOutcomes'] = ([first], logs) => {
  const own = logs.filter(({ address }) => address.toLowerCase() === first?.contract.toLowerCase());
  const refused = parseEventLogs({ abi: vaultAbi, eventName: 'TransferRefused', logs: own });
  return {
    executed: new Set(
      parseEventLogs({ abi: vaultAbi, eventName: 'Transferred', logs: own }).map(({ args }) => args.digest),
    ),
    refused: new Map(refused.map(({ args }) => [args.digest, refusalName(args.reason)])),
  };
};

const findExecuted: Route['findExecuted'] = async (chain, batch, range) => {
  const owners = batch.map(({ owner }) => owner);
  const { events, unread } = await readEvents(chain, owners, range, (node, from, part) =>
    node.getContractEvents({
      ...{ address: batch[0]?.contract, abi: vaultAbi, eventName: 'Transferred', args: { from } },
      ...{ strict: true, ...part },
    }),
  );
  const executed = events.map(
    ({ args, transactionHash: txHash, blockNumber, blockHash }): [Hex, Executed] => [
      args.digest,
      { txHash, blockNumber, blockHash },
    ],
  );
  return { executed: new Map(executed), unread };
};

const readEnd: Route['readEnd'] = async (chain, row, range) => {
  const { id, contract: address, owner, nonce } = row;
  const word = await withNode(chain, (node) =>
    node.readContract({
      ...{ address, abi: vaultAbi, functionName: 'nonceBitmap', args: [owner, nonce >> 8n] },
      blockNumber: range.toBlock,
    }),
  );
  if (((word >> (nonce & 0xffn)) & 1n) === 0n) return null;
  const { executed, unread } = await findExecuted(chain, [row], range);
  const event = executed.get(id);
  if (event) return { kind: 'executed', ...event };
  if (unread.has(owner)) throw unread.get(owner);
  const canceled = await readEvents(chain, [owner], range, (node, owners, part) =>
    node.getContractEvents({
      ...{ address, abi: vaultAbi, eventName: 'NonceCanceled', args: { owner: owners }, strict: true },
      ...part,
    }),
  );
  if (canceled.unread.has(owner)) throw canceled.unread.get(owner);
  return { kind: canceled.events.some(({ args }) => args.nonce === nonce) ? 'canceled' : 'replaced' };
};

/** Vaults that are known to support signed transfers, by chain and address. The code of a contract doesn't change. */
const supporting = new Set<string>();

/** Returns whether a vault supports signed transfers with the domain that wallets sign for. Older vaults don't. */
async function isSupported(chain: ServerChain, vault: Address): Promise<boolean> {
  const key = `${chain.id} ${vault}`;
  if (supporting.has(key)) return true;
  const domain = await withNode(chain, (node) =>
    answerOrNull(node.readContract({ address: vault, abi: vaultAbi, functionName: 'eip712Domain' })),
  );
  if (domain === null) return false;
  const [, name, version, chainId, verifyingContract] = domain;
  const isOurs =
    name === VAULT_DOMAIN.name &&
    version === VAULT_DOMAIN.version &&
    chainId === BigInt(chain.id) &&
    verifyingContract.toLowerCase() === vault.toLowerCase();
  if (isOurs) supporting.add(key);
  return isOurs;
}

/** Transfers between vault balances, of every token and of the native currency. */
export const vaultRoute: Route = {
  findDomain: async (chain) => {
    const vault = await findContract(chain.id, 'vault_contract');
    if (!vault || !(await isSupported(chain, vault))) return null;
    return { ...VAULT_DOMAIN, chainId: chain.id, verifyingContract: vault };
  },
  digestOf: ({ chainId, verifyingContract }, { owner, to, token, amountRaw, nonce, deadline }) =>
    vaultTransferDigest(chainId, verifyingContract, {
      from: owner,
      to,
      token,
      amount: amountRaw,
      nonce,
      deadline: BigInt(deadline),
    }),
  proofOf: async (_chain, _owner, hasKey) => (hasKey ? 'key' : 'contract'),
  findTarget: async (_chain, vault) => vault,
  encodeBatch,
  simulateBatch,
  readOutcomes,
  findExecuted,
  readEnd,
};
