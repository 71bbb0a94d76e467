import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';

/** Marks a value as out of date with a clock and words. Replaces the price change, so that nothing moves. */
export function StaleMark({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-center justify-end gap-1 text-xs text-warning">
      <Icon
        path="M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15ZM10 6v4.500l3 2"
        size={20}
        className="size-3.5"
      />
      {children}
    </span>
  );
}
