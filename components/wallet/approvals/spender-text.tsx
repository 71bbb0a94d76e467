import { useTranslations } from 'next-intl';
import { ExternalLink } from '@/components/ui/external-link';
import type { ChainMapping } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import type { Approval } from '@/lib/wallet/approvals/grants';
import { trustedName } from '@/lib/wallet/approvals/grants';

/**
 * React hook that returns a function that names a spender: a platform contract, an unknown contract, or an account
 * without code.
 */
export function useSpenderName() {
  const t = useTranslations('wallet.approvals.spender');
  return ({ nature }: Pick<Approval, 'nature'>, listedName: string | null): string => {
    if (listedName === null) return t(nature);
    // An approval of Multicall gets its own text, because any caller can spend through Multicall.
    if (listedName === 'multicall') return t('multicall');
    return t(trustedName(listedName) ?? 'listed');
  };
}

/** Name of the spender, and a link to its address. */
export function SpenderText({
  approval,
  listedName,
  chain,
}: {
  approval: Approval;
  listedName: string | null;
  chain: ChainMapping;
}) {
  const name = useSpenderName()(approval, listedName);
  const isWarning = listedName === 'multicall' || (listedName === null && approval.nature === 'account');
  return (
    <>
      <span className={isWarning ? 'text-error' : undefined}>{name}</span>{' '}
      <ExternalLink href={chain.browserAddress + approval.spender}>
        <span className="font-mono text-xs">{shortAddress(approval.spender)}</span>
      </ExternalLink>
    </>
  );
}
