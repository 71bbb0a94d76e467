import { type Address, type Hex, type LocalAccount, numberToHex } from 'viem';
import { POST as cancel } from '@/app/api/transfer/cancel/route';
import { POST as quote } from '@/app/api/transfer/quote/route';
import { POST as send } from '@/app/api/transfer/send/route';
import { GET as status } from '@/app/api/transfer/status/route';
import { transferJob, transferJobs, transferQuote } from '@/lib/api/schemas/transfer';
import type {
  TransferCancelRequest,
  TransferJob,
  TransferQuote,
  TransferQuoteRequest,
  TransferRequest,
} from '@/lib/api/types';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { type VaultTransfer, vaultTransferDigest, vaultTransferMessage } from '@/lib/evm/vault-transfer';
import { callRoute } from './api-call';
import type { TestChain } from './plain-chains';
import { until } from './until';

export type SignedVaultTransfer = VaultTransfer & { signature: Hex; id: Hex };

let nonces = 0n;

/** Signs a transfer between vault balances, by default of the native currency and valid for 20 minutes. */
export async function signTransfer(
  chain: TestChain,
  signer: LocalAccount,
  transfer: Partial<VaultTransfer> & Pick<VaultTransfer, 'to' | 'amount'>,
): Promise<SignedVaultTransfer> {
  const { timestamp } = await chain.client.getBlock();
  const now = BigInt(Math.floor(Date.now() / 1_000));
  const message: VaultTransfer = {
    from: signer.address,
    token: NATIVE_TOKEN,
    nonce: nonces++,
    deadline: (timestamp > now ? timestamp : now) + 1_200n,
    ...transfer,
  };
  return {
    ...message,
    id: vaultTransferDigest(chain.id, chain.vault, message),
    signature: await signer.signTypedData(vaultTransferMessage(chain.id, chain.vault, message)),
  };
}

/** Returns the body of the call that queues a signed transfer. */
export const transferRequest = (
  { id: chainId }: Pick<TestChain, 'id'>,
  { token, to, amount, nonce, deadline, signature }: SignedVaultTransfer,
): TransferRequest => ({
  chainId,
  route: 'vault',
  token,
  to,
  amountRaw: String(amount),
  nonce: String(nonce),
  deadline: Number(deadline),
  signature,
});

/** Sends a signed transfer to the API, and returns the envelope. */
export const sendTransfer = (chain: TestChain, token: string, signed: SignedVaultTransfer) =>
  callRoute(send, { token, json: true, body: transferRequest(chain, signed) });

/** Sends a signed transfer to the API, which must accept it, and returns its job. */
export async function queueTransfer(
  chain: TestChain,
  token: string,
  signed: SignedVaultTransfer,
): Promise<TransferJob> {
  const { code, data, msg } = await sendTransfer(chain, token, signed);
  if (code !== 200) throw new Error(`${msg} ${JSON.stringify(data)}`);
  return transferJob.parse(data);
}

export async function jobOf(token: string, id: Hex): Promise<TransferJob> {
  const { data } = await callRoute(status, { token, query: { id } });
  const [job] = transferJobs.parse(data).jobs;
  if (!job) throw new Error('no job');
  return job;
}

/** Waits until a job has a state. */
export const reaches = (
  token: string,
  id: Hex,
  state: TransferJob['state'],
  deadlineMs?: number,
): Promise<TransferJob> =>
  until(
    async () => {
      const job = await jobOf(token, id);
      return job.state === state && job;
    },
    `${id} is ${state}`,
    deadlineMs,
  );

export const cancelTransfer = async (token: string, id: Hex) =>
  transferJob.parse((await callRoute(cancel, { token, body: { id } satisfies TransferCancelRequest })).data);

export async function quoteOf(
  chain: TestChain,
  token: string,
  { coinId = 1, to, amount = 1n }: { coinId?: number; to: Address; amount?: bigint },
): Promise<TransferQuote> {
  const body: TransferQuoteRequest = { chainId: chain.id, coinId, to, amountRaw: String(amount) };
  return transferQuote.parse((await callRoute(quote, { token, body })).data);
}

/** Waits until the API offers transfers without a fee on a chain. */
export const offersTransfers = (chain: TestChain, token: string, to: Address) =>
  until(async () => (await quoteOf(chain, token, { to })).routes[0]?.isAvailable, 'a relayer that runs');

/** Returns an account's vault balance, in base units. */
export const vaultBalanceOf = (
  { client, vault }: TestChain,
  account: Address,
  token: Address = NATIVE_TOKEN,
): Promise<bigint> =>
  client.readContract({ address: vault, abi: vaultAbi, functionName: 'balanceOf', args: [account, token] });

/** Returns the `Transferred` events with the digests of signed transfers, as many times as they are on the chain. */
export async function executedOn({ client, vault }: TestChain): Promise<Hex[]> {
  const logs = await client.getContractEvents({
    address: vault,
    abi: vaultAbi,
    eventName: 'Transferred',
    fromBlock: 0n,
    strict: true,
  });
  return logs.map(({ args }) => args.digest);
}

/** Sets the base fee of the next block, in base units. */
export const setBaseFee = ({ client }: TestChain, fee: bigint) =>
  client.request<{ Method: 'anvil_setNextBlockBaseFeePerGas'; Parameters: [Hex]; ReturnType: null }>({
    method: 'anvil_setNextBlockBaseFeePerGas',
    params: [numberToHex(fee)],
  });
