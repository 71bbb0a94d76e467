import type { ReactNode } from 'react';

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
