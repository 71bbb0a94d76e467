import { QRCodeSVG } from 'qrcode.react';
import { QR_MARGIN_MODULES, QR_SIZE_PX } from '@/lib/constants';
import './qr-popup.css';

/** The QR code of a link with its caption. Dark on white in either theme, as scanners want it. */
export function QrPopup({
  link,
  label,
  caption,
  className = '',
}: {
  link: string;
  label: string;
  caption: string;
  className?: string;
}) {
  return (
    <div className={`qr-popup ${className}`}>
      <figure className="rounded-soft border border-line bg-raised p-4">
        <QRCodeSVG
          value={link}
          size={QR_SIZE_PX}
          marginSize={QR_MARGIN_MODULES}
          level="M"
          bgColor="#ffffff"
          fgColor="#0b1b2b"
          title={label}
          role="img"
          className="block rounded-sharp"
        />
        <figcaption className="mt-3 text-center text-sm">{caption}</figcaption>
      </figure>
    </div>
  );
}
