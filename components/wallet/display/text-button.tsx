import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { copyText } from '@/lib/browser/copy-text';

/** A button styled as text. */
export function TextButton({
  id,
  opensDialog = false,
  label,
  onClick,
  children,
}: {
  id?: string;
  opensDialog?: boolean;
  /** Accessible name, for when the visible text alone is unclear. Must start with the visible text. */
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

/** React hook that returns a function to copy text, which shows a toast with the result (COPY-1). */
export function useCopy(): (text: string) => Promise<void> {
  const t = useTranslations('wallet.notice');
  return (text) => copyText(text, { copied: t('copied'), failed: t('copyFailed') });
}

/** Button that copies text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = useCopy();
  return <TextButton onClick={() => void copy(text)}>{label}</TextButton>;
}
