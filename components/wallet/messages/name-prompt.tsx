import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useNameProblem } from '@/components/wallet/fields/use-name-problem';
import { useUser } from '@/lib/api/hooks';
import { fieldProblem, useProfile } from '@/lib/api/use-profile';
import type { Messenger } from '@/lib/messages/messenger-type';
import { hasQuote, NAME_CHARACTERS, normalizeName } from '@/lib/validation/name';
import { useReported } from './use-messenger-action';

/** Asks once for the profile name that people in conversations see (HUB-8). Optional. */
export function NamePrompt({ messenger }: { messenger: Messenger }) {
  const t = useTranslations('wallet.messages.name');
  const profile = useTranslations('wallet.profile.name');
  const id = useId();
  const { data: user } = useUser();
  const { rename } = useProfile();
  const nameProblem = useNameProblem();
  const report = useReported();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const text = typed ?? user?.name ?? '';
  const showProblem = (reason: string) => {
    setProblem(reason);
    document.getElementById(id)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const found = nameProblem(text) ?? (hasQuote(text) ? t('quote') : null);
    if (found !== null) return showProblem(found);
    const name = normalizeName(text);
    setBusy(true);
    try {
      if (name !== user?.name) await rename(name);
      await report(() => messenger.setSettings({ sharedName: name }));
    } catch (error) {
      showProblem(fieldProblem(error, 'name'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      aria-label={t('title')}
      onSubmit={(event) => void submit(event)}
      className="grid gap-3 border-s-2 border-water ps-3"
    >
      <p className="text-sm">{t('why')}</p>
      <Field
        id={id}
        name="name"
        label={t('label')}
        hint={profile('hint', NAME_CHARACTERS)}
        value={text}
        readOnly={isBusy}
        autoComplete="nickname"
        spellCheck={false}
        onChange={(next) => {
          setTyped(next);
          setProblem(null);
        }}
        {...(problem === null ? {} : { error: problem })}
      />
      <span className="flex flex-wrap gap-3">
        <Button type="submit" size="small" variant="primary" aria-disabled={isBusy}>
          {t('share')}
        </Button>
        <Button
          size="small"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) void report(() => messenger.setSettings({ sharedName: '' }));
          }}
        >
          {t('skip')}
        </Button>
      </span>
    </form>
  );
}
