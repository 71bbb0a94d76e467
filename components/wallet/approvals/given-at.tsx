import { useFormatter, useTranslations } from 'next-intl';
import { useBlock } from 'wagmi';

/** When the block of an approval was made; its number where the node does not tell. */
export function GivenAt({ chainId, blockNumber }: { chainId: number; blockNumber: bigint }) {
  const t = useTranslations('wallet.approvals');
  const format = useFormatter();
  const { data } = useBlock({ chainId, blockNumber, query: { staleTime: Number.POSITIVE_INFINITY } });
  if (!data) return t('block', { number: blockNumber.toString() });
  const at = new Date(Number(data.timestamp) * 1_000);
  return <time dateTime={at.toISOString()}>{format.dateTime(at, { dateStyle: 'medium' })}</time>;
}
