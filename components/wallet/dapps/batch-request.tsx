import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { concat, stringify } from 'viem';
import { NetworkFee } from '@/components/wallet/signing/network-fee';
import { RequestDetails } from '@/components/wallet/signing/request-details';
import { dangersKey, RequestDecision, useIsSettled } from '@/components/wallet/signing/sign-request';
import { useReading } from '@/components/wallet/signing/use-reading';
import type { BalanceChange, PriorCall } from '@/lib/wallet/signing/balance-changes';
import { isDanger } from '@/lib/wallet/signing/finding';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';

type Call = Extract<SignatureRequest, { kind: 'transaction' }>;
type Read = {
  isReady: boolean;
  isDangerous: boolean;
  shown: string;
  swapped: readonly BalanceChange[];
  gas: bigint | null;
  isRunning: boolean;
};

const priorOf = (calls: readonly Call[]): PriorCall[] =>
  calls.flatMap(({ transaction: { to, data, value } }) => (to === null ? [] : [{ to, data, value }]));

const allData = (calls: readonly Call[]) => concat(calls.map(({ transaction: { data } }) => data));

/** One call of a batch, simulated after the calls before it. */
function BatchCall({
  id,
  calls,
  index,
  swappedBefore,
  origin,
  onRead,
}: {
  id: string;
  calls: readonly Call[];
  index: number;
  /** Balance changes of each swap before this call. */
  swappedBefore: readonly (readonly BalanceChange[])[];
  origin: string;
  onRead: (index: number, read: Read) => void;
}) {
  const t = useTranslations('wallet.dapps.review');
  const [prior] = useState(() => priorOf(calls.slice(0, index)));
  const request = calls[index] as Call;
  const read = useReading(id, request, { prior, swappedBefore, origin });
  const { isReady, swapped, gas, simulation } = read;
  const dangers = read.reading.findings.filter(isDanger);
  const isDangerous = dangers.length > 0;
  const shown = dangersKey(id, dangers);
  const isRunning = simulation === 'running';
  const report = useEffectEvent(onRead);
  useEffect(
    () => report(index, { isReady, isDangerous, shown, swapped, gas, isRunning }),
    [index, isReady, isDangerous, shown, swapped, gas, isRunning],
  );
  return (
    <li className="grid gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted">{t('call', { number: index + 1, total: calls.length })}</p>
      <RequestDetails request={request} read={read} />
    </li>
  );
}

/** Review of several transactions that the wallet confirms at once and executes atomically (EIP-5792). */
export function BatchRequest({
  id,
  calls,
  origin,
  isRepeated,
  onDecide,
}: {
  id: number;
  calls: readonly Call[];
  origin: string;
  /** Whether it could repeat a pending transaction, which requires a second step. */
  isRepeated: boolean;
  onDecide: (isConfirmed: boolean) => void;
}) {
  const t = useTranslations('wallet.dapps.review');
  const signing = useTranslations('wallet.signing');
  const [reads, setReads] = useState<readonly (Read | undefined)[]>([]);
  const shown = JSON.stringify([id, reads.map((read) => read?.shown)]);
  const isRead = calls.every((_, index) => reads[index]?.isReady);
  const isReady = useIsSettled(shown, { isForeign: true, isRead });
  const last = reads[calls.length - 1];
  const request = calls.at(-1);
  return (
    <div className="flex flex-col gap-5">
      <p>{t('together', { count: calls.length })}</p>
      <ol className="grid gap-5">
        {calls.map((call, index) => (
          <BatchCall
            // biome-ignore lint/suspicious/noArrayIndexKey: a call can occur twice, and the order is fixed.
            key={`${index} ${call.raw}`}
            id={`dapp ${id} ${index}`}
            calls={calls}
            index={index}
            swappedBefore={reads.slice(0, index).flatMap((read) => (read ? [read.swapped] : []))}
            origin={origin}
            onRead={(at, read) =>
              setReads((all) =>
                // Ignore an unchanged result. Storing it would render and read all calls again, in an endless loop.
                stringify(all[at]) === stringify(read)
                  ? all
                  : calls.map((_, position) => (position === at ? read : all[position])),
              )
            }
          />
        ))}
      </ol>
      <RequestDecision
        shown={shown}
        needsConsent={isRepeated || reads.some((read) => read?.isDangerous)}
        isReady={isReady}
        fee={
          request ? (
            // The last call's simulation includes the calls before it.
            <NetworkFee
              // All calls are one transaction, whose data the network can charge for.
              request={{ ...request, transaction: { ...request.transaction, data: allData(calls) } }}
              simulated={{ gas: last?.gas ?? null, isRunning: last?.isRunning ?? true }}
            />
          ) : null
        }
        action={signing('toWallet')}
        onDecide={onDecide}
      />
    </div>
  );
}
