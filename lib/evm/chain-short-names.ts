/**
 * Short names of chains (EIP-3770) from the registry at github.com/ethereum-lists/chains. The operator's list of chains
 * has none. `matic` is the earlier name of `pol`, and still in use.
 */
const chainIds = new Map([
  ['eth', 1],
  ['sep', 11_155_111],
  ['hoe', 560_048],
  ['oeth', 10],
  ['opsep', 11_155_420],
  ['bnb', 56],
  ['gno', 100],
  ['pol', 137],
  ['matic', 137],
  ['zksync', 324],
  ['base', 8_453],
  ['basesep', 84_532],
  ['arb1', 42_161],
  ['arb-sep', 421_614],
  ['celo', 42_220],
  ['avax', 43_114],
  ['linea', 59_144],
  ['scr', 534_352],
]);

/** Returns a chain's short name, or its ID if it has none here. */
export const shortNameOf = (chainId: number): string =>
  [...chainIds].find(([, id]) => id === chainId)?.[0] ?? String(chainId);

/** Inverts `shortNameOf`, for a name in any case. */
const chainIdOf = (shortName: string): number | 'unknown' =>
  /^[1-9]\d{0,14}$/.test(shortName)
    ? Number(shortName)
    : (chainIds.get(shortName.toLowerCase()) ?? 'unknown');

/** Network before an address: `eip155:1:` (CAIP-10) or `eth:` (EIP-3770). `ethereum:` starts a payment request. */
const NETWORK = /^(?!ethereum:)(?:eip155:(?=[^:]*:))?([\w-]{1,64}):(?=0x)/i;

/** Splits the network that an address was copied with off a text. It is null if there is none. */
export function splitNetwork(text: string): { network: number | 'unknown' | null; rest: string } {
  const trimmed = text.trim();
  const [prefix = '', name] = NETWORK.exec(trimmed) ?? [];
  const network = name === undefined ? null : chainIdOf(name);
  return { network, rest: trimmed.slice(prefix.length) };
}
