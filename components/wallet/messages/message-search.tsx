import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import type { Address } from 'viem';
import { Field } from '@/components/ui/field';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LoadingStatus, RowSkeletons } from '@/components/wallet/display/skeleton';
import { useDebounced } from '@/components/wallet/display/use-debounced';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { ConversationId, SearchResult } from '@/lib/messages/protocol/view-types';

const SEARCH_DELAY_MS = 250;
const MAX_RESULTS = 50;
/** Number of characters shown before a match. */
const BEFORE = 30;

function Found({ result: { text, start, end } }: { result: SearchResult }) {
  const from = Math.max(0, start - BEFORE);
  return (
    <bdi className="line-clamp-2 text-sm wrap-anywhere text-muted">
      {from > 0 ? '…' : ''}
      {text.slice(from, start)}
      <mark className="bg-water-wash text-ink">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </bdi>
  );
}

/** Searches messages on this device. Renders `children` while the query is empty. */
export function MessageSearch({
  messenger,
  titleOf,
  nameOf,
  onOpen,
  children,
}: {
  messenger: Messenger;
  titleOf: (id: ConversationId) => string;
  nameOf: (address: Address) => string;
  onOpen: (result: SearchResult) => void;
  children: React.ReactNode;
}) {
  const t = useTranslations('wallet.messages.search');
  const format = useFormatter();
  const [typed, setTyped] = useState('');
  /** Replaced to start another attempt. */
  const [attempt, setAttempt] = useState(() => new Object());
  const query = useDebounced(typed.trim(), SEARCH_DELAY_MS);
  const [found, setFound] = useState<{ query: string; results: readonly SearchResult[] | null }>();
  useEffect(() => {
    if (query === '') return;
    const stopping = new AbortController();
    void attempt;
    messenger.search(query, { limit: MAX_RESULTS, signal: stopping.signal }).then(
      (results) => !stopping.signal.aborted && setFound({ query, results }),
      () => !stopping.signal.aborted && setFound({ query, results: null }),
    );
    return () => stopping.abort();
  }, [messenger, query, attempt]);
  const current = found?.query === query ? found.results : undefined;
  return (
    <div className="grid gap-4">
      <Field
        type="search"
        label={t('label')}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        hint={t('hint')}
      />
      {typed.trim() === '' ? (
        children
      ) : current === null ? (
        <RetryAlert message={t('failed')} retryLabel={t('retry')} onRetry={() => setAttempt({})} />
      ) : current === undefined ? (
        <>
          <LoadingStatus text={t('searching')} />
          <RowSkeletons count={3} />
        </>
      ) : current.length === 0 ? (
        <div role="status">
          <EmptyState>{t('none')}</EmptyState>
        </div>
      ) : (
        <>
          <p role="status" className="text-sm text-muted">
            {t('found', { count: current.length })}
          </p>
          <ul className="grid border-t border-line">
            {current.map((result) => (
              <li key={`${result.conversationId} ${result.sequence}`} className="border-b border-line">
                <button
                  type="button"
                  onClick={() => onOpen(result)}
                  className="grid min-h-18 w-full gap-0.5 px-1 py-2 text-start hover:bg-sunken"
                >
                  <span className="flex justify-between gap-3">
                    <bdi className="truncate">{titleOf(result.conversationId)}</bdi>
                    <time className="figures shrink-0 text-xs text-muted">
                      {format.dateTime(result.at, { dateStyle: 'medium' })}
                    </time>
                  </span>
                  <bdi className="truncate text-xs text-muted">{nameOf(result.by)}</bdi>
                  <Found result={result} />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
