import { type Address, type Client, erc20Abi, type Hash, isAddressEqual } from 'viem';
import { getCode, readContract } from 'viem/actions';
import { isContractCode, NATIVE_DECIMALS, NATIVE_TOKEN, PERMIT2 } from '@/lib/evm/address';
import type { DescriptorFile } from '@/lib/evm/erc7730/descriptor-file';
import { readPlatformTokens } from '@/lib/evm/platform-tokens';
import type { SpenderNature } from '@/lib/wallet/approvals/approval-events';
import type { Contact } from '@/lib/wallet/contacts/contacts';
import type { RecipientFacts } from '@/lib/wallet/contacts/recipient';
import { routerAbi } from '@/lib/wallet/swap/abi';
import type { CustomToken } from '@/lib/wallet/tokens/custom-tokens';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import type { Fact, FactValue, Known } from './reading';

type AddedToken = Pick<CustomToken, 'chainId' | 'address' | 'symbol' | 'decimals'>;

/** Context for checking a signature request: account, chain, requesting page, and known addresses. */
export type SigningContext = Omit<RecipientFacts, 'contacts' | 'customTokens'> & {
  account: Address;
  chainId: number;
  nativeSymbol: string;
  contacts: readonly Contact[];
  /** Tokens that the user added. */
  customTokens: readonly AddedToken[];
  /** People of the conversation in which this site's own page makes the request. */
  people: readonly Contact[];
  /** Whether each address in the request is a contract. Missing addresses have not been checked. */
  natures: ReadonlyMap<Address, SpenderNature>;
  /**
   * Tokens that listed platform contracts transfer, by contract address. See `readPlatformTokens`. The router's is the
   * wrapped native token.
   */
  platformTokens: ReadonlyMap<Address, readonly Address[]>;
  /**
   * Balances in base units, right before the request, of those who allow others to take tokens. See `balanceKey`. Missing
   * ones are unknown.
   */
  balances: ReadonlyMap<string, bigint>;
  /** Names of the configured networks, by chain ID. */
  networks: ReadonlyMap<number, string>;
  /** Seconds since the epoch. */
  now: bigint;
  /** Origin of the requesting page. */
  origin: string;
  /** Whether another page than this site's makes the request. */
  isForeign: boolean;
  /** Whether the requesting page is this site's messages page, which alone asks to bind and revoke devices. */
  isMessagesPage: boolean;
  /** ERC-7730 files of the operator's registry for the contracts that a DApp's request names. See `placeKey`. */
  descriptors: ReadonlyMap<string, readonly DescriptorFile[]>;
  /** Decimals of unlisted tokens that a description names, as their contracts say. See `placeKey`. */
  decimals: ReadonlyMap<string, number>;
  /** EIP-712 hashes of the transfers without a fee that this site has asked the wallet to sign and that it hasn't answered yet. */
  askedTransfers: ReadonlySet<Hash>;
};

/** Returns a contract's listed name on the context's chain, or null if it is not listed. */
export const contractName = ({ contracts, chainId }: SigningContext, address: Address): string | null =>
  contracts.find((contract) => contract.chainId === chainId && isAddressEqual(contract.address, address))
    ?.name ?? null;

/** Returns whether an address is Permit2: the usual one, or the one that is listed for the network. */
export const isPermit2 = (context: SigningContext, address: Address): boolean =>
  isAddressEqual(address, PERMIT2) || contractName(context, address) === 'permit2';

export function knownAt(context: SigningContext, address: Address): Known | null {
  if (isAddressEqual(context.account, address)) return { kind: 'own' };
  const name = contractName(context, address);
  if (name !== null) return { kind: 'contract', name };
  const token = address === NATIVE_TOKEN ? null : listedToken(context.coins, context.chainId, address);
  if (token) return { kind: 'token', symbol: token.symbol };
  const contact = context.contacts.find((entry) => isAddressEqual(entry.address, address));
  return contact ? { kind: 'contact', name: contact.name } : null;
}

/** Returns the token at an address that the user added, or null. */
export const addedToken = ({ customTokens, chainId }: SigningContext, address: Address): AddedToken | null =>
  customTokens.find((token) => token.chainId === chainId && isAddressEqual(token.address, address)) ?? null;

/** Returns whether the user added the token at an address. */
export const isAddedToken = (context: SigningContext, address: Address): boolean =>
  addedToken(context, address) !== null;

