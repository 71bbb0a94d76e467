import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { FigureRow } from '@/components/wallet/display/figure-line';
import { shortAddress } from '@/lib/evm/address';
import type { ChangeLine } from '@/lib/wallet/signing/balance-changes';
import { callGroup } from '@/lib/wallet/signing/call';
import { addressValue, networkFact, type SigningContext } from '@/lib/wallet/signing/context';
import type { DescribedField } from '@/lib/wallet/signing/describe-call';
import { isDanger } from '@/lib/wallet/signing/finding';
import type { FactLabel, Group, Reading } from '@/lib/wallet/signing/reading';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';
import { type ListedToken, listedToken } from '@/lib/wallet/tokens/listed-token';
import { BalanceChanges, type SimulationState } from './balance-changes';
import { FactGroups } from './fact-groups';
import { FactText, useAddressName } from './fact-text';
import { FindingList } from './finding-list';
import { AmountFiat, IntentHeadline, useIntentText } from './intent-headline';
import type { RequestReading } from './use-reading';

/** Style of a read-only text area with the content of a request. */
export const areaClass = 'w-full resize-none border border-line bg-transparent p-3 font-mono text-xs';

/** The raw request in a read-only text area. */
export function RawRequest({ raw }: { raw: string }) {
  const t = useTranslations('wallet.signing');
  return (
    <textarea readOnly aria-label={t('raw')} value={raw} rows={8} className={`${areaClass} break-all`} />
  );
}

type Shown = Pick<RequestReading, 'description' | 'context' | 'pledge'> & { request: SignatureRequest };

/** What only the review of the site's own transaction has. */
type OwnRequest = {
  /** Headline if the call has no descriptor. */
  title: string;
  details: ReactNode;
  /** What the wallet will ask for. */
  prompts: ReactNode;
};

/** The value of a field. An amount that the user didn't enter is shortened, and has its fiat value. */
function FieldValue({
  field: { label, value },
  token,
}: {
  field: Pick<DescribedField, 'value'> & { label: FactLabel };
  token: ListedToken | null;
}) {
  if (label === 'amount' || value.kind !== 'amount' || !token) return <FactText value={value} />;
  return (
    <>
      <AmountToggle value={value.raw} decimals={token.decimals} /> {token.symbol}
      <AmountFiat raw={value.raw} token={token} />
    </>
  );
}

/** Details of a transaction: fields that the sentence leaves out, contract, network, and nonce. */
function TransactionRows({
  request,
  description,
  context,
  pledge,
  isOwn,
}: Shown & {
  /** Whether the site's own form has shown the details of the pledge. */
  isOwn: boolean;
}) {
  const t = useTranslations('wallet.signing');
  const name = useAddressName();
  const id = useId();
  if (request.kind !== 'transaction') return null;
  const { transaction, chainId } = request;
  const { to, data, nonce } = transaction;
  const { fields, isComplete } = description ?? { fields: [], isComplete: true };
  const token = to && listedToken(context.coins, chainId, to);
  const isRead = typeof pledge !== 'string';
  const rest = fields.filter(
    ({ label, isInSentence }) =>
      label !== 'spender' &&
      !(label === 'term' && isRead) &&
      (!isInSentence || !isComplete || label === 'paidTo'),
  );
  const rows = [...(isRead && !isOwn ? pledge : []), ...rest];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs, and these are read-only
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className="text-sm font-[550]">
        {t('group.transaction')}
      </h3>
      <dl className="border-t border-line">
        {rows.map((field) => (
          <FigureRow key={field.label} label={t(`fact.${field.label}`)}>
            <FieldValue
              field={field}
              token={field.token && listedToken(context.coins, chainId, field.token)}
            />
          </FigureRow>
        ))}
        {to === null || data === '0x' ? null : (
          <FigureRow label={t('fact.contract')}>
            {token?.symbol ?? name(addressValue(context, to))}{' '}
            <span className="font-mono text-xs text-muted">{shortAddress(to)}</span>
          </FigureRow>
        )}
        <FigureRow label={t('fact.chain')}>
          <FactText value={networkFact(context, chainId).value} />
        </FigureRow>
        {nonce === undefined ? null : <FigureRow label={t('fact.nonce')}>{String(nonce)}</FigureRow>}
      </dl>
      {pledge === 'failed' ? (
        <p className="mt-3 border-s-2 border-warning ps-3 text-sm">{t('unreadPledge')}</p>
      ) : null}
    </div>
  );
}

const isAllowance = ({ title }: Group) => title === 'allowance' || title === 'revocation';

/** Splits the groups of a decoded request into token allowances, which are always shown, and technical details. */
function splitGroups(request: SignatureRequest, groups: readonly Group[], context: SigningContext) {
  const network = networkFact(context, request.chainId);
  const allowances = groups.filter(isAllowance);
  const isTransaction = request.kind === 'transaction';
  const call = isTransaction ? callGroup(request.transaction, context) : null;
  const hidden = isTransaction ? ['transaction', 'call'] : [];
  const technical = groups.filter((group) => !isAllowance(group) && !hidden.includes(group.title));
  return {
    main: isTransaction
      ? allowances
      : allowances.map(({ title, facts }) => ({ title, facts: [...facts, network] })),
    technical: call ? [call, ...technical] : technical,
  };
}

/**
 * A request whose intent is known (ERC-7730): its intent as a sentence, warnings, and balance changes.
 * Technical details are collapsed unless the request is dangerous.
 */
export function ClearRequest({
  reading: { findings, groups },
  isReady,
  lines,
  simulation,
  compared,
  own,
  ...shown
}: Shown & {
  reading: Reading;
  isReady: boolean;
  lines: readonly ChangeLine[];
  simulation: SimulationState;
  /** Number of balances compared for a DApp's request, or null. */
  compared: number | null;
  /** Set for the review of the site's own transaction, which comes before the wallet's request. */
  own?: OwnRequest;
}) {
  const t = useTranslations('wallet.signing');
  const { sentenceOf } = useIntentText();
  const { request, description, context } = shown;
  const { main, technical } = splitGroups(request, groups, context);
  const amount = description?.fields.find(({ label }) => label === 'amount');
  return (
    <div className="grid gap-5">
      <IntentHeadline
        text={description ? sentenceOf(description) : (own?.title ?? '')}
        chainId={request.chainId}
        field={amount}
      />
      {own && findings.length === 0 ? null : <FindingList findings={findings} isReady={isReady} />}
      {own?.details}
      {/* Before the changes, which would push it out of view on a phone. */}
      {own?.prompts}
      <FactGroups groups={main} />
      {request.kind === 'transaction' && (main.length === 0 || lines.length > 0 || compared !== null) ? (
        <BalanceChanges lines={lines} state={simulation} compared={compared} headline={amount?.value} />
      ) : null}
      <TransactionRows {...shown} isOwn={own !== undefined} />
      <details open={findings.some(isDanger)}>
        <summary className="flex min-h-11 cursor-pointer items-center text-sm text-water underline underline-offset-4">
          {t('technical')}
        </summary>
        <div className="grid gap-5 pt-2">
          <FactGroups groups={technical} />
          <div className="grid gap-2">
            <p className="text-sm font-[550]">{t('raw')}</p>
            <RawRequest raw={request.raw} />
          </div>
        </div>
      </details>
    </div>
  );
}
