import { useTranslations } from 'next-intl';
import { notify } from '@/lib/browser/notices';
import { TextButton } from './text-button';

/** Copies a text and says whether it worked (COPY-1). */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslations('wallet.notice');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify('success', t('copied'));
    } catch {
      notify('error', t('copyFailed'));
    }
  };
  return <TextButton onClick={() => void copy()}>{label}</TextButton>;
}