/** Returns whether a token is listed, or the user added it. */
export const isKnownToken = (context: SigningContext, address: Address): boolean =>
  listedToken(context.coins, context.chainId, address) !== null || isAddedToken(context, address);

/**
 * Returns whether to assume that a token's functions do what their signatures say: the token is listed or, in a request
 * of this site's own pages, the user added it. A DApp could have the user add a contract of its own, and then approve
 * it.
 */
export const isBelievedToken = (context: SigningContext, address: Address): boolean =>
  context.isForeign
    ? listedToken(context.coins, context.chainId, address) !== null
    : isKnownToken(context, address);

/** Returns the person of the open conversation at an address. It is named, but no contract is trusted for it. */
function personAt({ people }: SigningContext, address: Address): Known | null {
  const person = people.find((one) => isAddressEqual(one.address, address));
  return person ? { kind: 'person', name: person.name } : null;
}

export const addressValue = (
  context: SigningContext,
  address: Address,
): Extract<FactValue, { kind: 'address' }> => ({
  kind: 'address',
  address,
  known: knownAt(context, address) ?? personAt(context, address),
  nature: context.natures.get(address) ?? null,
});

/** Returns the "Network" fact: the chain ID (EIP-155), with the network's name if it is configured. */
export const networkFact = ({ networks }: SigningContext, chainId: number | bigint): Fact => ({
  label: 'chain',
  value: { kind: 'network', chainId, name: networks.get(Number(chainId)) ?? null },
});

/** Returns a token amount for display, with decimals if the token is listed, otherwise in base units. */
export function amountValue(context: SigningContext, token: Address | null, raw: bigint): FactValue {
  if (token === null || token === NATIVE_TOKEN)
    return { kind: 'amount', raw, token: { symbol: context.nativeSymbol, decimals: NATIVE_DECIMALS } };
  const listed = listedToken(context.coins, context.chainId, token);
  return { kind: 'amount', raw, token: listed && { symbol: listed.symbol, decimals: listed.decimals } };
}

export type Holder = { token: Address; owner: Address };

export const balanceKey = ({ token, owner }: Holder): string => `${token} ${owner}`;

/** Reads the balances of token holders. A balance that can't be read is left out. */
export async function readBalances(client: Client, holders: readonly Holder[]): Promise<Map<string, bigint>> {
  const read = holders.slice(0, ADDRESSES).map(async (holder) => {
    const { token: address, owner } = holder;
    try {
      const args = [owner] as const;
      const balance = await readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args });
      return [[balanceKey(holder), balance] as const];
    } catch {
      // Without a balance, the review compares with fixed limits only.
      return [];
    }
  });
  return new Map((await Promise.all(read)).flat());
}

/** Reads the tokens of a listed contract. The router's is the wrapped native token. @throws if the RPC request fails. */
const readContractTokens = async (client: Client, name: string, to: Address) =>
  name === 'router_contract'
    ? [await readContract(client, { address: to, abi: routerAbi, functionName: 'WETH' })]
    : readPlatformTokens(client, name, to);

/** Reads the tokens of listed contracts. A contract that can't be read is left out. */
export async function readTokens(
  client: Client,
  contracts: readonly { address: Address; name: string }[],
): Promise<Map<Address, readonly Address[]>> {
  const read = contracts.map(async ({ address, name }) => {
    try {
      return [[address, await readContractTokens(client, name, address)] as const];
    } catch {
      // The review checks its payouts without their tokens, and the simulation reports what it takes.
      return [];
    }
  });
  return new Map((await Promise.all(read)).flat());
}

/** Maximum number of addresses checked per request. */
const ADDRESSES = 24;

async function natureOf(client: Client, address: Address): Promise<SpenderNature> {
  try {
    return isContractCode(await getCode(client, { address })) ? 'contract' : 'account';
  } catch {
    // If the node doesn't answer, the result is unknown, and the user sees a warning.
    return 'unknown';
  }
}

/** Checks whether each address is a contract. The result is `unknown` if the RPC request fails. */
export async function readNatures(
  client: Client,
  addresses: readonly Address[],
): Promise<Map<Address, SpenderNature>> {
  const natures = await Promise.all(
    addresses.map(async (address, index) =>
      index < ADDRESSES ? natureOf(client, address) : ('unknown' as const),
    ),
  );
  return new Map(addresses.map((address, index) => [address, natures[index] ?? 'unknown']));
}
