import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { fieldProblem } from '@/lib/api/client';
import { useProfile } from '@/lib/api/use-profile';
import { notify } from '@/lib/browser/notices';
import { AVATAR_LIMIT_BYTES, AVATAR_TYPES } from '@/lib/constants';

export const LIMIT_MB = Math.floor(AVATAR_LIMIT_BYTES / 1_024 / 1_024);

const types: readonly string[] = AVATAR_TYPES;

/** A file chosen by the user and a data URL of it, under which the page can show it. */
type Chosen = { file: File; preview: string };

/** Throws where the disk does not give the file. */
function readPreview(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** The way of a picture from the user's disk to the server (API-8). What was chosen stays until it is saved. */
export function usePictureUpload(onSaved: () => void) {
  const t = useTranslations('wallet.profile.picture');
  const { changeAvatar } = useProfile();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  /** From 0 to 1; null when nothing is under way. */
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [cancelled, setCancelled] = useState(false);
  const abort = useRef<AbortController>(null);

  useEffect(() => () => abort.current?.abort(), []);

  const warn = (reason: string) => {
    setProblem(reason);
    notify('warning', reason);
  };
  const choose = async (file: File) => {
    // A system that does not know the type leaves it to the server, which looks at the content anyway.
    if (file.type !== '' && !types.includes(file.type)) return warn(t('type'));
    if (file.size > AVATAR_LIMIT_BYTES) return warn(t('size', { size: LIMIT_MB }));
    try {
      setChosen({ file, preview: await readPreview(file) });
      setProblem(null);
      setCancelled(false);
    } catch {
      warn(t('unreadable'));
    }
  };
  const send = async () => {
    if (!chosen) return warn(t('empty'));
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
    refusePreview: () => warn(t('unreadable')),
  };
}
