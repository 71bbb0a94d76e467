import { Icon } from '@/components/ui/icon';

/** Arrow of a button that opens or closes what follows it. */
export function FoldMark({ isOpen }: { isOpen: boolean }) {
  return (
    <Icon
      path="m5 8 5 5 5-5"
      size={20}
      className={`inline-block align-text-bottom text-muted ${isOpen ? 'rotate-180' : ''}`}
    />
  );
}
