import { useTranslations } from 'next-intl';
import { withoutSecrets } from '@/lib/wallet/signing/message';
import type { Group, Reading } from '@/lib/wallet/signing/reading';
import type { SignatureRequest } from './demo-request';
import { FactGroup } from './fact-group';
import { FindingList } from './finding-list';
import { NetworkFee } from './network-fee';

/** Which of several groups of its kind it is, from 1; null for the only one. */
function numberOf(groups: readonly Group[], index: number): number | null {
  const isAlike = ({ title }: Group) => title === groups[index]?.title;
  return groups.filter(isAlike).length > 1 ? groups.slice(0, index + 1).filter(isAlike).length : null;
}

/** As many rows as a text takes on a phone, about, between two and ten. */
function rowsOf(text: string): number {
  const rows = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 36)), 0);
  return Math.min(10, Math.max(2, rows));
}

/** What is about to be signed: what is noticed, what it says in clear words, and as it is, whole. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place in the reading
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
