import { QueryClient } from '@tanstack/react-query';
import { type Address, erc20Abi, type Hash, parseEther, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { Config } from 'wagmi';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import { sendPlan } from '@/lib/wallet/transactions/send-plan';
import { trackEntry } from '@/lib/wallet/transactions/track-entry';
import { useDeclined, useLedger } from '@/lib/wallet/transactions/transaction-ledger';
import type { AnyCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';
import { anvilHttp } from '@/scripts/launcher/chains/anvil-client';
import { connectOwnChain, type OwnChain, type WalletMethods } from './own-chain';
import { sendTo } from './wallet-tokens';

export const usdt = (amount: string) => parseUnits(amount, 6);
export const recipient: Address = '0x00000000000000000000000000000000000000ff';
export const entries = () => useLedger.getState().entries;

/** Looks for all entries of the ledger on chain, as an open page does. */
export async function lookForAll(config: Config): Promise<void> {
  for (const { id } of entries()) await trackEntry(config, id);
}

/** A new account on a chain, which pays a recipient by a wallet that the test scripts. */
export class Payer {
  private readonly queries = new QueryClient();

  constructor(
    readonly chain: OwnChain,
    readonly address: Address = privateKeyToAddress(generatePrivateKey()),
  ) {}

  /** Gives the account 10 ETH and 100 tUSDT, and empties the ledger. */
  async start(): Promise<void> {
    localStorage.clear();
    useLedger.setState({ entries: [] });
    useDeclined.setState({ entries: [] });
    useUnreachableChains.setState({ chainIds: [] });
    const { client, addresses } = this.chain;
    await client.impersonateAccount({ address: this.address });
    await client.setBalance({ address: this.address, value: parseEther('10') });
    await sendTo(client, addresses.tUsdt, 'transfer', [this.address, usdt('100')]);
  }

  connect = (methods: WalletMethods, seen: OwnChain = this.chain) =>
    connectOwnChain(seen, this.address, undefined, undefined, methods);

  /** Returns the payment of an amount of tUSDT. */
  tokens(amount: bigint): TransactionPlan<AnyCall> {
    const { id, addresses } = this.chain;
    return {
      chainId: id,
      intent: {
        ...{ kind: 'send', coinId: 2, amountRaw: String(amount), decimals: 6, symbol: 'tUSDT' },
        ...{ recipient, token: addresses.tUsdt },
      },
      call: {
        ...{ address: addresses.tUsdt, abi: erc20Abi, functionName: 'transfer' },
        args: [recipient, amount],
      },
    };
  }

  /** Returns the payment of an amount of native currency. */
  coins = (amount: bigint): TransactionPlan<AnyCall> => ({
    chainId: this.chain.id,
    intent: {
      ...{ kind: 'send', coinId: 1, amountRaw: String(amount), decimals: 18, symbol: 'ETH' },
      ...{ recipient, token: NATIVE_TOKEN },
    },
    call: { address: recipient, value: amount },
  });

  /** Presses the button of a plan's review, which named some entries. */
  press = (config: Config, plan: TransactionPlan<AnyCall>, named: readonly Hash[] = []) =>
    sendPlan(config, this.queries, this.address, plan, {
      ...{ signal: new AbortController().signal, named },
      ...{ onStep: () => undefined, onRecorded: () => undefined },
    });

  /** Like `press`, for a plan that the wallet is asked for. Resolves to the entry's ID. */
  async send(config: Config, plan: TransactionPlan<AnyCall>, named: readonly Hash[] = []): Promise<Hash> {
    const sent = await this.press(config, plan, named);
    if (!sent || !('id' in sent)) throw new Error(`not sent: ${JSON.stringify(sent)}`);
    return sent.id;
  }

  /** Lets the node sign and publish a transaction, and returns its hash: once it's mined, unless the test mines by itself. */
  async publish(asked: unknown, part: object = {}): Promise<Hash> {
    const { client, rpcUrl } = this.chain;
    const transaction = { from: this.address, gas: '0xf4240', ...(asked as object), ...part };
    const hash: Hash = await anvilHttp(rpcUrl)({}).request({
      method: 'eth_sendTransaction',
      params: [transaction],
    });
    if (await client.getAutomine()) await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
    return hash;
  }

  /** Reads the recipient's native balance, in wei. */
  received = () => this.chain.client.getBalance({ address: recipient });
}
