import { useLocale, useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { QrCode } from '@/components/wallet/display/qr-code';
import { CopyButton, TextButton, useCopy } from '@/components/wallet/display/text-button';
import { notify } from '@/lib/browser/notices';
import { saveFile } from '@/lib/browser/save-file';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';

const SIDE_PX = 1_024;

/** Renders a QR code as a PNG. @throws if the browser cannot draw it. */
async function svgToPng(svg: SVGSVGElement): Promise<Blob> {
  const image = new Image(SIDE_PX, SIDE_PX);
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0, SIDE_PX, SIDE_PX);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** Shows a payment request as a QR code for wallets, and shares it as a link. */
export function RequestCode({
  request,
  caption,
  network,
  label,
  isWrong,
}: {
  /** EIP-681 URI. */
  request: string;
  caption: string;
  network: string;
  /** Description of the request. */
  label: string;
  /** Whether no code can be shown at the moment, because the amount is wrong. */
  isWrong: boolean;
}) {
  const t = useTranslations('wallet.pay');
  const locale = useLocale();
  const copy = useCopy();
  const code = useRef<SVGSVGElement>(null);
  const path = getPathname({ locale, href: routes.pay });
  const link = new URL(`${path}?${new URLSearchParams({ tab: 'pay', request })}`, window.location.origin)
    .href;

  const share = async () => {
    try {
      await navigator.share({ title: t('title'), text: `${caption}, ${network}`, url: link });
    } catch (error) {
      // An AbortError means that the user closed the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) notify('error', t('shareFailed'));
    }
  };
  const save = async () => {
    try {
      if (code.current) saveFile('tidewell-request.png', await svgToPng(code.current));
    } catch {
      notify('error', t('saveFailed'));
    }
  };

  const hasShare = 'share' in navigator;
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] content-start justify-items-center gap-4 self-start rounded-soft border border-line bg-raised p-5 md:row-span-2">
      {isWrong ? (
        <p
          role="status"
          className="grid aspect-square w-full max-w-72 content-center text-center text-sm text-muted"
        >
          {t('noCode')}
        </p>
      ) : (
        <QrCode ref={code} value={request} label={label} />
      )}
      {/* Without a code, the space stays, so that nothing moves while an amount is corrected. */}
      <figcaption
        className={`grid w-full justify-items-center gap-1 text-center ${isWrong ? 'invisible' : ''}`}
      >
        <span className="figures text-xl wrap-anywhere">{caption}</span>
        <span className="text-sm text-muted">{network}</span>
      </figcaption>
      <div className={`grid w-full gap-1 ${isWrong ? 'invisible' : ''}`}>
        <Button variant="primary" onClick={() => void (hasShare ? share() : copy(link))}>
          {t(hasShare ? 'share' : 'copyLink')}
        </Button>
        <div className="flex flex-wrap justify-center gap-x-5">
          {hasShare ? <CopyButton text={link} label={t('copyLink')} /> : null}
          <TextButton onClick={() => void save()}>{t('savePicture')}</TextButton>
        </div>
      </div>
    </figure>
  );
}
