import type { BrowserContext, Page } from '@playwright/test';
import {
  createWalletClient,
  type Hex,
  hexToString,
  isHex,
  numberToHex,
  publicActions,
  type RpcTransactionRequest,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { anvilHttp } from '@/scripts/launcher/chains/anvil-client';
import { RpcFailure } from './chain-plans';
import { readChains } from './e2e-site';

type Answer = { result: unknown } | { error: { code: number; message: string; data?: unknown } };
type Request = { method: string; params?: readonly unknown[] };

/** What a wallet does instead of a request. `perform` does what was asked, or the same with other parameters. */
type Misbehavior = (asked: {
  params: readonly unknown[];
  perform: (changed?: readonly unknown[]) => Promise<unknown>;
}) => unknown;

/** How a held request ends: with an answer, or dropped, as if the page that sent the request had closed. */
type HeldOutcome = 'answer' | 'drop';
type Held = {
  after: number;
  released: Promise<HeldOutcome>;
  arrive: () => void;
  arrived: Promise<void>;
};

/**
 * A wallet that works like a browser extension. It is announced through EIP-6963, has an EIP-1193 provider, and keeps
 * its keys outside the page (here in Node). Tests set which requests it rejects or holds.
 */
export class InjectedWallet {
  readonly requests: string[] = [];
  /** Tokens that the wallet was asked to add (EIP-747), with their chain IDs. */
  readonly watched: { chainId: number; asset: unknown }[] = [];
  private readonly rejected = new Map<string, number>();
  private readonly held = new Map<string, Held>();
  private readonly misbehaviors = new Map<string, { act: Misbehavior; times: number }>();
  private readonly late = new Map<string, { after: number; released: Promise<void> }>();
  /** The chain that the wallet really uses, if it differs from the one that it reports. */
  trueChainId: number | null = null;
  private connected = false;
  private locked = false;
  private leavesGap = false;
  private readonly chains;

  constructor(
    private key: Hex = generatePrivateKey(),
    public chainId = 31337,
    dataDir?: string,
  ) {
    this.chains = readChains(dataDir).chains;
  }

  get account() {
    return privateKeyToAccount(this.key);
  }

  /** The address that pages see. */
  get address() {
    return this.account.address;
  }

  rejectNext(method: string, code = 4001) {
    this.rejected.set(method, code);
  }

  count(method: string): number {
    return this.requests.filter((requested) => requested === method).length;
  }

  /** Holds requests for a method, except for the first `after`, until the returned function is called. */
  hold(method: string, after = 0): (outcome: HeldOutcome) => void {
    let release = (_outcome: HeldOutcome) => {};
    const released = new Promise<HeldOutcome>((resolve) => {
      release = resolve;
    });
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    this.held.set(method, { after, released, arrive, arrived });
    return (outcome) => {
      this.held.delete(method);
      release(outcome);
    };
  }

  /**
   * Executes a method's requests immediately, but holds the responses, except for the first `after`, until the returned
   * function is called.
   */
  answerLate(method: string, after = 0): () => void {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.late.set(method, { after, released });
    return release;
  }

  /** Does something else instead of a method's next requests: its result is the answer, and its error the refusal. */
  misbehave(method: string, act: Misbehavior, times = 1) {
    this.misbehaviors.set(method, { act, times });
  }

  /** Resolves when a held request has reached the wallet. The page shows its message about the prompt before that. */
  async hasAsked(method: string): Promise<void> {
    const held = this.held.get(method);
    if (!held) throw new Error(`${method} is not held`);
    await held.arrived;
  }

  /**
   * Makes the next transaction stay pending by giving it a nonce that is one too high. The returned function sends the
   * missing transaction. Other accounts are not affected.
   */
  leaveGap(): () => Promise<void> {
    this.leavesGap = true;
    return async () => {
      const client = this.client().extend(publicActions);
      const { address } = this.account;
      const nonce = await client.getTransactionCount({ address });
      const hash = await client.sendTransaction({ chain: null, to: address, nonce });
      await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
    };
  }

  /**
   * Adds the wallet to every page of a context: announced under a name (EIP-6963), announced only when a test calls
   * `arrive`, or only as `window.ethereum`.
   */
  async install(
    context: BrowserContext,
    name: string | { late: string } | { legacy: true } = 'Harbour Wallet',
  ) {
    await context.exposeBinding('harbourRequest', (_source, request: Request) => this.answer(request));
    await context.addInitScript((walletName) => {
      const listeners = new Map<string, Set<(value: unknown) => void>>();
      const page = window as unknown as {
        harbourRequest: (
          request: unknown,
        ) => Promise<{ result: unknown } | { error: { code: number; message: string; data?: unknown } }>;
        harbourEmit: (event: string, value: unknown) => void;
        harbourArrive: () => void;
      };
      page.harbourEmit = (event, value) => {
        for (const listener of listeners.get(event) ?? []) listener(value);
      };
      const provider = {
        async request(request: unknown) {
          const answer = await page.harbourRequest(request);
          if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
          return answer.result;
        },
        on: (event: string, listener: (value: unknown) => void) =>
          listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
        removeListener: (event: string, listener: (value: unknown) => void) =>
          listeners.get(event)?.delete(listener),
      };
      if (typeof walletName !== 'string' && 'legacy' in walletName) {
        Object.assign(window, { ethereum: provider });
        return;
      }
      const isStale = typeof walletName !== 'string';
      const info = {
        uuid: '6f8b1c1e-54f2-4a3b-9a53-0c7f6f0f8b11',
        name: isStale ? walletName.late : walletName,
        icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
        rdns: 'test.harbour',
      };
      const announce = () =>
        window.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
        );
      page.harbourArrive = () => {
        window.addEventListener('eip6963:requestProvider', announce);
        announce();
      };
      if (!isStale) page.harbourArrive();
    }, name);
  }

  /** Announces a wallet that was installed as late. */
  async arrive(page: Page) {
    await page.evaluate(() => (window as unknown as { harbourArrive: () => void }).harbourArrive());
  }

  /** Locks the wallet while no page of the site is open, so that it shares no account. */
  lock() {
    this.locked = true;
  }

  /** Unlocks the wallet, as a user does in an extension. */
  async unlock(page: Page) {
    this.locked = false;
    await this.emit(page, 'accountsChanged', [this.address]);
  }

  /** Selects another account while no page of the site is open. */
  switchAccount(key: Hex = generatePrivateKey()) {
    this.key = key;
  }

  /** Switches the page to another account, as a user does in an extension. */
  async changeAccount(page: Page, key: Hex = generatePrivateKey()) {
    this.key = key;
    await this.emit(page, 'accountsChanged', [this.address]);
  }

  async emit(page: Page, event: string, value: unknown) {
    await page.evaluate(
      ([name, detail]) =>
        (window as unknown as { harbourEmit: (event: unknown, value: unknown) => void }).harbourEmit(
          name,
          detail,
        ),
      [event, value] as const,
    );
  }

  private async answer({ method, params = [] }: Request): Promise<Answer> {
    this.requests.push(method);
    try {
      const held = this.held.get(method);
      const isHeld = held && this.count(method) > held.after;
      if (isHeld) held.arrive();
      const outcome = isHeld ? await held.released : 'answer';
      if (outcome === 'drop') throw new RpcFailure(4001, 'User rejected the request.');
      const code = this.rejected.get(method);
      if (code !== undefined) {
        this.rejected.delete(method);
        throw new RpcFailure(code, 'User rejected the request.');
      }
      const late = this.late.get(method);
      const isStale = late && this.count(method) > late.after;
      const result = await this.act(method, params);
      if (isStale) await late.released;
      return { result };
    } catch (error) {
      const { code, data } = error instanceof RpcFailure ? error : { code: -32603, data: undefined };
      return { error: { code, message: error instanceof Error ? error.message : String(error), data } };
    }
  }

  private async act(method: string, params: readonly unknown[]): Promise<unknown> {
    const perform = (changed = params) => this.perform(method, changed);
    const planned = this.misbehaviors.get(method);
    if (!planned || planned.times === 0) return perform();
    planned.times -= 1;
    return planned.act({ params, perform });
  }

  protected rpcUrl() {
    const chain = this.chains.find(({ id }) => id === (this.trueChainId ?? this.chainId));
    if (!chain) throw new RpcFailure(4901, 'chain disconnected');
    return chain.rpcUrl;
  }

  protected client() {
    return createWalletClient({ account: this.account, transport: anvilHttp(this.rpcUrl()) });
  }

  /** Returns the nonce that a page requested, or the account's next nonce. */
  private async nextNonce(asked: Hex | undefined): Promise<number> {
    if (asked !== undefined) return Number(asked);
    const next = await this.client().extend(publicActions).getTransactionCount({
      address: this.account.address,
      blockTag: 'pending',
    });
    const gap = this.leavesGap ? 1 : 0;
    this.leavesGap = false;
    return next + gap;
  }

  protected async perform(method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        this.connected = true;
        return [this.address];
      case 'eth_accounts':
        return this.connected && !this.locked ? [this.address] : [];
      case 'wallet_revokePermissions':
        this.connected = false;
        return null;
      case 'eth_chainId':
        return numberToHex(this.chainId);
      case 'wallet_switchEthereumChain': {
        const chainId = Number((params[0] as { chainId: string }).chainId);
        if (!this.chains.some(({ id }) => id === chainId)) throw new RpcFailure(4902, 'Unrecognized chain');
        this.chainId = chainId;
        return null;
      }
      case 'wallet_watchAsset':
        this.watched.push({ chainId: this.chainId, asset: params });
        return true;
      case 'personal_sign': {
        const data = String(params[0]);
        return this.account.signMessage({ message: isHex(data) ? hexToString(data) : data });
      }
      case 'eth_signTypedData_v4':
        return this.account.signTypedData(JSON.parse(String(params[1])));
      case 'eth_sendTransaction': {
        const { to, data, value, nonce, gas, ...fees } = params[0] as RpcTransactionRequest;
        const { maxFeePerGas, maxPriorityFeePerGas } = fees;
        // Set the gas limit, so that a transaction that will revert is sent anyway, as wallets allow.
        return this.client().sendTransaction({
          chain: null,
          nonce: await this.nextNonce(nonce),
          to: to ?? null,
          data: data ?? '0x',
          value: BigInt(value ?? 0),
          gas: BigInt(gas ?? 1_000_000),
          ...(maxFeePerGas && maxPriorityFeePerGas
            ? {
                maxFeePerGas: BigInt(maxFeePerGas),
                maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
              }
            : {}),
        });
      }
      case 'wallet_getCapabilities':
      case 'wallet_sendCalls':
      case 'wallet_getCallsStatus':
        throw new RpcFailure(4200, 'The wallet does not know this method.');
      default:
        return anvilHttp(this.rpcUrl())({}).request({ method, params });
    }
  }
}
