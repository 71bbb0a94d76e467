import encodeQR from 'qr';
import type { Art } from '@/components/site/art/line-art';
import { Lines } from '@/components/site/art/line-art';
import { tideLines } from '@/lib/art/tide-lines';

const lines = tideLines({
  seed: 10,
  width: 560,
  height: 420,
  lines: 15,
  steps: 12,
  left: [0.05, 0.95],
  right: [0.05, 0.95],
  swell: 0.03,
  stones: [{ x: 0.5, y: 0.5, width: 0.26, height: 0.3 }],
});

const SIZE = 180;
/** QR code (ISO/IEC 18004) without a quiet zone, which the frame around it provides. */
const modules = encodeQR('ethereum:0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359', 'raw', {
  ecc: 'low',
  border: 1,
})
  .slice(1, -1)
  .map((row) => row.slice(1, -1));
const unit = SIZE / modules.length;
const place = (i: number) => Math.round(i * unit * 100) / 100;
const code = modules
  .flatMap((row, y) =>
    row.map((dark, x) =>
      dark ? `M${place(x)} ${place(y)}H${place(x + 1)}V${place(y + 1)}H${place(x)}z` : '',
    ),
  )
  .join('');

/** A QR code in the middle of the tide lines. It requests a payment to the sample address from EIP-681. */
export const qrSketch: Art = {
  width: 560,
  height: 420,
  drawing: (
    <>
      <Lines paths={lines} index={0} color="var(--color-tide)" />
      <rect
        x="170"
        y="100"
        width="220"
        height="220"
        rx="12"
        fill="var(--color-paper)"
        color="var(--color-ink)"
        strokeWidth="1.6"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={code}
        transform="translate(190 120)"
        fill="var(--color-ink)"
        stroke="none"
        shapeRendering="crispEdges"
      />
    </>
  ),
};
