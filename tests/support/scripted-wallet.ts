import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers';
import { type Address, type EIP1193Provider, getAddress, isHex } from 'viem';

export const [FIRST, SECOND] = [getAddress(`0x${'1'.repeat(40)}`), getAddress(`0x${'2'.repeat(40)}`)];

/** A request of a scripted wallet that waits for the test's answer. */
type OpenRequest = { answer: (value: unknown) => void; refuse: (error: unknown) => void };

/** Answers a wallet's requests by method. */
export type WalletScript = Record<string, (params: readonly unknown[]) => unknown>;

/** An error as wallets throw it: a plain error with a code. */
export const walletError = (code: number, rest: object = {}) =>
  Object.assign(new Error('wallet error'), { code, ...rest });

/**
 * A wallet (EIP-1193) whose answers a test writes. `script` overrides what it does by itself: it shares FIRST, reports
 * `chainId`, and answers null to everything else.
 */
export class ScriptedWallet {
  readonly asked: string[] = [];
  readonly events = new EventEmitter();
  accounts: readonly Address[] = [FIRST];
  private readonly open = new Map<string, OpenRequest>();

  constructor(
    /** The network in any format that a wallet may report. */
    public chainId: unknown = '0x7a69',
    readonly script: WalletScript = {},
  ) {
    // Each connector, account and test listens.
    this.events.setMaxListeners(0);
  }

  readonly provider = {
    request: async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
      this.asked.push(method);
      const own = this.script[method];
      if (own) return own(params);
      if (method === 'eth_chainId') return this.chainId;
      return method === 'eth_accounts' || method === 'eth_requestAccounts' ? this.accounts : null;
    },
    on: (event: string, listener: (value: unknown) => void) => void this.events.on(event, listener),
    removeListener: (event: string, listener: (value: unknown) => void) =>
      void this.events.off(event, listener),
  } as unknown as EIP1193Provider;

  /** What the connect dialog lists for the wallet. */
  readonly entry = {
    id: 'test.harbour',
    name: 'Harbour',
    rdns: 'test.harbour',
    icon: null,
    provider: this.provider,
  };

  /** Emits an EIP-1193 event. */
  emit(event: string, value: unknown): void {
    this.events.emit(event, value);
  }

  /** Resolves when everything has run that the wallet's answers and events so far lead to at once. */
  settled(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  count(method: string): number {
    return this.asked.filter((asked) => asked === method).length;
  }

  /** Keeps the requests for a method open until the test answers or refuses the latest one. */
  hold(method: string): OpenRequest {
    this.script[method] = () =>
      new Promise((answer, refuse) => {
        this.open.set(method, { answer, refuse });
      });
    const latest = () => {
      const request = this.open.get(method);
      if (!request) throw new Error(`${method} was not asked`);
      return request;
    };
    return {
      answer: (value) => latest().answer(value),
      refuse: (error) => latest().refuse(error),
    };
  }

  /** Selects the network that a request names (EIP-3326). */
  selectChain(params: readonly unknown[]): null {
    const { chainId } = params[0] as { chainId: unknown };
    if (!isHex(chainId)) throw walletError(-32602);
    this.chainId = chainId;
    return null;
  }
}

/** A chain that the API lists. Its node can't be reached. */
export const listedChain = (id: number, name = 'Chain') => ({
  id,
  name,
  nativeSymbol: 'ETH',
  browserAddress: 'https://explorer.invalid/',
  browserTx: 'https://explorer.invalid/',
  rpcUrl: 'https://node.invalid',
  testnet: true,
});
