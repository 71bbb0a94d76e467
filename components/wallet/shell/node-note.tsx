import { useTranslations } from 'next-intl';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import { useNodeCheck } from '@/lib/wallet/networks/use-node-check';

function Note({ chainId, network }: { chainId: number; network: string }) {
  const t = useTranslations('wallet.node');
  useNodeCheck(chainId);
  return <p className="border-s-2 border-warning ps-3 text-sm">{t('nothingSent', { network })}</p>;
}

/** Warns in a form, while its network is unreachable, that nothing can be sent there. */
export function NodeNote({ chainId, network }: { chainId: number | null; network: string }) {
  const isUnreachable = useUnreachableChains((state) => chainId !== null && state.chainIds.includes(chainId));
  return (
    <div role="status" className="empty:hidden">
      {isUnreachable && chainId !== null ? <Note chainId={chainId} network={network} /> : null}
    </div>
  );
}

/** Notes that a contract is paused, and what still works. */
export function PausedNote({ text }: { text: string }) {
  return <p className="border-s-2 border-warning ps-3 text-sm">{text}</p>;
}
