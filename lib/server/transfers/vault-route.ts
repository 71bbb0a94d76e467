import 'server-only';
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  parseEventLogs,
  toFunctionSelector,
} from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { answerOrNull } from '@/lib/evm/answer-or-null';
import { VAULT_DOMAIN, vaultTransferDigest } from '@/lib/evm/vault-transfer';
import { type ServerChain, withNode, withUntrustedReads } from '../chain/node';
import { findContract } from './listed-token';
import { type Executed, type Route, readEvents, type SignedTransfer, simulationGas } from './route';

const NO_REFUSAL = '0x00000000';

/** Names of the vault's errors by their selectors. */
const errorNames = new Map<Hex, string>(
  vaultAbi.flatMap((item) =>
    item.type === 'error'
      ? [
          [
            toFunctionSelector({ ...item, type: 'function', outputs: [], stateMutability: 'view' }),
            item.name,
          ] as const,
        ]
      : [],
  ),
);

const refusalName = (selector: Hex): string => errorNames.get(selector) ?? selector;

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
  const found = new Map<Hex, Executed>();
  const [first] = batch;
  if (!first) return found;
  const logs = await readEvents(chain, batch, range, (node, from, part) =>
    node.getContractEvents({
      ...{ address: first.contract, abi: vaultAbi, eventName: 'Transferred', args: { from }, strict: true },
      ...part,
    }),
  );
  for (const { args, transactionHash, blockNumber, blockHash } of logs)
    found.set(args.digest, { txHash: transactionHash, blockNumber, blockHash });
  return found;
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
  const event = (await findExecuted(chain, [row], range)).get(id);
  if (event) return { kind: 'executed', ...event };
  const canceled = await readEvents(chain, [row], range, (node, owners, part) =>
    node.getContractEvents({
      ...{ address, abi: vaultAbi, eventName: 'NonceCanceled', args: { owner: owners }, strict: true },
      ...part,
    }),
  );
  if (canceled.some(({ args }) => args.nonce === nonce)) return { kind: 'canceled' };
  return { kind: 'replaced' };
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
