import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { TextButton } from '@/components/wallet/display/text-button';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { useCounterpartyName } from '@/components/wallet/display/use-counterparty-name';
import { HEAD_STALE_AFTER_MS } from '@/components/wallet/frame/stale-heads';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { useDialogs } from '@/lib/browser/dialogs';
import { useIsUnreachable } from '@/lib/evm/node-transport';
import { formatAmount } from '@/lib/format/amount';
import { routes } from '@/lib/routes';
import { useVerifiedNames } from '@/lib/wallet/ens/use-ens';
import { outcomeKey, type PaymentOutcome } from '@/lib/wallet/incoming/payment-outcome';
import { isTestnet } from '@/lib/wallet/networks/is-testnet';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import { IncomingList } from './incoming-list';
import { type Request, useRequestOutcome } from './use-request-outcome';

/** A check mark in a circle. */
const CHECK = 'M12 2a10 10 0 1 0 .010 0ZM7.500 12.500l3 3 6-7';

/** Time for which taps are ignored after the dialog opens, or its content changes, in ms. */
const CHANGE_MS = 600;

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

/** Returns a function that returns whether a dialog opened or changed so recently that a tap was meant for what was there before. */
function useRecentChange(isOpen: boolean, key: string | null): () => boolean {
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the key
  useEffect(() => {
    if (isOpen) changedAt.current = performance.now();
  }, [isOpen, key]);
  return () => performance.now() - changedAt.current < CHANGE_MS;
}

/** Shows the payments that a request receives: a note on the page, and a full-screen dialog for each change. */
export function RequestWatch({ network, ...request }: Request & { network: string }) {
  const { chainId, token } = request;
  const { account, contracts } = request.lists;
  const t = useTranslations('wallet.pay.outcome');
  const overview = useTranslations('wallet.overview');
  const locale = useLocale();
  const isUnreachable = useIsUnreachable(chainId);
  const other = useDialogs((state) => state.open);
  const node = useTranslations('wallet.node');
  const timeOf = useChainTime();
  const { outcome, tokens, isError, isRead, isIncomplete, head, startNext } = useRequestOutcome(request);
  const isTest = isTestnet(request.lists.chains, chainId);
  const isStale =
    !isTest && head !== null && head.checkedAt - Number(head.timestamp) * 1_000 > HEAD_STALE_AFTER_MS;
  const [seen, setSeen] = useState<string | null>(null);
  // While the dialog closes, it keeps what it showed.
  const [last, setLast] = useState<Shown | null>(null);
  const current = isShown(outcome) ? outcome : null;
  const isOpen = current !== null && outcomeKey(current) !== seen && other === null;
  if (isOpen && (last === null || outcomeKey(last) !== outcomeKey(current))) {
    setLast(current);
    // After a removal, the earlier outcome counts as a change if it returns.
    setSeen(null);
  }
  const shown = isOpen ? current : last;
  const payments = shown ? [...shown.counted, ...shown.others, ...shown.removed] : [];
  const verified = useVerifiedNames(payments.flatMap(({ from }) => from ?? []));
  const nameOf = useCounterpartyName(account, contracts, verified);
  const hasJustChanged = useRecentChange(isOpen, current && outcomeKey(current));
  const close = () => {
    if (!current || hasJustChanged()) return;
    setSeen(outcomeKey(current));
    if (current.kind === 'paid') startNext();
  };
  const lists = { chainId, tokens, nameOf };
  const paidIn = shown?.token && tokens.get(shown.token);

  return (
    <>
      <div role="status" className="grid min-h-11 content-start justify-items-start gap-1 text-sm">
        {isUnreachable || isError ? (
          t('offline', { network })
        ) : current ? (
          <>
            <strong className="font-[550]">{t(`title.${current.kind}`)}</strong>
            <OutcomeText outcome={current} token={token} />
            <span className="flex flex-wrap gap-x-5">
              <TextButton onClick={() => setSeen(null)}>{t('details')}</TextButton>
              <TextButton onClick={startNext}>{t('newRequest')}</TextButton>
            </span>
          </>
        ) : (
          <span className="text-muted">
            {isRead && isStale && head
              ? node('staleHead', { network, time: timeOf(head.timestamp) })
              : t(isRead ? 'waiting' : 'checking')}
          </span>
        )}
        {isIncomplete ? <span>{t('incomplete', { symbol: token.symbol })}</span> : null}
      </div>
      <Dialog
        open={isOpen}
        onClose={close}
        title={shown ? t(`title.${shown.kind}`) : ''}
        closeLabel={t('close')}
        isFull
      >
        {shown ? (
          <div className="mx-auto flex w-full max-w-prose grow flex-col gap-5 pt-4">
            <div className="flex grow flex-col justify-center gap-5">
              <div role="status" className="grid justify-items-center gap-2 text-center">
                {shown.kind === 'paid' ? <Icon path={CHECK} className="size-14 text-success" /> : null}
                {paidIn && shown.counted.length > 0 ? (
                  <div
                    className={`figures text-3xl wrap-anywhere ${shown.kind === 'paid' ? 'text-gain' : ''}`}
                  >
                    {formatAmount(shown.received, paidIn.decimals, locale, paidIn.decimals)}{' '}
                    <bdi>{paidIn.symbol}</bdi>
                  </div>
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
              {shown.kind === 'paid' ? (
                <p className="flex flex-wrap justify-center gap-x-5">
                  <WalletLink href={routes.activity}>{overview('activityAll')}</WalletLink>
                  <WalletLink href={routes.portfolio}>{overview('allAssets')}</WalletLink>
                </p>
              ) : null}
            </div>
            <div className="dialog-action">
              <Button key={outcomeKey(shown)} variant="signal" onClick={close}>
                {t(shown.kind === 'paid' ? 'done' : 'keepWaiting')}
              </Button>
            </div>
          </div>
        ) : null}
      </Dialog>
    </>
  );
}
