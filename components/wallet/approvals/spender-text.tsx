import { useTranslations } from 'next-intl';
import { ExternalLink } from '@/components/ui/external-link';
import type { ChainMapping } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import type { Approval } from '@/lib/wallet/approvals/approval-events';
import { trustedName } from '@/lib/wallet/approvals/approval-events';

/** React hook that returns a function to get a spender's display name, or a description such as "unknown contract". */
export function useSpenderName() {
  const t = useTranslations('wallet.approvals.spender');
  return ({ nature }: Pick<Approval, 'nature'>, listedName: string | null): string => {
    if (listedName === null) return t(nature);
    // Approvals for Multicall get a separate warning, because anyone can spend the tokens through Multicall.
    if (listedName === 'multicall' || listedName === 'permit2') return t(listedName);
    return t(trustedName(listedName) ?? 'listed');
  };
}

/** The spender's name and a link to its address. */
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
