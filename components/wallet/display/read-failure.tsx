import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useUnreachableChains } from '@/lib/evm/node-transport';
import { RetryAlert } from './retry-alert';
import { StaleMark } from './stale-mark';
import { TextButton } from './text-button';

/**
 * React hook that returns whether failed reads are due to unreachable chains. Stays true until the component unmounts,
 * because a chain becomes reachable shortly before its data is read again.
 */
function useOutage(chainIds: readonly number[]): boolean {
  const isDown = useUnreachableChains(
    ({ chainIds: down }) => chainIds.length > 0 && chainIds.every((id) => down.includes(id)),
  );
  const [wasDown, setWasDown] = useState(isDown);
  if (isDown && !wasDown) setWasDown(true);
  return isDown || wasDown;
}

/**
 * Reports a failed read of one or more chains, with a button to retry. If the chains are unreachable, it is one muted
 * line, because the banner already names them. Render it only while the read has failed.
 */
export function ReadFailure({
  chainIds,
  message,
  shown,
  retryLabel,
  onRetry,
}: {
  /** The chains that couldn't be read. */
  chainIds: readonly number[];
  /** Error message, if the chains are reachable. */
  message: string;
  /** What is shown nevertheless: nothing, data from an earlier read, or a part, such as that of other chains. */
  shown: 'nothing' | 'stale' | 'part';
  retryLabel: string;
  onRetry: () => void;
}) {
  const t = useTranslations('wallet.node');
  if (!useOutage(chainIds)) return <RetryAlert message={message} retryLabel={retryLabel} onRetry={onRetry} />;
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
      {shown === 'stale' ? (
        <StaleMark>{t('stale')}</StaleMark>
      ) : (
        <p>{t(shown === 'part' ? 'partial' : 'unavailable')}</p>
      )}
      <TextButton onClick={onRetry}>{retryLabel}</TextButton>
    </div>
  );
}
