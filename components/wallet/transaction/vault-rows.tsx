import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type Address, formatUnits, getAddress, isAddressEqual, type Log, parseEventLogs } from 'viem';
import type { Coin } from '@/lib/api/types';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';

export function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-b border-line py-3 md:grid-cols-[12rem_1fr]">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-mono text-sm break-all">{children}</dd>
    </div>
  );
}

/**
 * Deposits, withdrawals, and transfers between balances of the chain's vault. Events from other contracts are ignored,
 * because any contract can emit the same events.
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
    eventName: ['Deposited', 'Withdrawn', 'Transferred'],
    logs: logs.filter(({ address }) => isAddressEqual(address, vault)),
  });
  return events.map((event) => {
    const { logIndex, address, args } = event;
    if (event.eventName === 'Transferred')
      return (
        <DetailRow key={logIndex} label={t('vaultTransfer')}>
          {written(args.amount, args.token)}
          <span className="block">
            {t('vaultParties', { from: getAddress(event.args.from), to: getAddress(event.args.to) })}
          </span>
          <span className="block text-muted">{t('inVault', { address: getAddress(address) })}</span>
        </DetailRow>
      );
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
