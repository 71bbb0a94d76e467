import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextButton } from '@/components/wallet/display/text-button';
import { useCounterpartyName } from '@/components/wallet/display/use-counterparty-name';
import { useDebounced } from '@/components/wallet/display/use-debounced';
import { useDialogs } from '@/lib/browser/dialogs';
import { useIsUnreachable } from '@/lib/evm/node-transport';
import { formatAmount } from '@/lib/format/amount';
import { readRequestStart, writeRequestStart } from '@/lib/wallet/incoming/incoming-marks';
import { outcomeKey, type PaymentOutcome, paymentOutcome } from '@/lib/wallet/incoming/payment-outcome';
import { useIncoming, useOpenRequest } from '@/lib/wallet/incoming/use-incoming';
import type { PayLists } from '@/lib/wallet/pay/pay-params';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { IncomingList } from './incoming-list';

/** A changed amount counts after this time, so that an amount that is being typed is never paid. In ms. */
const EDIT_MS = 1_000;

/** Payment request on the screen. */
type Request = {
  lists: PayLists;
  chainId: number;
  token: ListedToken;
  /** Base units, null for any amount, or undefined while the amount is invalid. */
  amount: bigint | null | undefined;
};

/**
 * React hook that returns what became of a request since it was opened, and a function that starts the next one. The
 * start survives a reload.
 */
function useOutcome({ lists: { account, coins }, chainId, token, amount: typed }: Request) {
  const amount = useDebounced(typed, EDIT_MS);
  const place = { chainId, account };
  const { data, tokens, isFetchedAfterMount, isError } = useIncoming({ ...place, coins }, true);
  const [since, setSince] = useState(() => readRequestStart(place));
  const start = (block: bigint) => {
    setSince(block);
    writeRequestStart(place, block);
  };
  const head = data?.head.number;
  const open = useEffectEvent(() => {
    if (since === null && head !== undefined) start(head);
  });
  const isRead = isFetchedAfterMount && head !== undefined;
  useEffect(() => {
    if (isRead) open();
  }, [isRead]);
  // After a reset of a local chain, the request's block doesn't exist yet.
  const from = since !== null && head !== undefined && since > head ? head : since;
  useEffect(() => {
    useOpenRequest.setState({ request: from === null ? null : { chainId, since: from } });
  }, [chainId, from]);
  const close = useEffectEvent(() => {
    useOpenRequest.setState({ request: null });
    writeRequestStart(place, null);
  });
  useEffect(() => () => close(), []);
  const outcome =
    data && from !== null && amount !== undefined
      ? paymentOutcome({ token: token.address, amount }, data, from)
      : null;
  return { outcome, tokens, isError, startNext: () => start(head ?? 0n) };
}

type Shown = PaymentOutcome & { kind: Exclude<PaymentOutcome['kind'], 'waiting'> };

const isShown = (outcome: PaymentOutcome | null): outcome is Shown =>
  outcome !== null && outcome.kind !== 'waiting';

/** What an outcome means for the request, in one or two sentences. */
function OutcomeText({ outcome, token }: { outcome: PaymentOutcome; token: ListedToken }) {
  const t = useTranslations('wallet.pay.outcome');
  const locale = useLocale();
  const { kind, received, missing, extra } = outcome;
  const { symbol, decimals } = token;
  const text = (amount: bigint) => formatAmount(amount, decimals, locale, decimals);
  if (kind === 'waiting') return t('waiting');
  if (kind === 'other') return t('otherNote', { symbol });
  const note =
    missing > 0n ? t('missing', { received: text(received), missing: text(missing), symbol }) : null;
  if (kind === 'removed') return [t('removedNote'), note].filter(Boolean).join(' ');
  return extra > 0n ? t('extra', { extra: text(extra), symbol }) : note;
}

/** Shows the payments that a request receives: a note on the page, and a full-screen dialog for each change. */
export function RequestWatch({ network, ...request }: Request & { network: string }) {
  const { chainId, token } = request;
  const { account, contracts } = request.lists;
  const t = useTranslations('wallet.pay.outcome');
  const locale = useLocale();
  const nameOf = useCounterpartyName(account, contracts);
  const isUnreachable = useIsUnreachable(chainId);
  const other = useDialogs((state) => state.open);
  const { outcome, tokens, isError, startNext } = useOutcome(request);
  const [seen, setSeen] = useState<string | null>(null);
  // While the dialog closes, it keeps what it showed.
  const [last, setLast] = useState<Shown | null>(null);
  const current = isShown(outcome) ? outcome : null;
  const isOpen = current !== null && outcomeKey(current) !== seen && other === null;
  if (isOpen && (last === null || outcomeKey(last) !== outcomeKey(current))) setLast(current);
  const shown = isOpen ? current : last;
  const close = () => {
    if (!current) return;
    setSeen(outcomeKey(current));
    if (current.kind === 'paid') startNext();
  };
  const lists = { chainId, tokens, nameOf };

  return (
    <>
      <div role="status" className="grid min-h-11 content-start justify-items-start gap-1 text-sm">
        {isUnreachable || isError ? (
          t('offline', { network })
        ) : current ? (
          <>
            <strong className="font-[550]">{t(`title.${current.kind}`)}</strong>
            <OutcomeText outcome={current} token={token} />
            <TextButton onClick={() => setSeen(null)}>{t('details')}</TextButton>
          </>
        ) : (
          <span className="text-muted">{t('waiting')}</span>
        )}
      </div>
      <Dialog
        open={isOpen}
        onClose={close}
        title={shown ? t(`title.${shown.kind}`) : ''}
        closeLabel={t('close')}
        isFull
      >
        {shown ? (
          <div className="mx-auto flex w-full max-w-prose flex-col gap-5 pt-4">
            <div role="status" className="grid gap-2 text-center">
              {shown.counted.length > 0 ? (
                <p className={`figures text-3xl wrap-anywhere ${shown.kind === 'paid' ? 'text-gain' : ''}`}>
                  {formatAmount(shown.received, token.decimals, locale, token.decimals)}{' '}
                  <bdi>{token.symbol}</bdi>
                </p>
              ) : null}
              <p>
                <OutcomeText outcome={shown} token={token} />
              </p>
              <p className="text-sm text-muted">{network}</p>
            </div>
            {shown.counted.length > 0 ? <IncomingList payments={shown.counted} {...lists} /> : null}
            {shown.others.length > 0 ? (
              <section className="grid gap-3">
                <h3 className="text-sm font-[550]">{t('others', { symbol: token.symbol })}</h3>
                <IncomingList payments={shown.others} {...lists} />
              </section>
            ) : null}
            {shown.removed.length > 0 ? (
              <section className="grid gap-3">
                <h3 className="text-sm font-[550] text-error">{t('removed')}</h3>
                <IncomingList payments={shown.removed} {...lists} />
              </section>
            ) : null}
            <div className="dialog-action">
              <Button variant="primary" onClick={close}>
                {t(shown.kind === 'paid' ? 'done' : 'keepWaiting')}
              </Button>
            </div>
          </div>
        ) : null}
      </Dialog>
    </>
  );
}
