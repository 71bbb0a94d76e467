import { useFormatter, useTranslations } from 'next-intl';
import { useCallback, useId, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Bar, LoadingStatus } from '@/components/wallet/display/skeleton';
import { TextButton } from '@/components/wallet/display/text-button';
import { saveFile } from '@/lib/browser/save-file';
import type { Messenger } from '@/lib/messages/messenger-type';
import type { PlainImage } from '@/lib/messages/protocol/content';
import type { MessageView } from '@/lib/messages/protocol/view-types';
import { ImageCanvas } from './image-canvas';
import { useIsNear, useMessageImage } from './use-message-image';
import { useReasonText } from './use-messenger-action';

/** Maximum side length of an image in the list, in CSS pixels and in decoded pixels. */
const SHOWN_PX = 320;
const DECODED_PX = 2 * SHOWN_PX;
const EXTENSIONS = { 'image/webp': 'webp', 'image/jpeg': 'jpg' } as const;

type ImageBody = Extract<NonNullable<MessageView['body']>, { type: 'image' }>;

/** Access to the images of a conversation. */
export type ImageContext = {
  /** Whether images load only after a click, because a stranger started the conversation. */
  loadsOnClick: boolean;
  read: (message: MessageView['reference']) => Promise<PlainImage>;
  progress: Pick<Messenger, 'subscribe' | 'imageProgress'>;
};

/** The image at full size, with its description and a button to save it. */
function LargeImage({ body: { description }, read }: { body: ImageBody; read: () => Promise<PlainImage> }) {
  const t = useTranslations('wallet.messages');
  const reasonText = useReasonText();
  const image = useMessageImage(read, { isEnabled: true, longest: Number.POSITIVE_INFINITY });
  return (
    <div className="grid gap-4 pb-2">
      <LoadingStatus text={image.state === 'loading' ? t('image.loading') : null} />
      {image.state === 'loading' ? <Bar className="h-64 w-full" /> : null}
      {image.state === 'failed' ? (
        <div role="alert">
          <p className="text-sm text-error">{reasonText(image.reason)}</p>
          <TextButton onClick={image.retry}>{t('image.retry')}</TextButton>
        </div>
      ) : null}
      {image.state === 'ready' ? (
        <>
          <ImageCanvas
            bitmap={image.bitmap}
            label={description ?? t('kind.image')}
            className="max-h-[65dvh] max-w-full justify-self-center"
          />
          {description === undefined ? null : <bdi className="text-sm wrap-anywhere">{description}</bdi>}
          <div>
            <Button
              size="small"
              onClick={() => {
                const { bytes, mediaType } = image.plain;
                saveFile(`image.${EXTENSIONS[mediaType]}`, new Blob([bytes], { type: mediaType }));
              }}
            >
              {t('image.save')}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}

/** Upload progress of a queued image. */
function UploadProgress({ message, progress }: { message: MessageView; progress: ImageContext['progress'] }) {
  const t = useTranslations('wallet.messages.image');
  const format = useFormatter();
  const part = useSyncExternalStore(progress.subscribe, () => progress.imageProgress(message.reference));
  if (part === null) return null;
  return (
    <p className="figures text-xs text-muted">
      {t('uploading', { part: format.number(part, { style: 'percent', maximumFractionDigits: 0 }) })}
    </p>
  );
}

/**
 * An image in the list. Its dimensions come from the message, so the layout doesn't shift when it loads. Decoded only
 * while it is near the viewport. A click opens it at full size.
 */
export function MessageImage({
  message,
  body,
  name,
  images,
}: {
  message: MessageView;
  body: ImageBody;
  /** The sender's name. */
  name: string;
  images: ImageContext;
}) {
  const t = useTranslations('wallet.messages.image');
  const reasonText = useReasonText();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(frame);
  const [isAllowed, setAllowed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { read: readImage, loadsOnClick, progress } = images;
  const { by, id: messageId } = message.reference;
  const read = useCallback(() => readImage({ by, id: messageId }), [readImage, by, messageId]);
  const isShown = !loadsOnClick || isAllowed || message.isOwn;
  const image = useMessageImage(read, { isEnabled: isShown && isNear, longest: DECODED_PX });
  const { image: file, description } = body;
  const scale = Math.min(1, SHOWN_PX / Math.max(file.width, file.height));
  return (
    // Lets the column be narrower than the image on small screens.
    <div className="grid grid-cols-[minmax(0,auto)] gap-1">
      <div
        ref={frame}
        aria-busy={image.state === 'loading'}
        style={{ width: file.width * scale, aspectRatio: `${file.width} / ${file.height}` }}
        className="relative grid min-h-11 max-w-full min-w-11 place-items-center overflow-hidden rounded-sharp bg-sunken"
      >
        {image.state === 'ready' ? (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={description === undefined ? t('open') : t('openDescribed', { description })}
            onClick={() => setOpen(true)}
            className="absolute inset-0 grid place-items-center"
          >
            <ImageCanvas bitmap={image.bitmap} label={null} className="size-full" />
          </button>
        ) : null}
        {image.state === 'loading' ? <span className="sr-only">{t('loading')}</span> : null}
      </div>
      {isShown ? null : (
        <div className="grid gap-1">
          <p id={id} className="text-sm text-muted">
            {t('stranger')}
          </p>
          <div>
            <Button size="small" aria-describedby={id} onClick={() => setAllowed(true)}>
              {t('show')}
            </Button>
          </div>
        </div>
      )}
      {image.state === 'failed' ? (
        <div role="status" className="grid">
          <p className="text-sm text-muted">{reasonText(image.reason)}</p>
          {image.reason === 'gone' || image.reason === 'broken' ? null : (
            <TextButton onClick={image.retry}>{t('retry')}</TextButton>
          )}
        </div>
      ) : null}
      {description === undefined ? null : <bdi className="text-sm wrap-anywhere">{description}</bdi>}
      {message.state.kind === 'waiting' ? <UploadProgress message={message} progress={progress} /> : null}
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={message.isOwn ? t('ownLarge') : t('large', { name })}
        closeLabel={t('close')}
      >
        {isOpen ? <LargeImage body={body} read={read} /> : null}
      </Dialog>
    </div>
  );
}
