import 'server-only';
import type { Address } from 'viem';
import { type Loop, startLoop } from '../../loop';
import { DEX_SOURCE, type PriceSettings } from '../../seed/price-settings';
import type { Quote } from '../combine';
import { parsePrice } from '../fixed-point';
import type { Health } from '../health';
import type { CrossRate, PegValues } from '../peg';
import { type DexChain, dexChains, dexTokens } from './dex-chains';
import { lastingReserves, type PoolTrack, track } from './pool-guard';
import { depthOf } from './pool-price';
import { type ChainValue, poolQuotes, rateOf } from './pool-quotes';
import { findPools, type Pool, type PoolState, readPools, readRouter } from './pools';
import { crossRates, type TrustedPool, valueChain } from './valuation';

const READ_INTERVAL_MS = 4_000;
const DISCOVERY_INTERVAL_MS = 60_000;
/** How long a chain with real value may have no new block before its node counts as stuck. */
const STUCK_MS = 120_000;

type Watched = { state: PoolState; track: PoolTrack };
/**
 * A chain's pools, which are all read in one call at `readAt`. The node has reported no block above `head` since
 * `headAt` (both times in ms, monotonic clock).
 */
type ChainView = {
  chain: DexChain;
  pools: Pool[];
  watched: ReadonlyMap<Address, Watched>;
  readAt: number;
  head: bigint;
  headAt: number;
  discoveredAt: number;
};

/** Reads prices from the Uniswap V2 pools of the configured chains. */
export class Dex {
  #views = new Map<number, ChainView>();
  #loop: Loop | null = null;

  constructor(
    private readonly settings: PriceSettings,
    private readonly health: Health,
  ) {}

  start(): void {
    this.#loop = startLoop(READ_INTERVAL_MS, () => this.read());
  }

  async stop(): Promise<void> {
    await this.#loop?.stop();
  }

  /** Reads every chain once. If a chain is unreachable, its last readings are kept until they are too old. */
  async read(): Promise<void> {
    const chains = await dexChains();
    for (const id of this.#views.keys()) if (!chains.some((chain) => chain.id === id)) this.#views.delete(id);
    await Promise.all(
      chains.map(async (chain) => {
        const name = `${DEX_SOURCE} on chain ${chain.id}`;
        try {
          await this.#readChain(chain);
          this.health.set(name, 'up');
        } catch (error) {
          this.health.set(name, 'down', error);
        }
      }),
    );
  }

  async #discover(chain: DexChain): Promise<ChainView> {
    const known = this.#views.get(chain.id);
    const isSame = known?.chain.router === chain.router && known.chain.serverRpcUrl === chain.serverRpcUrl;
    if (known && isSame && performance.now() - known.discoveredAt < DISCOVERY_INTERVAL_MS) return known;
    const { factory, weth } = await readRouter(chain);
    const tokens = await dexTokens(chain.id, weth, (symbol) => this.settings.coins[symbol]?.pegged ?? false);
    const pools = await findPools(chain, factory, tokens);
    const view = {
      chain,
      pools,
      watched: isSame ? known.watched : new Map<Address, Watched>(),
      readAt: isSame ? known.readAt : -Infinity,
      head: isSame ? known.head : -1n,
      headAt: isSame ? known.headAt : -Infinity,
      discoveredAt: performance.now(),
    };
    this.#views.set(chain.id, view);
    return view;
  }

  async #readChain(chain: DexChain): Promise<void> {
    const view = await this.#discover(chain);
    const states = view.pools.length > 0 ? await readPools(chain, view.pools) : [];
    const at = performance.now();
    const block = states[0]?.block;
    if (block !== undefined) {
      // Test chains may mine no blocks for hours, and may start again from the first block.
      if (block > view.head || chain.testnet) {
        view.head = block;
        view.headAt = at;
      }
      // The highest block was wrong, or the chain was rolled back. What was read up to there no longer counts.
      if (block < view.head && at - view.headAt > STUCK_MS)
        Object.assign(view, { watched: new Map(), head: block, headAt: at });
      if (at - view.headAt > STUCK_MS) throw new Error(`the node has reported no block above ${view.head}`);
      // Another node of the endpoint's pool lags behind.
      if (block < view.head) return;
    }
    // Drops pools that are no longer read, because they are empty or their token was removed.
    view.watched = new Map(
      states.map((state) => {
        const { address } = state.pool;
        const known = view.watched.get(address)?.track ?? null;
        const { reserve0, reserve1, block } = state;
        const reading = { rate: rateOf(state), reserve0, reserve1, block, at };
        const rules = { ...this.settings.dex, testnet: chain.testnet };
        return [address, { state, track: track(known, reading, rules) }];
      }),
    );
    view.readAt = at;
  }

  /** Returns the pools of a chain, or none if the last reading is too old. */
  #recent({ watched, readAt }: ChainView): Watched[] {
    return performance.now() - readAt > this.settings.maxAgeMs[DEX_SOURCE] ? [] : [...watched.values()];
  }

  /** Returns a chain's pools with a confirmed rate, and with the liquidity that has lasted. */
  #trusted(view: ChainView, isCounted: (track: PoolTrack) => boolean = () => true): TrustedPool[] {
    return this.#recent(view).flatMap(({ state, track }) => {
      const reserves = lastingReserves(track, state);
      if (!track.accepted || !reserves || !isCounted(track)) return [];
      return [{ chainId: view.chain.id, pool: state.pool, rate: track.accepted.rate, ...reserves }];
    });
  }

  get #minLiquidity(): bigint {
    return parsePrice(this.settings.dex.minLiquidityUsd) ?? 0n;
  }

  /** Returns the exchange rates between pegged coins, from the last accepted readings that aren't too old. */
  crossRates(): CrossRate[] {
    return [...this.#views.values()].flatMap((view) => crossRates(this.#trusted(view), this.#minLiquidity));
  }

  #valuesOf(view: ChainView, pegs: PegValues): ChainValue[] {
    const { maxDeviationBps } = this.settings;
    const rules = { minLiquidity: this.#minLiquidity, maxDeviationBps };
    const valued = (pools: TrustedPool[]) => valueChain(pools, pegs, rules);
    // Includes new pools, so that a coin of this chain doesn't get the price of a test chain in the meantime.
    const all = valued(
      this.#recent(view).map(({ state }) => ({ chainId: view.chain.id, rate: rateOf(state), ...state })),
    );
    const known = valued(this.#trusted(view));
    const confirmed = valued(this.#trusted(view, ({ pending }) => pending === null));
    return [...all.keys()].map((coinId) => ({
      coinId,
      known: depthOf(known.get(coinId) ?? []),
      prices: confirmed.get(coinId) ?? [],
      at: view.readAt,
      testnet: view.chain.testnet,
    }));
  }

  /** Returns one quote per coin ID, from the pools of all chains. */
  quotes(pegs: PegValues): Map<number, Quote> {
    const values = [...this.#views.values()].flatMap((view) => this.#valuesOf(view, pegs));
    return poolQuotes(values, this.settings.maxDeviationBps);
  }
}
