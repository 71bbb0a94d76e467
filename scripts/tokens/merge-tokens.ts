import { getAddress, isAddress, zeroAddress } from 'viem';
import type { ChainsFile } from '@/lib/evm/chains-file';
import type { TokenInfo } from './token-list-file';

const MAX_DECIMALS = 36;
const SYMBOL = /^(?=.*[A-Za-z0-9])[A-Za-z0-9$+._/%-]{1,20}$/;
/** Allows Latin and Han letters, digits and punctuation, but no lookalike scripts, markup or invisible characters. */
const NAME = /^(?=.*[\p{L}\p{N}])[\p{Script=Latin}\p{Script=Han}\p{N} .,:;!?()+\-/%$'’&–·[\]]{1,60}$/u;

function addressFault(address: string): string | null {
  if (!isAddress(address, { strict: false })) return 'its address is not valid on an EVM chain';
  if (getAddress(address) !== address) return 'its address has a wrong EIP-55 checksum';
  return address === zeroAddress ? 'its address is the zero address' : null;
}

function iconFault(logoURI: string): string | null {
  const url = URL.canParse(logoURI) ? new URL(logoURI) : null;
  const isSafe = url !== null && ['https:', 'ipfs:'].includes(url.protocol) && !url.username && !url.password;
  return isSafe ? null : 'its icon is not at an https or ipfs URL';
}

/** Returns the reason a token from a valid list must not be added, or null if it may be added. */
function tokenFault({ address, symbol, name, decimals, logoURI }: TokenInfo): string | null {
  const fault = addressFault(address);
  if (fault) return fault;
  if (decimals > MAX_DECIMALS) return `it has more than ${MAX_DECIMALS} decimals`;
  if (!SYMBOL.test(symbol))
    return 'its symbol is empty or has characters other than Latin letters, digits and $ + . _ / % -';
  if (!NAME.test(name) || name.trim() !== name || name.normalize('NFKC') !== name)
    return 'its name is empty or has characters that can mislead';
  return logoURI === undefined ? null : iconFault(logoURI);
}

/** Characters and character pairs that look similar, each with a common replacement. */
const CONFUSABLE: readonly [RegExp, string][] = [
  [/0/g, 'o'],
  [/[1il|]/g, 'l'],
  [/5/g, 's'],
  [/8/g, 'b'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[^\p{L}\p{N}]/gu, ''],
];

/** Returns a key for the appearance of a symbol or name. Two names with the same key are easily confused. */
const lookOf = (text: string) =>
  CONFUSABLE.reduce(
    (look, [from, to]) => look.replace(from, to),
    text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
  );

type Coin = ChainsFile['coins'][number];

export interface Merge {
  coins: Coin[];
  added: { token: TokenInfo; coinId: number }[];
  /** Tokens already in the file. */
  known: TokenInfo[];
  refused: { token: TokenInfo; reason: string }[];
}

/** Default icon for coins that have no image on this site. */
export const GENERIC_ICON = '/coins/token.svg';

const looksLike = ({ symbol, name }: Coin, token: TokenInfo) =>
  lookOf(symbol) === lookOf(token.symbol) || lookOf(name) === lookOf(token.name);

const hasToken = (coin: Coin, { chainId, address }: TokenInfo) =>
  coin.tokens.some(
    (token) => token.chainId === chainId && token.address?.toLowerCase() === address.toLowerCase(),
  );

const greatest = (numbers: number[]) => numbers.reduce((a, b) => Math.max(a, b), 0);

/** Finds a coin added from the same list that has the same symbol and name but no token on this chain. */
const sameCoin = (added: readonly Coin[], token: TokenInfo) =>
  added.find(
    ({ symbol, name, tokens }) =>
      symbol === token.symbol &&
      name === token.name &&
      tokens.every(({ chainId }) => chainId !== token.chainId),
  );

/**
 * The decision about a token: rejected with a reason, already in the file, new, or added to a coin from the same list.
 */
type Judgement = { refused: string } | { known: boolean } | { joins: Coin };

function judge(file: ChainsFile, fresh: readonly Coin[], token: TokenInfo): Judgement {
  if (file.chains.every(({ id }) => id !== token.chainId))
    return { refused: `its chain ${token.chainId} is not in the chains file` };
  const fault = tokenFault(token);
  if (fault) return { refused: fault };
  if (file.coins.some((coin) => hasToken(coin, token))) return { known: true };
  if (fresh.some((coin) => hasToken(coin, token))) return { refused: 'it is in the list twice' };
  const joined = sameCoin(fresh, token);
  const twin = [...file.coins, ...fresh].find((coin) => coin !== joined && looksLike(coin, token));
  if (twin) return { refused: `it looks like coin ${twin.id}, ${twin.symbol}` };
  return joined ? { joins: joined } : { known: false };
}

const newCoin = (coins: readonly Coin[], { symbol, name }: TokenInfo): Coin => ({
  id: greatest(coins.map(({ id }) => id)) + 1,
  symbol,
  name,
  icon: GENERIC_ICON,
  sort: greatest(coins.map(({ sort }) => sort)) + 1,
  tokens: [],
});

/**
 * Adds the tokens in a list to the coins in a chains file: one coin per token, or one coin for tokens with the same
 * symbol and name on several chains. Never adds a token to an existing coin, and rejects tokens that look like an
 * existing coin, because only a person can decide whether two tokens are the same asset. Doesn't modify `file`.
 */
export function mergeTokens(file: ChainsFile, tokens: readonly TokenInfo[]): Merge {
  const fresh: Coin[] = [];
  const merge: Omit<Merge, 'coins'> = { added: [], known: [], refused: [] };
  const add = (coin: Coin, token: TokenInfo) => {
    const { chainId, decimals } = token;
    coin.tokens.push({ chainId, address: getAddress(token.address), decimals });
    merge.added.push({ token, coinId: coin.id });
  };
  for (const token of tokens) {
    const judgement = judge(file, fresh, token);
    if ('refused' in judgement) merge.refused.push({ token, reason: judgement.refused });
    else if ('joins' in judgement) add(judgement.joins, token);
    else if (judgement.known) merge.known.push(token);
    else {
      const coin = newCoin([...file.coins, ...fresh], token);
      fresh.push(coin);
      add(coin, token);
    }
  }
  return { ...merge, coins: [...file.coins, ...fresh] };
}
