import { CoinIcon } from '@/components/ui/coin-icon';

/**
 * Returns the character for a network's badge: the last digit if the name ends with a number, otherwise the first
 * letter.
 */
export const networkMark = (network: string): string =>
  /(\d)\s*$/.exec(network)?.[1] ?? [...network][0]?.toUpperCase() ?? '';

/** A token's icon with a badge for its network. Decorative: the token and network are written next to it. */
export function TokenIcon({
  icon,
  symbol,
  network,
  size = 36,
}: {
  icon: string | undefined;
  symbol: string;
  /** Name of the network. If omitted, there is no badge. */
  network?: string | undefined;
  /** Width and height in CSS pixels. */
  size?: number;
}) {
  return (
    <span className="relative inline-flex shrink-0">
      <CoinIcon icon={icon} symbol={symbol} size={size} />
      {network ? (
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          width="16"
          height="16"
          className="absolute -end-1 -bottom-1"
          fill="none"
        >
          <circle cx="8" cy="8" r="7.25" className="fill-raised stroke-edge" strokeWidth="1" />
          <text x="8" y="8" dy="0.36em" textAnchor="middle" fontSize="9.5" className="fill-ink">
            {networkMark(network)}
          </text>
        </svg>
      ) : null}
    </span>
  );
}
