import { CoinIcon } from '@/components/ui/coin-icon';
import type { Coin } from '@/lib/api/types';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

const SIZE = 28;

/** A listed token's icon beside a heading. An empty circle of the same size while the token is unknown. */
export function TokenMark({
  token,
  coins,
}: {
  token: ListedToken | null | undefined;
  coins: readonly Coin[];
}) {
  if (!token) return <span aria-hidden="true" className="size-7 shrink-0 rounded-full bg-line" />;
  const icon = coins.find(({ id }) => id === token.coinId)?.icon;
  return <CoinIcon icon={icon} symbol={token.symbol} size={SIZE} />;
}
