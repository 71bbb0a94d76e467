import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { ProgressBar } from '@/components/ui/progress-bar';
import { AVATAR_TYPES } from '@/lib/constants';
import { Avatar } from './avatar';
import { LIMIT_MB, usePictureUpload } from './use-picture-upload';

/** Chooses a picture, shows it as it will be, and uploads it with its progress told and a way to stop. */
export function PictureForm({
  address,
  current,
  onSaved,
}: {
  address: string;
  current: string | null;
  onSaved: () => void;
}) {
  const t = useTranslations('wallet.profile.picture');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const { chosen, progress, problem, cancelled, choose, send, cancel, refusePreview } =
    usePictureUpload(onSaved);
  const busy = progress !== null;
  const stage = progress === 1 ? t('processing') : t('uploading');
  const status = busy ? stage : cancelled && t('cancelled');

  // The button under the focus gives way to another: the focus goes along.
  const wasBusy = useRef(false);
  useEffect(() => {
    if (busy !== wasBusy.current) actions.current?.querySelector('button')?.focus();
    wasBusy.current = busy;
  }, [busy]);

  return (
    <div className="grid gap-5" aria-busy={busy}>
      <div className="flex flex-wrap items-center gap-5">
        <Avatar
          address={address}
          src={chosen?.preview ?? current}
          size={128}
          label={chosen ? t('preview') : t('current')}
          {...(chosen ? { onFailure: refusePreview } : {})}
        />
        <div className="min-w-0 flex-1 basis-40">
          <input
            ref={input}
            type="file"
            name="file"
            accept={AVATAR_TYPES.join()}
            hidden
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              // The same file again is a choice too.
              target.value = '';
              if (file) void choose(file);
            }}
          />
          <Button
            size="small"
            disabled={busy}
            aria-describedby={`${id}-note ${id}-hint`}
            onClick={() => input.current?.click()}
          >
            {chosen ? t('chooseOther') : t('choose')}
          </Button>
          <p className="mt-2 text-sm break-all">
            <bdi>{chosen?.file.name}</bdi>
          </p>
        </div>
      </div>
      <div className="grid gap-2">
        <p id={`${id}-note`} aria-live="polite" className={problem ? 'field-error text-sm' : 'sr-only'}>
          {problem}
        </p>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {t('hint', { size: LIMIT_MB })}
        </p>
      </div>
      {busy ? <ProgressBar label={t('progress')} value={progress} /> : null}
      <p role="status" className={status ? 'text-sm text-muted' : 'sr-only'}>
        {status}
      </p>
      <div ref={actions} className="grid">
        {busy ? (
          <Button onClick={cancel}>{t('cancel')}</Button>
        ) : (
          <Button variant="signal" onClick={() => void send()}>
            {t('submit')}
          </Button>
        )}
      </div>
    </div>
  );
}
