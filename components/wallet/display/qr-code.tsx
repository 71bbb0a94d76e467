import { QRCodeSVG } from 'qrcode.react';
import type { Ref } from 'react';

const SIZE_PX = 288;
/** Quiet zone required by ISO/IEC 18004. */
const MARGIN_MODULES = 4;

/** A QR code. Dark on white in both themes, as scanners expect. */
export function QrCode({ value, label, ref }: { value: string; label: string; ref?: Ref<SVGSVGElement> }) {
  return (
    <QRCodeSVG
      {...(ref ? { ref } : {})}
      value={value}
      size={SIZE_PX}
      marginSize={MARGIN_MODULES}
      level="M"
      bgColor="#ffffff"
      fgColor="#0b1b2b"
      title={label}
      role="img"
      className="block h-auto w-full max-w-72 rounded-sharp"
    />
  );
}
