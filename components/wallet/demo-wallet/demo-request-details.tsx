import { useLocale, useTranslations } from 'next-intl';
import { useId } from 'react';
import { useDisplayPrices } from '@/components/wallet/coins/use-display-prices';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { useChainMapping, useCoinsQuietly } from '@/lib/api/hooks';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { chainErrorCode } from '@/lib/evm/errors';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { withoutSecrets } from '@/lib/wallet/signing/message';
import type { Fact, Group, Reading } from '@/lib/wallet/signing/reading';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import { useNetworkFee } from '@/lib/wallet/transactions/use-network-fee';
import type { SignatureRequest } from './demo-request';
import { FactText } from './fact-text';
import { FindingList } from './finding-list';

const DECIMALS = 18;
/** Number of decimals to show. Fees are so small that most would show as zero with six decimals. */
const SHOWN_DECIMALS = 9;

/** Estimated maximum network fee of a transaction, with its fiat value, shown before it is confirmed. */
function NetworkFee({
  request: { account, chainId, transaction },
}: {
  request: Extract<SignatureRequest, { kind: 'transaction' }>;
}) {
  const t = useTranslations('wallet.demo.fee');
  const locale = useLocale();
  const { to, value, data, gas, fees } = transaction;
  const perGas = 'gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas;
  const { fee, error } = useNetworkFee(chainId, account, { to, value, data }, { gas, perGas });
  const { data: chains = [] } = useChainMapping();
  const { data: coins = [] } = useCoinsQuietly();
  const { priceOf, money } = useDisplayPrices();

  const native = listedToken(coins, chainId, NATIVE_TOKEN);
  const price = native && priceOf(native.coinId);
  const symbol = chains.find(({ id }) => id === chainId)?.nativeSymbol ?? '';
  const isUnreachable = error !== null && chainErrorCode(error) === 'nodeUnreachable';
  return (
    <dl>
      <FigureRow label={t('label')}>
        {fee === undefined ? (
          <span role="status">
            {error === null ? t('estimating') : t(isUnreachable ? 'unreachable' : 'failed')}
          </span>
        ) : (
          <>
            <AmountText value={fee} decimals={DECIMALS} locale={locale} maxDecimals={SHOWN_DECIMALS} />{' '}
            {symbol}
            {price ? (
              <span className="block text-xs text-muted">
                <FiatValueText value={fiatValue(fee, DECIMALS, price.price)} money={money} />
              </span>
            ) : null}
          </>
        )}
      </FigureRow>
    </dl>
  );
}

/** Maximum indentation level of nested fields, because a phone has no room for more. */
const DEEPEST_INDENT = 4;

function FactLine({ fact }: { fact: Fact }) {
  const t = useTranslations('wallet.signing.fact');
  const isOwn = 'label' in fact;
  const indent = isOwn ? 0 : Math.min(fact.depth, DEEPEST_INDENT);
  const isHead = !isOwn && fact.value.kind === 'text' && fact.value.text === '';
  return (
    <div className="border-b border-line py-2" style={{ paddingInlineStart: `${indent * 0.75}rem` }}>
      <dt className={isOwn ? 'text-xs text-muted' : 'font-mono text-xs break-all text-muted'}>
        {isOwn ? t(fact.label) : fact.field}
      </dt>
      <dd className={isHead ? 'sr-only' : 'figures text-sm wrap-anywhere whitespace-pre-wrap'}>
        {isHead ? '–' : <FactText value={fact.value} />}
      </dd>
    </div>
  );
}

/** One section of a decoded request. `number` distinguishes sections that have the same title. */
function FactGroup({ group: { title, facts }, number }: { group: Group; number: number | null }) {
  const t = useTranslations('wallet.signing.group');
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs, and these are read-only
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className="text-sm font-[550]">
        {t(title)}
        {number === null ? null : <span className="figures"> {number}</span>}
      </h3>
      <dl className="border-t border-line">
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fact is identified by its position
          <FactLine key={index} fact={fact} />
        ))}
      </dl>
    </div>
  );
}

/** Returns the number of a group among groups with the same title, from 1, or null if the title is unique. */
function numberOf(groups: readonly Group[], index: number): number | null {
  const isAlike = ({ title }: Group) => title === groups[index]?.title;
  return groups.filter(isAlike).length > 1 ? groups.slice(0, index + 1).filter(isAlike).length : null;
}

/** Returns the approximate number of rows that a text takes up on a phone, from 2 to 10. */
function rowsOf(text: string): number {
  const rows = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 36)), 0);
  return Math.min(10, Math.max(2, rows));
}

/** Details of a request: its warnings, its decoded content, and the raw request. */
export function DemoRequestDetails({
  request,
  reading: { findings, groups },
  isReady,
}: {
  request: SignatureRequest;
  reading: Reading;
  isReady: boolean;
}) {
  const t = useTranslations('wallet.demo');
  const text =
    request.kind === 'message' && request.message.text !== null ? withoutSecrets(request.message.text) : null;
  return (
    <div className="grid gap-5">
      <FindingList findings={findings} isReady={isReady} />
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its position
        <FactGroup key={index} group={group} number={numberOf(groups, index)} />
      ))}
      {text === null ? null : (
        <textarea
          readOnly
          aria-label={t('content')}
          value={text}
          rows={rowsOf(text)}
          className="w-full resize-none border border-line bg-transparent p-3 font-mono text-xs"
        />
      )}
      {request.kind === 'transaction' ? <NetworkFee request={request} /> : null}
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-sm text-water underline underline-offset-4">
          {t('raw')}
        </summary>
        <textarea
          readOnly
          aria-label={t('raw')}
          value={request.raw}
          rows={8}
          className="w-full resize-none border border-line bg-transparent p-3 font-mono text-xs break-all"
        />
      </details>
    </div>
  );
}
