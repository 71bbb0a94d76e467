import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { PersonField, personNamed } from '@/components/wallet/fields/person-field';
import type { Person } from '@/components/wallet/fields/use-people';
import { CameraView } from './camera-view';
import { PictureDrop } from './picture-drop';
import { loadReader } from './use-camera';

const MAX_PICTURE_BYTES = 25 * 1024 * 1024;
/** Larger pictures are scaled down. A code usually fills much of its picture, so more pixels would only take longer. */
const MAX_SIDE_PX = 2_048;

type PictureProblem = 'notPicture' | 'tooLarge' | 'noCode' | 'severalCodes' | 'readerFailed';

async function unpack(file: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file);
  const scale = MAX_SIDE_PX / Math.max(whole.width, whole.height);
  if (scale >= 1) return whole;
  const smaller = await createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(whole.width * scale)),
    resizeHeight: Math.max(1, Math.round(whole.height * scale)),
    resizeQuality: 'medium',
  });
  whole.close();
  return smaller;
}

/** Returns the text of the only QR code in a picture, or the problem. The picture stays on the device. */
async function readPicture(file: Blob): Promise<{ text: string } | { problem: PictureProblem }> {
  if (file.size > MAX_PICTURE_BYTES) return { problem: 'tooLarge' };
  const bitmap = await unpack(file).catch(() => null);
  if (!bitmap) return { problem: 'notPicture' };
  try {
    const readCodes = await loadReader();
    const [text, ...others] = await readCodes(bitmap);
    if (text === undefined) return { problem: 'noCode' };
    return others.length > 0 ? { problem: 'severalCodes' } : { text };
  } catch {
    return { problem: 'readerFailed' };
  } finally {
    bitmap.close();
  }
}

/** Reads a payment request from the camera, a picture, or text. If one way fails, the others remain available. */
export function ScanPanel({
  startText = '',
  people,
  refusalOf,
  onRequest,
}: {
  /** Text of a request that the user came back from, to correct. */
  startText?: string;
  /** People to offer as recipients. */
  people: readonly Person[];
  /** Returns why the request in a text cannot be paid, or null if it can. */
  refusalOf: (text: string) => string | null;
  onRequest: (text: string) => void;
}) {
  const t = useTranslations('wallet.pay');
  const locale = useLocale();
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(startText);
  const [typedProblem, setTypedProblem] = useState<string | null>(null);
  const [seen, setSeen] = useState<string | null>(null);
  const [picture, setPicture] = useState<PictureProblem | 'reading' | null>(null);

  /** Handles the text of a scanned code. Typed text is handled separately. */
  const take = (found: string) => {
    const refusal = refusalOf(found);
    setSeen(refusal);
    if (refusal === null) onRequest(found);
  };
  const takePicture = async (chosen: Blob) => {
    setSeen(null);
    setPicture('reading');
    const read = await readPicture(chosen);
    setPicture('problem' in read ? read.problem : null);
    if ('text' in read) take(read.text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = personNamed(people, text, locale);
    // The payment's form shows the name with its address.
    if (named) return onRequest(named.address);
    const typed = text.trim();
    const refusal = refusalOf(typed);
    setTypedProblem(refusal);
    if (refusal === null) {
      onRequest(typed);
      return;
    }
    document.getElementById(id)?.focus();
  };

  const problem = seen ?? (picture === null || picture === 'reading' ? null : t(`picture.${picture}`));
  return (
    <section aria-labelledby={`${id}-title`} className="grid content-start gap-6">
      <h2 id={`${id}-title`} className="text-xl">
        {t('find')}
      </h2>
      <PictureDrop
        onPicture={(chosen) => void takePicture(chosen)}
        onText={(dropped) => {
          setText(dropped);
          take(dropped.trim());
        }}
      >
        <CameraView onText={take} />
        <div className="grid gap-2">
          <input
            ref={file}
            type="file"
            name="picture"
            accept="image/*"
            hidden
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              // Clear the input, so that the same file can be selected again.
              target.value = '';
              if (chosen) void takePicture(chosen);
            }}
          />
          <Button aria-busy={picture === 'reading'} onClick={() => file.current?.click()}>
            {t('choosePicture')}
          </Button>
          <p className="text-center text-xs text-muted pointer-coarse:hidden">{t('dropHint')}</p>
        </div>
        <p role="status" className="text-sm text-muted empty:hidden">
          {picture === 'reading' ? t('reading') : ''}
        </p>
        {problem ? (
          <p role="alert" className="border-s-2 border-error ps-3 text-sm">
            {problem}
          </p>
        ) : null}
      </PictureDrop>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <PersonField
          id={id}
          label={t('text')}
          value={text}
          onChange={(next) => {
            setText(next);
            setTypedProblem(null);
          }}
          people={people}
          onPick={onRequest}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={t('textHint')}
          {...(typedProblem ? { error: typedProblem } : {})}
        />
        <Button type="submit">{t('continue')}</Button>
      </form>
    </section>
  );
}
