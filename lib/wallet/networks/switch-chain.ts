import { type Chain, type EIP1193Provider, numberToHex, UserRejectedRequestError } from 'viem';
import { ChainNotConfiguredError, type Config, type Connector } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import { WrongChainError } from '@/lib/evm/errors';
import { readWalletError } from '@/lib/evm/wallet-errors';

/** How long the user has to decide, for all prompts of a switch together. */
const DECISION_MS = 60_000;
/** How long a wallet that approved the switch may take to select the chain. */
const SETTLE_MS = 3_000;
const POLL_MS = 250;

/** Resolves after `ms`, or never if the signal aborts first. */
const delay = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });

const asError = (error: unknown) => (error instanceof Error ? error : new Error('wallet', { cause: error }));

/** Reads the chain from the wallet itself, because wagmi only knows what the wallet's events said. */
async function readChainId(provider: EIP1193Provider): Promise<number | undefined> {
  try {
    // Some wallets answer with a number, or with decimal digits.
    return Number(await provider.request({ method: 'eth_chainId' }));
  } catch {
    // Without an answer, the wallet isn't known to be on the chain, so it is asked to switch.
    return undefined;
  }
}

const askToSwitch = (provider: EIP1193Provider, { id }: Chain) =>
  provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: numberToHex(id) }] });

const askToAdd = (provider: EIP1193Provider, { id, name, nativeCurrency, rpcUrls }: Chain) =>
  provider.request({
    method: 'wallet_addEthereumChain',
    params: [
      { chainId: numberToHex(id), chainName: name, nativeCurrency, rpcUrls: [...rpcUrls.default.http] },
    ],
  });

/** Asks for one step of a switch. Returns the wallet's error, if any. @throws UserRejectedRequestError */
async function ask(request: () => Promise<unknown>, ended: AbortSignal): Promise<Error | undefined> {
  ended.throwIfAborted();
  try {
    await request();
    return undefined;
  } catch (error) {
    if (readWalletError(error).code === 'rejected') throw new UserRejectedRequestError(asError(error));
    return asError(error);
  }
}

/**
 * Switches the wallet to a chain (EIP-3326), and adds the chain (EIP-3085) if the wallet doesn't know it. Resolves as
 * soon as the wallet itself reports the chain, even if it never answers the request.
 * @throws UserRejectedRequestError if the user rejected, WrongChainError if the wallet stays on another chain or isn't
 * connected, or the signal's reason if it aborts. No further request follows then.
 */
export async function switchWalletChain(
  config: Config,
  chainId: number,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const chain = config.chains.find(({ id }) => id === chainId);
  if (!chain) throw new ChainNotConfiguredError();
  const { connector, status } = getConnection(config);
  if (status !== 'connected') throw new WrongChainError(chainId, undefined);
  const ending = new AbortController();
  const ended = ending.signal;
  const aborted = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true, signal: ended }),
  );
  try {
    await Promise.race([bringTo(chain, connector, ended), aborted]);
  } finally {
    ending.abort();
  }
  // A wallet that doesn't emit `chainChanged` would leave wagmi on the previous chain.
  if (getConnection(config).chainId !== chainId) connector.onChainChanged(numberToHex(chainId));
}

/**
 * Returns whether the wallet may not know the chain. WalletConnect's client reports a chain that its session lacks by an
 * error without a code.
 */
const mayLackChain = (error: Error): boolean =>
  readWalletError(error).code === 'wrongChain' || !('code' in error || error.cause);

/** Brings the wallet to a chain, unless `ended` aborts. @throws UserRejectedRequestError or WrongChainError. */
async function bringTo(chain: Chain, connector: Connector, ended: AbortSignal): Promise<void> {
  const provider = (await connector.getProvider()) as EIP1193Provider;
  let current: number | undefined;
  const isThere = async () => {
    current = await readChainId(provider);
    return current === chain.id;
  };
  const arrive = async () => {
    do await delay(POLL_MS, ended);
    while (!(await isThere()));
  };
  const fail = (cause?: unknown): never => {
    throw new WrongChainError(chain.id, current, { cause });
  };
  const order = async () => {
    if (await isThere()) return;
    const problem = await ask(() => askToSwitch(provider, chain), ended);
    if (problem !== undefined && mayLackChain(problem)) {
      const refusal = await ask(() => askToAdd(provider, chain), ended);
      if (refusal !== undefined) fail(refusal);
      // EIP-3085 allows a wallet to add a chain without selecting it.
      if (await isThere()) return;
      const second = await ask(() => askToSwitch(provider, chain), ended);
      if (second !== undefined) fail(second);
    } else if (problem !== undefined) fail(problem);
    await delay(SETTLE_MS, ended);
    if (!(await isThere())) fail();
  };
  await Promise.race([order(), arrive(), delay(DECISION_MS, ended).then(() => fail())]);
}
