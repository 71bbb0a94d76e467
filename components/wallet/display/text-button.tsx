import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { notify } from '@/lib/browser/notices';

/** A word in a line of text that does something here. */
export function TextButton({
  id,
  opensDialog = false,
  label,
  onClick,
  children,
}: {
  id?: string;
  opensDialog?: boolean;
  /** Its whole name, beginning with the word, where that alone does not tell. */
  label?: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      id={id}
      aria-label={label}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      onClick={onClick}
      className="min-h-11 min-w-11 text-start text-sm text-water underline underline-offset-4"
    >
      {children}
    </button>
  );
}

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
