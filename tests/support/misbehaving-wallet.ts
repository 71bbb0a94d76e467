import {
  type Address,
  createPublicClient,
  type Hash,
  type Hex,
  keccak256,
  numberToHex,
  parseGwei,
  toHex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { anvilHttp } from '@/scripts/launcher/chains/anvil-client';
import type { WalletMethods } from './own-chain';
import { walletError } from './scripted-wallet';

/** A transaction as a page requests it (`eth_sendTransaction`). */
type Asked = { to: Address; data?: Hex; value?: Hex; nonce?: Hex; gas?: Hex; maxFeePerGas?: Hex };

/** Changes that a wallet makes to a requested transaction before it signs it. */
export type Change = { to?: Address; data?: Hex; value?: bigint; nonce?: number; maxFeePerGas?: bigint };

/** What a wallet does with a request: it returns its answer, or throws its error. */
export type Behavior = (wallet: MisbehavingWallet, asked: Asked) => unknown;

/** A hash that no node knows. */
const unknownHash = (): Hash => keccak256(generatePrivateKey());

/**
 * A wallet with its own key, which signs transactions and publishes them to a node by itself. `behavior` says what it does
 * with a request, and what it answers.
 */
export class MisbehavingWallet {
  readonly account = privateKeyToAccount(generatePrivateKey());
  /** Hashes of the published transactions, in order. */
  readonly published: Hash[] = [];
  /** Number of requests to send a transaction. */
  requests = 0;
  behavior: Behavior = (wallet, asked) => wallet.publish(asked);
  /** A transaction of another account, which the node has. */
  foreignHash: Hash = '0x';
  private readonly held: Hex[] = [];
  private posting: Promise<unknown> = Promise.resolve();
  private readonly client;

  constructor(
    private readonly chainId: number,
    rpcUrl: string,
  ) {
    this.client = createPublicClient({ transport: anvilHttp(rpcUrl) });
  }

  get address(): Address {
    return this.account.address;
  }

  /** The methods that the wallet handles itself, for `connectOwnChain`. */
  readonly methods: WalletMethods = {
    eth_sendTransaction: ([asked]) => {
      this.requests += 1;
      return this.behavior(this, asked as Asked);
    },
    eth_signTypedData_v4: ([, data]) => this.account.signTypedData(JSON.parse(String(data))),
  };

  private async sign(asked: Asked, change: Change): Promise<Hex> {
    const { address } = this;
    const next = await this.client.getTransactionCount({ address, blockTag: 'pending' });
    const maxFeePerGas = BigInt(asked.maxFeePerGas ?? parseGwei('40'));
    return this.account.signTransaction({
      ...{ chainId: this.chainId, type: 'eip1559', to: asked.to, data: asked.data ?? '0x' },
      ...{ value: BigInt(asked.value ?? 0), gas: BigInt(asked.gas ?? 1_000_000) },
      nonce: asked.nonce === undefined ? next : Number(asked.nonce),
      ...{ maxFeePerGas, maxPriorityFeePerGas: change.maxFeePerGas ?? maxFeePerGas },
      ...change,
    });
  }

  private async post(serializedTransaction: Hex): Promise<Hash> {
    const hash = await this.client.sendRawTransaction({ serializedTransaction });
    this.published.push(hash);
    // While anvil mines it, a transaction is neither pending nor mined for a moment.
    if (await this.client.request({ method: 'anvil_getAutomine' as never }))
      await this.client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
    return hash;
  }

  /** Signs and publishes a transaction, and returns its hash. */
  publish = (asked: Asked, change: Change = {}): Promise<Hash> => {
    const posted = this.sign(asked, change).then((signed) => this.post(signed));
    this.posting = posted;
    return posted;
  };

  /** Resolves when the latest transaction is published. */
  settled = () => this.posting;

  /** Signs a transaction, but keeps it until `release`, as a private relay does. */
  async hold(asked: Asked): Promise<void> {
    this.held.push(await this.sign(asked, {}));
  }

  /** Publishes the held transactions. */
  async release(): Promise<void> {
    for (const signed of this.held.splice(0)) await this.post(signed);
  }

  /** Returns the account's next nonce, which ignores the one that a page requested. */
  nextNonce = (): Promise<number> =>
    this.client.getTransactionCount({ address: this.address, blockTag: 'pending' });
}

/** A way in which a wallet misbehaves when it is asked to send a transaction. */
export type Misbehavior = {
  name: string;
  /** Whether it publishes the requested transaction: at once, when the test releases it, or never. */
  sends: 'now' | 'later' | 'never';
  /** What it answers: a hash, that it sent nothing, something unclear, or nothing at all. */
  says: 'hash' | 'no' | 'unclear' | 'nothing';
  act: Behavior;
};

const fails =
  (error: unknown): Behavior =>
  () => {
    throw error;
  };
const answers =
  (answer: unknown): Behavior =>
  () =>
    answer;

/** Publishes the requested transaction, and then does something else. */
const thenDoes =
  (act: Behavior): Behavior =>
  async (wallet, asked) => {
    await wallet.publish(asked);
    return act(wallet, asked);
  };

/** Returns a way to answer twice: the wallet has published the transaction, or it hasn't. */
const sentAndUnsent = (name: string, says: Misbehavior['says'], act: Behavior): Misbehavior[] => [
  { name: `${name}, having sent it`, sends: 'now', says, act: thenDoes(act) },
  { name: `${name}, and sends nothing`, sends: 'never', says, act },
];

const noHashes: [string, unknown][] = [
  ['null', null],
  ['nothing', undefined],
  ['empty data', '0x'],
  ['a number', 5],
  ['an object', { hash: `0x${'ab'.repeat(32)}` }],
  ['64 bytes', `0x${'ab'.repeat(64)}`],
];

/** Errors that don't say that nothing was sent (wallet-cases: "already known", "Internal JSON-RPC error.", …). */
const unclearErrors: [string, unknown][] = [
  ['"already known"', walletError(-32000, { message: 'already known' })],
  ['"nonce too low"', walletError(-32000, { message: 'nonce too low' })],
  [
    '"replacement transaction underpriced"',
    walletError(-32000, { message: 'replacement transaction underpriced' }),
  ],
  ['an internal error', walletError(-32603, { message: 'Internal JSON-RPC error.' })],
  ['that it is disconnected', walletError(4900)],
  ['a plain text', 'something went wrong'],
  ['an error without a code', new Error('Failed to fetch')],
];

/** The user's rejection, in the places where wallets and their libraries put it. */
const rejections: [string, unknown][] = [
  ['with its code', walletError(4001)],
  ['inside of an internal error', walletError(-32603, { data: { originalError: { code: 4001 } } })],
  ['as the cause of an error', Object.assign(new Error('failed'), { cause: walletError(4001) })],
  [
    'on a Ledger',
    walletError(-32603, {
      message: 'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)',
    }),
  ],
];

/** The ways in which wallets answer a request to send a transaction, other than with the hash of what they sent. */
export const misbehaviors: readonly Misbehavior[] = [
  ...sentAndUnsent('returns a hash that no node knows', 'hash', unknownHash),
  {
    name: 'returns a hash that no node knows, and sends it later',
    ...{ sends: 'later', says: 'hash' },
    act: async (wallet, asked) => {
      await wallet.hold(asked);
      return unknownHash();
    },
  },
  {
    name: 'fails, and sends it later',
    ...{ sends: 'later', says: 'unclear' },
    act: async (wallet, asked) => {
      await wallet.hold(asked);
      throw walletError(-32603, { message: 'Internal JSON-RPC error.' });
    },
  },
  ...noHashes.flatMap(([what, answer]) => sentAndUnsent(`returns ${what}`, 'unclear', answers(answer))),
  ...unclearErrors.flatMap(([what, error]) => sentAndUnsent(`reports ${what}`, 'unclear', fails(error))),
  ...sentAndUnsent('never answers', 'nothing', () => new Promise(() => undefined)),
  ...rejections.flatMap(([where, error]) =>
    sentAndUnsent(`reports a rejection ${where}`, 'no', fails(error)),
  ),
  ...sentAndUnsent(
    'returns the hash of its earlier transaction',
    'hash',
    // The account's first transaction is older than every request.
    (wallet) => wallet.published.at(0),
  ),
  ...sentAndUnsent(
    "returns the hash of another account's transaction",
    'hash',
    (wallet) => wallet.foreignHash,
  ),
];

/** Appends bytes to a call's data, as some wallets do to mark their transactions. */
export const appendsBytes: Behavior = (wallet, asked) =>
  wallet.publish(asked, { data: `${asked.data ?? '0x'}${toHex('mark').slice(2)}` });

/** Lowers the last argument of a call, or the amount of a payment, by one base unit. */
export const lowers: Behavior = (wallet, asked) => {
  const { data, value = '0x0' } = asked;
  if (data === undefined) return wallet.publish(asked, { value: BigInt(value) - 1n });
  const last = BigInt(`0x${data.slice(-64)}`) - 1n;
  return wallet.publish(asked, {
    data: `${data.slice(0, -64)}${numberToHex(last, { size: 32 }).slice(2)}` as Hex,
  });
};

/** Sends a payment, or a call that names its recipient, to another one. */
export const redirects =
  (from: Address, to: Address): Behavior =>
  (wallet, asked) => {
    const { data } = asked;
    if (data === undefined) return wallet.publish(asked, { to });
    const named = (address: Address) => address.slice(2).toLowerCase();
    return wallet.publish(asked, { data: data.replaceAll(named(from), named(to)) as Hex });
  };

/** Takes the wallet's next nonce instead of the requested one, so that a replacement pays twice. */
export const ignoresNonce: Behavior = async (wallet, asked) =>
  wallet.publish(asked, { nonce: await wallet.nextNonce() });
