import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ProgressBar } from '@/components/ui/progress-ring';
import { Avatar } from '@/components/wallet/display/avatar';
import { fieldProblem, useProfile } from '@/lib/api/use-profile';
import { notify } from '@/lib/browser/notices';
import { AVATAR_LIMIT_BYTES, AVATAR_TYPES } from '@/lib/constants';

const LIMIT_MB = Math.floor(AVATAR_LIMIT_BYTES / 1_024 / 1_024);

const types: readonly string[] = AVATAR_TYPES;

/** The selected file, and the data URL of its preview. */
type Chosen = { file: File; preview: string };

/** @throws if the file cannot be read. */
function readPreview(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** React hook that uploads a profile picture (API-8). The selected file is cleared only after the upload succeeds. */
function usePictureUpload(onSaved: () => void) {
  const t = useTranslations('wallet.profile.picture');
  const { changeAvatar } = useProfile();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  /** Upload progress from 0 to 1, or null if no upload is running. */
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [cancelled, setCancelled] = useState(false);
  const abort = useRef<AbortController>(null);

  useEffect(() => () => abort.current?.abort(), []);

  const choose = async (file: File) => {
    // Some systems report no file type. The server validates the file's content regardless.
    if (file.type !== '' && !types.includes(file.type)) return setProblem(t('type'));
    if (file.size > AVATAR_LIMIT_BYTES) return setProblem(t('size', { size: LIMIT_MB }));
    try {
      setChosen({ file, preview: await readPreview(file) });
      setProblem(null);
      setCancelled(false);
    } catch {
      setProblem(t('unreadable'));
    }
  };
  const send = async () => {
    if (!chosen) return setProblem(t('empty'));
    const controller = new AbortController();
    abort.current = controller;
    setProblem(null);
    setCancelled(false);
    setProgress(0);
    try {
      await changeAvatar(chosen.file, { signal: controller.signal, onProgress: setProgress });
      notify('success', t('saved'));
      setChosen(null);
      onSaved();
    } catch (error) {
      if (controller.signal.aborted) setCancelled(true);
      else setProblem(fieldProblem(error, 'file'));
    } finally {
      setProgress(null);
    }
  };
  return {
    chosen,
    progress,
    problem,
    cancelled,
    choose,
    send,
    cancel: () => abort.current?.abort(),
    refusePreview: () => setProblem(t('unreadable')),
  };
}

/** Profile picture form with a preview, a progress bar, and a cancel button. */
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

  // Starting or ending an upload replaces the focused button, so focus moves to the new button.
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
              // Clear the input, so that the same file can be selected again.
              target.value = '';
              if (file) void choose(file);
            }}
          />
          <Button
            id={`${id}-choose`}
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
          <Button
            variant="signal"
            onClick={() => {
              if (!chosen) document.getElementById(`${id}-choose`)?.focus();
              void send();
            }}
          >
            {t('submit')}
          </Button>
        )}
      </div>
    </div>
  );
}
