import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Bar, LoadingStatus } from '@/components/wallet/display/skeleton';
import { decodeImage } from '@/lib/messages/images/decode-image';
import {
  browserCodec,
  type ImageProblem,
  ImageProblemError,
  prepareImage,
} from '@/lib/messages/images/prepare-image';
import { MAX_DESCRIPTION_LENGTH, type PlainImage } from '@/lib/messages/protocol/content';
import { ImageCanvas } from './image-canvas';

type Prepared = { image: PlainImage; bitmap: ImageBitmap } | { problem: ImageProblem };

/** React hook that returns the image to send, the problem with the file, or null while it is being prepared. */
function usePrepared(file: File | null): Prepared | null {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  useEffect(() => {
    if (!file) return;
    let isCurrent = true;
    let bitmap: ImageBitmap | undefined;
    const prepare = async () => {
      const image = await prepareImage(file, browserCodec);
      // Previews the re-encoded image rather than the chosen file.
      const decoded = await decodeImage(image);
      if (!isCurrent) return decoded.close();
      bitmap = decoded;
      setPrepared({ image, bitmap });
    };
    prepare().catch((error: unknown) => {
      if (!isCurrent) return;
      setPrepared({ problem: error instanceof ImageProblemError ? error.problem : 'unreadable' });
    });
    return () => {
      isCurrent = false;
      bitmap?.close();
      setPrepared(null);
    };
  }, [file]);
  return prepared;
}

/** Dialog that previews the image to send and asks for a description. */
export function SendImageDialog({
  file,
  onClose,
  onSend,
}: {
  /** The chosen file, or null while the dialog is closed. */
  file: File | null;
  onClose: () => void;
  /** Called with the image to send. The dialog closes once the image is stored. */
  onSend: (image: PlainImage, description: string) => Promise<unknown>;
}) {
  const t = useTranslations('wallet.messages.image');
  const prepared = usePrepared(file);
  const [description, setDescription] = useState('');
  const [isSending, setSending] = useState(false);
  const image = prepared && 'image' in prepared ? prepared : null;
  const isLong = description.length > MAX_DESCRIPTION_LENGTH;
  const send = async () => {
    if (!image || isLong || isSending) return;
    setSending(true);
    await onSend(image.image, description.trim());
    setSending(false);
  };
  return (
    <Dialog
      open={file !== null}
      onClose={onClose}
      onClosed={() => setDescription('')}
      title={t('title')}
      closeLabel={t('close')}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <LoadingStatus text={prepared === null ? t('preparing') : null} />
        <div className="grid h-56 place-items-center overflow-hidden rounded-sharp bg-sunken">
          {prepared === null ? <Bar className="h-full w-full" /> : null}
          {image ? (
            <ImageCanvas bitmap={image.bitmap} label={t('preview')} className="max-h-56 max-w-full" />
          ) : null}
          {prepared && 'problem' in prepared ? (
            <p role="alert" className="p-4 text-center text-error">
              {t(`problem.${prepared.problem}`)}
            </p>
          ) : null}
        </div>
        <Field
          label={t('description')}
          value={description}
          onChange={setDescription}
          autoComplete="off"
          hint={t('descriptionHint')}
          {...(isLong ? { error: t('descriptionTooLong', { count: MAX_DESCRIPTION_LENGTH }) } : {})}
        />
        <p className="text-sm text-muted">{t('stripped')}</p>
        <div className="dialog-action">
          <Button type="submit" variant="primary" aria-disabled={!image || isLong || isSending}>
            {t('send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
