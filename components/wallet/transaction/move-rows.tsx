import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { formatUnits, getAddress, type TransactionReceipt } from 'viem';
import { useConfig } from 'wagmi';
import type { Coin, Contract } from '@/lib/api/types';
import { readActivityPlace } from '@/lib/wallet/activity/activity-place';
import { activityTokens } from '@/lib/wallet/activity/activity-row';
import { type MinedLog, readActivity } from '@/lib/wallet/activity/read-activity';
import { readTrade } from '@/lib/wallet/activity/scan-activity';
import { DetailRow } from './detail-row';

/** What a transaction did for its sender beyond the vault, as its logs tell: what it was, what left and what arrived. */
export function MoveRows({
  chainId,
  receipt,
  coins,
  contracts,
}: {
  chainId: number;
  receipt: TransactionReceipt;
  coins: readonly Coin[];
  contracts: readonly Contract[];
}) {
  const t = useTranslations('wallet.activity');
  const config = useConfig();
  const client = useQueryClient();
  const { data: row } = useQuery({
    queryKey: ['moves', chainId, receipt.blockHash, receipt.transactionHash],
    queryFn: async () => {
      const tokens = activityTokens(chainId, coins, []);
      const account = getAddress(receipt.from);
      const place = await readActivityPlace(config, client, { chainId, account, tokens, contracts });
      const [found] = readActivity(receipt.logs as MinedLog[], place);
      if (!found) return null;
      return found.isTrade ? readTrade(found.row, receipt, place) : found.row;
    },
    enabled: receipt.status === 'success',
    // The transport asks a node again by itself; what is above stands without this.
    retry: false,
    staleTime: 'static',
  });
  if (!row || row.kind === 'deposit' || row.kind === 'withdraw') return null;
  return (
    <DetailRow label={t(`kind.${row.kind}`)}>
      {(['out', 'in'] as const).flatMap((side) =>
        row[side].map(({ token, amount }) => (
          <span key={`${side} ${token.address}`} className="block">
            {t(`side.${side}`)}: {formatUnits(amount, token.decimals)} {token.symbol}
          </span>
        )),
      )}
    </DetailRow>
  );
}
