import { useLocale, useTranslations } from 'next-intl';
import { getAddress } from 'viem';
import { useContracts } from '@/lib/api/hooks';
import { formatAmount } from '@/lib/format/amount';
import type { trustedName } from '@/lib/wallet/approvals/grants';
import { useBatching } from '@/lib/wallet/transactions/batching';

type Allowance = {
  chainId: number;
  /** The contract's name in the list of contracts. */
  contract: NonNullable<ReturnType<typeof trustedName>>;
  /** Exact allowance to request, in base units, or null if no amount is entered yet. */
  amount: bigint | null;
  symbol: string;
  decimals: number;
};

/** Number of characters in the first half of an address. */
const HALF = 22;

function Note({ chainId, contract, amount, symbol, decimals }: Allowance & { amount: bigint }) {
  const t = useTranslations('wallet.approvals');
  const locale = useLocale();
  const { data: contracts = [] } = useContracts();
  const isBatched = useBatching(chainId);
  const spender = contracts.find((entry) => entry.chainId === chainId && entry.name === contract)?.address;
  if (spender === undefined) return null;
  const address = getAddress(spender);
  return (
    <p className="text-sm text-muted wrap-anywhere">
      {t(isBatched ? 'noteBatch' : 'note', {
        spender: t(`spender.${contract}`),
        amount: formatAmount(amount, decimals, locale, decimals),
        symbol,
      })}{' '}
      {/* If the address does not fit on one line, it breaks in the middle. */}
      <span className="block font-mono text-xs">
        {address.slice(0, HALF)}
        <wbr />
        {address.slice(HALF)}
      </span>
    </p>
  );
}

/** Note shown before the wallet requests an approval: the amount, and the spender's address for comparison. */
export function AllowanceNote({ amount, ...allowance }: Allowance) {
  return amount === null ? null : <Note amount={amount} {...allowance} />;
}
