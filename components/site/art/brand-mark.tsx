import { brandMark, MARK_UNITS } from '@/lib/art/tide-lines';
import { LineArt } from './line-art';

const mark = brandMark();

/** The mark: four lines of tide that sink into a well. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <LineArt width={MARK_UNITS} height={MARK_UNITS} className={className}>
      <path d={mark.d} strokeWidth={mark.strokeWidth} strokeLinecap="round" />
    </LineArt>
  );
}
