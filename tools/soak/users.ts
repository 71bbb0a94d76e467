import { setTimeout as delay } from 'node:timers/promises';
import { type Hex, keccak256, type LocalAccount, parseEther, parseEventLogs, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { loginResult, nonceResult } from '@/lib/api/schemas/user';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { signInMessage } from '@/lib/session/sign-in-message';
import { senderOn } from '@/tests/support/api-deposit';
import type { TestChain } from '@/tests/support/plain-chains';
import type { Answer, LoadClient } from './load-client';

const envelope = z.object({ data: z.unknown() });
/** Parses the data of an API answer. */
export const dataOf = <Schema extends z.ZodType>(schema: Schema, { body }: Answer): z.output<Schema> =>
  schema.parse(envelope.parse(JSON.parse(body)).data);

/** Signs in, and returns the session token, or null if a call failed. */
export async function signIn(
  client: LoadClient,
  account: LocalAccount,
  chainId: number,
): Promise<string | null> {
  const form = { address: account.address, chainId: String(chainId) };
  const nonce = await client.call('POST /user/generateNonce', '/api/user/generateNonce', { form });
  if (nonce?.status !== 200) return null;
  const message = signInMessage(dataOf(nonceResult, nonce), { address: account.address, chainId });
  const signature = await account.signMessage({ message });
  const signIn = await client.call('POST /user/login', '/api/user/login', { form: { message, signature } });
  return signIn?.status === 200 ? dataOf(loginResult, signIn).token : null;
}

const RETRY_MS = 1_000;
const BASE_UNITS = 10n ** 12n;

/** A deposit that the API has confirmed with 200. */
export type Acknowledged = { chainId: number; txHash: Hex };
type Pace = { minMs: number; maxMs: number };

/**
 * A signed-in user with a wallet of their own, who deposits, has deposits credited through the API, reads the activity,
 * and withdraws.
 */
export class LoadUser {
  readonly account: LocalAccount;
  readonly acknowledged: Acknowledged[] = [];
  /** Transactions that the node refused or lost, which only a fault of the chain may cause. */
  failedTransactions = 0;
  #token: string | null = null;

  constructor(
    private readonly client: LoadClient,
    private readonly chain: TestChain,
    private readonly number: number,
    private readonly signal: AbortSignal,
  ) {
    this.account = privateKeyToAccount(keccak256(toHex(`user ${number} under load`)));
  }

  /** Gives the account native currency to deposit. */
  fund(): Promise<void> {
    return this.chain.client.setBalance({ address: this.account.address, value: parseEther('1000') });
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.signal }).catch(() => undefined);
  }

  async #session(): Promise<string | null> {
    this.#token ??= await signIn(this.client, this.account, this.chain.id);
    return this.#token;
  }

  /** Verifies a deposit until the API credits it, or until the load stops. Returns whether it was credited. */
  async verify(txHash: Hex): Promise<boolean> {
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const token = await this.#session();
      const form = { chainId: String(this.chain.id), txHash };
      const answer =
        token && (await this.client.call('POST /deposit/verifyTx', '/api/deposit/verifyTx', { form, token }));
      if (answer && answer.status === 200) {
        this.acknowledged.push({ chainId: this.chain.id, txHash });
        return true;
      }
      if (answer && answer.status === 401) this.#token = null;
      // Such a transaction is not on the chain any more: the chain was rewound.
      if (this.signal.aborted && attempt > 2) return false;
      await delay(RETRY_MS);
    }
    return false;
  }

  /** Sends a transaction to the vault and waits until it is mined. Returns null if the chain failed. */
  async #send(functionName: 'depositNative' | 'withdraw', amount: bigint): Promise<Hex | null> {
    const sender = senderOn(this.chain, this.account);
    const vault = { address: this.chain.vault, abi: vaultAbi } as const;
    try {
      const hash =
        functionName === 'depositNative'
          ? await sender.writeContract({ ...vault, functionName, value: amount })
          : await sender.writeContract({
              ...vault,
              functionName,
              args: [NATIVE_TOKEN, amount, this.account.address, 0n],
            });
      const { status, logs } = await sender.waitForTransactionReceipt({
        hash,
        pollingInterval: 500,
        timeout: 30_000,
      });
      const events = parseEventLogs({ abi: vaultAbi, logs });
      if (status !== 'success' || events.length === 0) throw new Error(`${hash} was not executed`);
      return hash;
    } catch {
      this.failedTransactions += 1;
      return null;
    }
  }

  /** Runs until the load stops. */
  async run({ minMs, maxMs }: Pace): Promise<void> {
    const spread = () => minMs + Math.random() * (maxMs - minMs);
    await this.#pause(Math.random() * maxMs);
    for (let round = 0; !this.signal.aborted; round += 1) {
      const amount = BASE_UNITS + BigInt(this.number * 1_000 + round);
      const txHash = (await this.#session()) && (await this.#send('depositNative', amount));
      if (txHash && (await this.verify(txHash))) {
        const token = await this.#session();
        if (token)
          await this.client.call('GET /wallet/activity', '/api/wallet/activity?pageNum=1&pageSize=20', {
            token,
          });
        if (round % 3 === 2) await this.#send('withdraw', amount);
      }
      await this.#pause(spread());
    }
  }
}
