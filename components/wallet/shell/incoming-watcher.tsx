'use client';

import { useRouter } from 'next/navigation';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Address } from 'viem';
import { useConnection } from 'wagmi';
import { useOwnText } from '@/components/wallet/display/own-amounts';
import { useCounterpartyName } from '@/components/wallet/display/use-counterparty-name';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import type { Coin, Contract } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import { formatAmount } from '@/lib/format/amount';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';
import { MAX_AGAIN_BLOCKS } from '@/lib/wallet/incoming/follow-payments';
import { isSince, readNotified, writeNotified } from '@/lib/wallet/incoming/incoming-marks';
import { type IncomingPayment, lastingId } from '@/lib/wallet/incoming/incoming-payment';
import { useIncoming, useOpenRequest } from '@/lib/wallet/incoming/use-incoming';

/** More payments than this in one poll are counted in one notification. */
const MAX_NOTICES = 2;

type Kind = 'received' | 'removed';

/** Returns whether the payment request on the screen shows a payment, or its removal. */
function isOnScreen(chainId: number, payment: IncomingPayment, isRemoved: boolean): boolean {
  const { request } = useOpenRequest.getState();
  return request?.chainId === chainId && isSince(request, payment, isRemoved);
}

/** Shows a notification for each payment that arrives on a chain, and for one that a reorganization removed. */
function WatchIncoming({
  chainId,
  account,
  coins,
  contracts,
}: {
  chainId: number;
  account: Address;
  coins: readonly Coin[];
  contracts: readonly Contract[];
}) {
  const t = useTranslations('wallet.notice');
  const locale: Locale = useLocale();
  const router = useRouter();
  const nameOf = useCounterpartyName(account, contracts);
  const own = useOwnText();
  const { data, tokens } = useIncoming({ chainId, account, coins, contracts });
  const notified = useRef(new Map<string, Kind>());
  const polled = useRef<bigint | null>(null);

  const textOf = ({ token: address, amount, from }: IncomingPayment, kind: Kind) => {
    const token = tokens.get(address);
    if (!token) return null;
    const values = { amount: own(formatAmount(amount, token.decimals, locale)), symbol: token.symbol };
    return from
      ? t(`${kind}From`, { ...values, address: nameOf(chainId, from) })
      : t(`${kind}ByCode`, values);
  };
  const show = (payments: readonly IncomingPayment[], kind: Kind) => {
    const action = {
      label: t('showActivity'),
      onPress: () => router.push(getPathname({ locale, href: routes.activity })),
    };
    const type = kind === 'received' ? 'success' : 'warning';
    if (payments.length > MAX_NOTICES)
      notify(type, t(`${kind}Many`, { count: payments.length }), undefined, action);
    else
      for (const payment of payments) {
        const text = textOf(payment, kind);
        if (text) notify(type, text, undefined, action);
      }
  };
  const notifyNew = useEffectEvent(() => {
    if (!data) return;
    const place = { chainId, account };
    const { payments, removed, since, head, state } = data;
    const stored = readNotified(place);
    // A mark far above the head is from before a reset of a local chain. Otherwise this node lags behind another tab's.
    const isReset = stored !== null && stored.block > head.number + MAX_AGAIN_BLOCKS;
    // Another tab may have notified the user already.
    const mark = stored === null || isReset ? since : stored.block;
    const kindOf = (payment: IncomingPayment) => notified.current.get(lastingId(payment));
    // A payment in a block that was read before comes from a node that lagged.
    const isLate = (block: bigint) => polled.current !== null && block > since && block <= polled.current;
    const arrived = payments.filter(
      (payment) =>
        !payment.isOwn && (payment.block > mark || isLate(payment.block)) && kindOf(payment) !== 'received',
    );
    const gone = removed.filter((payment) => !payment.isOwn && kindOf(payment) === 'received');
    for (const payment of payments) notified.current.set(lastingId(payment), 'received');
    for (const payment of removed) notified.current.set(lastingId(payment), 'removed');
    polled.current = head.number;
    if (stored === null || isReset || head.number > mark) writeNotified(place, { block: head.number, state });
    show(
      arrived.filter((payment) => !isOnScreen(chainId, payment, false)),
      'received',
    );
    show(
      gone.filter((payment) => !isOnScreen(chainId, payment, true)),
      'removed',
    );
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each poll that found a block
  useEffect(() => notifyNew(), [data?.head.hash]);
  return null;
}

/** Follows the payments that the connected account receives, on each chain. */
export function IncomingWatcher() {
  const { address: account } = useConnection();
  const { data: chains = [] } = useChainMapping();
  const { data: coins } = useCoins();
  const { data: contracts } = useContracts();
  if (!account || !coins || !contracts) return null;
  return chains.map(({ id }) => (
    <WatchIncoming
      key={`${id} ${account}`}
      chainId={id}
      account={account}
      coins={coins}
      contracts={contracts}
    />
  ));
}
