import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { useCoins } from '@/lib/api/hooks';
import { NATIVE_TOKEN, shortAddress } from '@/lib/evm/address';
import { MINUS } from '@/lib/format/amount';
import type { ChangeLine } from '@/lib/wallet/signing/balance-changes';
import type { FactValue } from '@/lib/wallet/signing/reading';
import { AmountFiat } from './intent-headline';

/** State of the simulation. `failed` includes requests that can't be simulated. */
export type SimulationState = 'running' | 'done' | 'failed';

function Line({
  line: { isLeaving, holder, token, amount, balance },
  state,
  isInHeadline,
}: {
  line: ChangeLine;
  state: SimulationState;
  /** Whether the headline has the amount, exactly and with its fiat value. */
  isInHeadline: boolean;
}) {
  const t = useTranslations('wallet.signing.balance');
  const { data: coins = [] } = useCoins();
  const { decimals, symbol, coinId, address } = token;
  const isAdded = coinId === null && address !== NATIVE_TOKEN;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 border-b border-line py-3">
      <dt className="text-sm text-muted">
        <span aria-hidden="true">{isLeaving ? MINUS : '+'} </span>
        {t(isLeaving ? 'leaves' : 'arrives')}
      </dt>
      <dd className="figures text-end wrap-anywhere">
        {amount === null ? (
          <>
            {symbol} <span className="block text-xs text-muted">{t('unnamed')}</span>
          </>
        ) : (
          <>
            <span className="me-2 inline-flex -translate-y-0.5 align-middle">
              <TokenIcon icon={coins.find(({ id }) => id === coinId)?.icon} symbol={symbol} size={20} />
            </span>
            <AmountToggle
              value={amount}
              decimals={decimals}
              {...(isInHeadline ? { maxDecimals: decimals } : {})}
            />{' '}
            {symbol}
            {/* Anyone can give a token the symbol of another. */}
            {isAdded ? (
              <span className="ms-1 font-mono text-xs text-muted">{shortAddress(address)}</span>
            ) : null}
            {isInHeadline ? null : <AmountFiat raw={amount} token={token} />}
          </>
        )}
      </dd>
      {state === 'failed' ? null : (
        <>
          <dt className="text-sm text-muted">{t(holder)}</dt>
          <dd className="figures text-end text-sm wrap-anywhere">
            {t.rich('change', {
              before: () => <AmountToggle value={balance?.before} decimals={decimals} />,
              // If both don't fit on one line, the arrow stays with the second.
              result: (chunks) => <span className="inline-block">{chunks}</span>,
              after: () => <AmountToggle value={balance?.after} decimals={decimals} />,
              symbol,
            })}
          </dd>
        </>
      )}
    </div>
  );
}

const isShown = ({ amount, token }: ChangeLine, headline: FactValue | undefined) =>
  headline?.kind === 'amount' && headline.raw === amount && headline.token?.symbol === token.symbol;

/** Lists the tokens that a transaction sends and receives, with each balance before and after. */
export function BalanceChanges({
  lines,
  state,
  compared,
  headline,
}: {
  lines: readonly ChangeLine[];
  state: SimulationState;
  /** Number of balances compared, if others may change, too. Null if the request names every token that it moves. */
  compared: number | null;
  /** The amount in the headline. */
  headline: FactValue | undefined;
}) {
  const t = useTranslations('wallet.signing.balance');
  const id = useId();
  const isEmpty = lines.length === 0;
  if (isEmpty && state !== 'running' && compared === null) return null;
  const simulated =
    compared === null ? t('simulated') : t(isEmpty ? 'unchanged' : 'compared', { count: compared });
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-sm font-[550]">
        {t('title')}
      </h3>
      {isEmpty ? null : (
        <dl className="border-t border-line">
          {lines.map((line) => (
            <Line
              key={`${line.isLeaving} ${line.holder} ${line.token.address}`}
              line={line}
              state={state}
              isInHeadline={isShown(line, headline)}
            />
          ))}
        </dl>
      )}
      <p role="status" className="pt-2 text-xs text-muted">
        {state === 'done' ? simulated : t(state === 'running' ? 'loading' : 'unknown')}
      </p>
    </section>
  );
}
