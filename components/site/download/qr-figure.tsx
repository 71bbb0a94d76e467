import { QRCodeSVG } from 'qrcode.react';

export const QR_SIZE_PX = 240;
export const QR_MARGIN_MODULES = 2;

/** A QR code for a link, with a caption. It is dark on white in both themes, because scanners need the contrast. */
export function QrFigure({
  link,
  label,
  caption,
  className,
}: {
  link: string;
  /** Text for screen readers. */
  label: string;
  caption: string;
  className: string;
}) {
  return (
    <figure className={className}>
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
  );
}
