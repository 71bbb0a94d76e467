import { tideLines } from '@/lib/art/tide-lines';
import { LineArt } from './line-art';

const lines = tideLines({
  seed: 1,
  width: 64,
  height: 64,
  lines: 4,
  steps: 12,
  swell: 0,
  left: [0.15, 0.5],
  right: [0.15, 0.5],
  wells: [{ x: 0.5, width: 0.21, depth: 0.4 }],
});

/** The mark: four lines of tide that sink into a well. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <LineArt width={64} height={64} className={className}>
      <path d={lines.join('')} strokeWidth="5" strokeLinecap="round" />
    </LineArt>
  );
}
