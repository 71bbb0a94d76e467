import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import {
  type Address,
  formatUnits,
  getAddress,
  isAddressEqual,
  type Log,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem';
import { useConfig } from 'wagmi';
import type { Coin, Contract } from '@/lib/api/types';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { activityTokens } from '@/lib/wallet/activity/activity-row';
import { readActivityScope } from '@/lib/wallet/activity/activity-scope';
import { type MinedLog, readActivity } from '@/lib/wallet/activity/read-activity';
import { readTrade } from '@/lib/wallet/activity/read-trade';

export function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-b border-line py-3 md:grid-cols-[12rem_1fr]">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-mono text-sm break-all">{children}</dd>
    </div>
  );
}

/**
 * Deposit and withdrawal events of the chain's vault. Events from other contracts are ignored, because any contract
 * can emit the same events.
 */
export function VaultRows({
  chainId,
  vault,
  logs,
  coins,
}: {
  chainId: number;
  vault: Address;
  logs: Log[];
  coins: readonly Coin[];
}) {
  const t = useTranslations('wallet.transaction');
  const tokens = coins.flatMap(({ symbol, tokens }) => tokens.map((token) => ({ symbol, ...token })));
  const written = (amount: bigint, token: Address) => {
    const listed = tokens.find(
      ({ chainId: id, address }) =>
        id === chainId && isAddressEqual(getAddress(address ?? NATIVE_TOKEN), token),
    );
    return `${listed ? formatUnits(amount, listed.decimals) : amount} ${listed?.symbol ?? token}`;
  };
  const events = parseEventLogs({
    abi: vaultAbi,
    eventName: ['Deposited', 'Withdrawn'],
    logs: logs.filter(({ address }) => isAddressEqual(address, vault)),
  });
  return events.map((event) => {
    const { logIndex, address, args } = event;
    const isOut = event.eventName === 'Withdrawn';
    return (
      <DetailRow key={logIndex} label={t(isOut ? 'withdrawn' : 'deposited')}>
        {written(args.amount, args.token)}
        {event.eventName === 'Withdrawn' ? (
          <span className="block">
            {t('sentTo', {
              address: getAddress(event.args.to),
              fee: written(event.args.fee, event.args.token),
            })}
          </span>
        ) : null}
        <span className="block text-muted">
          {t(isOut ? 'fromVault' : 'vault', { address: getAddress(address) })}
        </span>
      </DetailRow>
    );
  });
}

/**
 * Effects of a transaction on its sender, except for vault events: the kind of transaction, and the amounts sent and
 * received. Read from the logs.
 */
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
      const place = await readActivityScope(config, client, { chainId, account, tokens, contracts });
      const [found] = readActivity(receipt.logs as MinedLog[], place);
      if (!found) return null;
      return found.isTrade ? readTrade(found.row, receipt, place) : found.row;
    },
    enabled: receipt.status === 'success',
    // No retries, because the transport already retries, and the rest of the page does not depend on this.
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
