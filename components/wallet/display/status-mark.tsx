import { Icon } from '@/components/ui/icon';

const marks = {
  success: { tone: 'text-success', path: 'M12 2a10 10 0 1 0 .010 0ZM7.500 12.500l3 3 6-7' },
  reverted: { tone: 'text-error', path: 'M12 2a10 10 0 1 0 .010 0ZM8.500 8.500l7 7m0-7-7 7' },
  pending: { tone: 'text-warning', path: 'M12 2a10 10 0 1 0 .010 0ZM12 6.500V12l4 2.500' },
} as const;

export type TransactionStatus = keyof typeof marks;

/** Whether a transaction is confirmed, as an icon and text. */
export function StatusMark({ status, text }: { status: TransactionStatus; text: string }) {
  const { tone, path } = marks[status];
  return (
    <span className={`inline-flex items-center gap-2 font-[550] ${tone}`}>
      <Icon path={path} />
      {text}
    </span>
  );
}
