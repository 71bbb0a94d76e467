import { useFormatter, useTranslations } from 'next-intl';
import { type DeviceStatement, ownDeviceStatement } from '@/lib/wallet/signing/device-statement';
import { withoutSecrets } from '@/lib/wallet/signing/message';
import type { Reading } from '@/lib/wallet/signing/reading';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';
import { BalanceChanges } from './balance-changes';
import { areaClass, ClearRequest, RawRequest } from './clear-request';
import { FactGroups } from './fact-groups';
import { FindingList } from './finding-list';
import { IntentHeadline, useIntentText } from './intent-headline';
import type { RequestReading } from './use-reading';

/** Estimates how many rows a message takes up on a phone, from 2 to 10. */
function rowsOf(text: string): number {
  const rows = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 36)), 0);
  return Math.min(10, Math.max(2, rows));
}

/** Returns the site that a sign-in message (EIP-4361) is for, or null for any other request. */
function signInSite({ groups }: Reading): string | null {
  const facts = groups.find(({ title }) => title === 'signIn')?.facts ?? [];
  const site = facts.find((fact) => 'label' in fact && fact.label === 'site')?.value;
  return site?.kind === 'text' ? site.text : null;
}

/** What the messages page asks for: a sentence that says all of it, with the signed fields in the details. */
function DeviceRequest({
  request,
  statement,
  read: { reading, isReady },
}: {
  request: SignatureRequest;
  statement: DeviceStatement;
  read: Pick<RequestReading, 'reading' | 'isReady'>;
}) {
  const t = useTranslations('wallet.signing');
  const format = useFormatter();
  const { kind } = statement;
  const until =
    kind === 'binding' ? format.dateTime(new Date(statement.until * 1_000), { dateStyle: 'medium' }) : '';
  return (
    <div className="grid gap-5">
      <IntentHeadline text={t(`device.${kind}.sentence`, { until })} />
      <FindingList findings={reading.findings} isReady={isReady} />
      <p className="text-sm">{t(`device.${kind}.effect`)}</p>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-sm text-water underline underline-offset-4">
          {t('technical')}
        </summary>
        <div className="grid gap-5 pt-2">
          <FactGroups groups={reading.groups} />
          <RawRequest raw={request.raw} />
        </div>
      </details>
    </div>
  );
}

/** Details of a request whose intent is unknown: warnings, decoded content, and the raw request. */
function DecodedRequest({
  request,
  reading,
  isReady,
  lines,
  simulation,
  compared,
}: Pick<RequestReading, 'reading' | 'isReady' | 'lines' | 'simulation' | 'compared'> & {
  request: SignatureRequest;
}) {
  const t = useTranslations('wallet.signing');
  const { signIn, quoted } = useIntentText();
  const { findings, groups } = reading;
  const site = signInSite(reading);
  const said = groups.find(({ title }) => title === 'description')?.sentence;
  const text =
    request.kind === 'message' && request.message.text !== null ? withoutSecrets(request.message.text) : null;
  return (
    <div className="grid gap-5">
      {site === null ? null : <IntentHeadline text={signIn(site)} />}
      {said ? <IntentHeadline text={t('quoted', { text: quoted(said) })} /> : null}
      <FindingList findings={findings} isReady={isReady} />
      {/* Without a simulation, the decoded fields below already name each amount. */}
      {simulation === 'failed' ? null : (
        <BalanceChanges lines={lines} state={simulation} compared={compared} headline={undefined} />
      )}
      <FactGroups groups={groups} />
      {text === null ? null : (
        <textarea readOnly aria-label={t('content')} value={text} rows={rowsOf(text)} className={areaClass} />
      )}
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-sm text-water underline underline-offset-4">
          {t('raw')}
        </summary>
        <RawRequest raw={request.raw} />
      </details>
    </div>
  );
}

/** Details of a request: its intent as a sentence if it is known (ERC-7730) or the messages page's, and its decoded content otherwise. */
export function RequestDetails({
  request,
  read: { description, ...read },
}: {
  request: SignatureRequest;
  read: RequestReading;
}) {
  const statement = request.kind === 'typedData' ? ownDeviceStatement(request.typedData, read.context) : null;
  if (statement) return <DeviceRequest request={request} statement={statement} read={read} />;
  return description ? (
    <ClearRequest request={request} description={description} {...read} />
  ) : (
    <DecodedRequest request={request} {...read} />
  );
}
