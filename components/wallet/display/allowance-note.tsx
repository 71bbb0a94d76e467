import { useLocale, useTranslations } from 'next-intl';
import { getAddress } from 'viem';
import { useContracts } from '@/lib/api/hooks';
import { formatAmount } from '@/lib/format/amount';
import type { trustedName } from '@/lib/wallet/approvals/grants';
import { useBatching } from '@/lib/wallet/transactions/batching';

type Allowance = {
  chainId: number;
  /** Name of the contract in the list of contracts. */
  contract: NonNullable<ReturnType<typeof trustedName>>;
  /** Base units: exactly this much is asked for; null where none is entered yet. */
  amount: bigint | null;
  symbol: string;
  decimals: number;
};

/** Characters of an address up to its middle. */
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
      {/* Where it does not fit, it breaks in its middle. */}
      <span className="block font-mono text-xs">
        {address.slice(0, HALF)}
        <wbr />
        {address.slice(HALF)}
      </span>
    </p>
  );
}

/** Which contract the wallet will be asked to let take how much: said before it opens, the address for comparing. */
export function AllowanceNote({ amount, ...allowance }: Allowance) {
  return amount === null ? null : <Note amount={amount} {...allowance} />;
}
