import type { ListedToken } from '@/lib/api/schemas/coin';
import type { ChainsFile } from '@/lib/evm/chains-file';

/** The lengths and signs that the format of tokenlists.org allows. */
const NAME = /^[ \S]{1,60}$/;
const SYMBOL = /^\S{1,20}$/;

/**
 * The tokens of the coins, in the order of chain and address. Native currencies are no tokens; a name or symbol that the
 * format does not allow is left out. `origin` is where the icons are.
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
