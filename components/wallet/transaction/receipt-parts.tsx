import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Address, Hash } from 'viem';
import { Bar } from '@/components/wallet/display/skeleton';
import { StatusMark, type TransactionStatus } from '@/components/wallet/display/status-mark';
import { LazyConversationLink } from '@/components/wallet/messages/lazy-conversation-link';
import type { ChainMapping } from '@/lib/api/types';

/** A receipt's frame: what happened, whether it is final, and its facts. */
export function ReceiptPanel({
  status,
  statusText,
  time,
  headline,
  note,
  children,
}: {
  status: TransactionStatus;
  statusText: string;
  time?: string;
  headline: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section className="grid content-start gap-6 rounded-soft border border-line bg-raised p-5 md:p-8 print:border-0 print:bg-transparent print:p-0">
      <div className="grid gap-3">
        <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <StatusMark status={status} text={statusText} />
          {time ? <span className="figures text-muted">{time}</span> : null}
        </p>
        <h2 className="font-display text-2xl wrap-anywhere">{headline}</h2>
        {note ? <p className="measure text-sm text-muted">{note}</p> : null}
      </div>
      {children}
    </section>
  );
}

/** Splits an address or a hash in the middle, so that it breaks into two lines of the same length if it has to. */
const halves = (code: string) => [code.slice(0, code.length / 2), code.slice(code.length / 2)];

/** A fact with its label. Addresses and hashes are in full, below their name, and in lines if they are grouped. */
export function ReceiptFact({
  label,
  value,
  code,
}: {
  label: string;
  value?: string;
  code?: string | readonly string[] | undefined;
}) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 border-t border-line py-3 sm:grid-cols-[auto_minmax(0,1fr)]">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="figures text-sm sm:text-end">
        {value ? <span className="block wrap-anywhere">{value}</span> : null}
        {typeof code === 'string' ? (
          <span className="block font-mono text-xs">
            {halves(code).map((half, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a half is identified by its position
              <span key={index} className="inline-block">
                {half}
              </span>
            ))}
          </span>
        ) : (
          code?.map((line) => (
            <span key={line} className="block font-mono text-xs">
              {line}
            </span>
          ))
        )}
      </dd>
    </div>
  );
}

export const receiptGrid =
  'grid gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-start lg:gap-8 print:block';

/** A transaction that the network has not confirmed yet. */
export function PendingReceipt({
  hash,
  chain,
  from,
  to,
}: {
  hash: Hash;
  chain: ChainMapping;
  from: Address;
  to: Address | null;
}) {
  const t = useTranslations('wallet.transaction');
  return (
    <div className={receiptGrid}>
      <ReceiptPanel
        status="pending"
        statusText={t('statuses.pending')}
        headline={t('receipt.headline.pending')}
        note={t('receipt.pendingNote')}
      >
        <dl>
          <ReceiptFact label={t('chain')} value={chain.name} />
          <ReceiptFact label={t('from')} code={from} />
          <ReceiptFact label={t('to')} {...(to ? { code: to } : { value: t('creation') })} />
          <ReceiptFact label={t('hash')} code={hash} />
        </dl>
      </ReceiptPanel>
      <LazyConversationLink chainId={chain.id} hash={hash} from={from} />
    </div>
  );
}

/** Placeholder with the size of a typical receipt. */
export function ReceiptSkeleton() {
  const t = useTranslations('wallet.transaction');
  return (
    <div className={receiptGrid}>
      <p role="status" className="sr-only">
        {t('loading')}
      </p>
      <div
        aria-hidden="true"
        className="grid content-start gap-6 rounded-soft border border-line bg-raised p-5 md:p-8"
      >
        <Bar className="h-5 w-56" />
        <Bar className="h-9 w-80" />
        <div className="flex items-center gap-3 border-t border-line pt-6">
          <span className="size-9 rounded-full bg-sunken" />
          <Bar className="w-40" />
        </div>
        {['chain', 'from', 'to', 'fee'].map((row) => (
          <div key={row} className="flex justify-between gap-6 border-t border-line py-4">
            <Bar className="w-20" />
            <Bar className="w-1/2" />
          </div>
        ))}
      </div>
    </div>
  );
}
