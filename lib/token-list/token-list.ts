import type { ListedToken, TokenList } from '@/lib/api/schemas/coin';
import type { ChainsFile } from '@/lib/evm/chains-file';

/** Names and symbols allowed by the tokenlists.org format. */
const NAME = /^[ \S]{1,60}$/;
const SYMBOL = /^\S{1,20}$/;

/**
 * Returns the tokens of all coins, sorted by chain and address. Omits native currencies and tokens whose name or symbol
 * the format doesn't allow. `origin` is used for the icon URLs.
 */
export function listedTokens(coins: ChainsFile['coins'], origin: string): ListedToken[] {
  return coins
    .filter(({ name, symbol }) => NAME.test(name) && SYMBOL.test(symbol))
    .flatMap(({ name, symbol, icon, tokens }) =>
      tokens.flatMap(({ chainId, address, decimals }) =>
        address === null
          ? []
          : [{ chainId, address, name, symbol, decimals, logoURI: new URL(icon, origin).href }],
      ),
    )
    .sort((a, b) => a.chainId - b.chainId || a.address.localeCompare(b.address, 'en'));
}

type Version = TokenList['version'];

const keyOf = ({ chainId, address }: ListedToken) => `${chainId} ${address.toLowerCase()}`;
const detailsOf = ({ name, symbol, decimals, logoURI }: ListedToken) =>
  JSON.stringify([name, symbol, decimals, logoURI]);

function nextVersion(
  { major, minor, patch }: Version,
  before: ListedToken[],
  after: ListedToken[],
): Version | null {
  const old = new Map(before.map((token) => [keyOf(token), detailsOf(token)]));
  const now = new Map(after.map((token) => [keyOf(token), detailsOf(token)]));
  if ([...old.keys()].some((key) => !now.has(key))) return { major: major + 1, minor: 0, patch: 0 };
  if ([...now.keys()].some((key) => !old.has(key))) return { major, minor: minor + 1, patch: 0 };
  if ([...now].some(([key, details]) => old.get(key) !== details)) return { major, minor, patch: patch + 1 };
  return null;
}

/** Returns a list name that the format allows: letters, digits, underscores, and spaces, at most 30 characters. */
const listName = (name: string) => name.replace(/\W+/g, ' ').trim().slice(0, 30).trim() || 'Token list';

/**
 * Returns the list that follows `previous`, versioned by the tokenlists.org rules: major if tokens were removed, minor
 * if tokens were added, patch if details changed. Returns `previous` if nothing changed. The first version is 1.0.0.
 */
export function nextList(
  previous: TokenList | null,
  { name, tokens, now }: { name: string; tokens: ListedToken[]; now: Date },
): TokenList {
  const first = { major: 1, minor: 0, patch: 0 };
  const version = previous ? nextVersion(previous.version, previous.tokens, tokens) : first;
  if (previous && version === null && previous.name === listName(name)) return previous;
  return {
    name: listName(name),
    timestamp: now.toISOString(),
    version: version ?? previous?.version ?? first,
    tokens,
  };
}
