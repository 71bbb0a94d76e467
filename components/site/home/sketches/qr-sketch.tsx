import { QRCodeSVG } from 'qrcode.react';
import { tideLines } from '@/lib/art/tide-lines';
import { Lines } from '../../art/lines';
import { Sketch, type SketchProps } from './sketch';

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

/** A code in the middle of the stream: the well-known sample address of EIP-681 as a request. */
export function QrSketch(props: SketchProps) {
  return (
    <Sketch {...props} id="qr-sketch">
      <Lines paths={lines} index={0} className="text-tide" />
      <rect
        x="170"
        y="100"
        width="220"
        height="220"
        rx="12"
        className="fill-paper text-ink"
        strokeWidth="1.6"
        vectorEffect="non-scaling-stroke"
      />
      <QRCodeSVG
        value="ethereum:0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359"
        x={190}
        y={120}
        size={180}
        fgColor="currentColor"
        bgColor="transparent"
        className="text-ink"
        stroke="none"
      />
    </Sketch>
  );
}
