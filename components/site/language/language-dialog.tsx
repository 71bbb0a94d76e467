'use client';

import { ChoiceList } from '@/components/ui/choice-list';
import { Dialog } from '@/components/ui/dialog';
import { useLanguages } from '@/lib/api/hooks';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { languageAddress } from '@/lib/i18n/navigation';
import {
  endonym,
  isLangKey,
  LANG_STORAGE_KEY,
  type LangKey,
  langKeyByLocale,
  localeByLangKey,
} from '@/lib/i18n/routing';
import { writeStored } from '@/lib/preferences/storage';
import { setVisit } from '@/lib/preferences/visit';
import type { SiteDialogProps } from '../site-dialog-props';

/**
 * Lists the API's languages with the current one marked. Changing the language keeps the page, query, and wallet
 * connection (I18N-2).
 */
export function LanguageDialog({ locale, wording }: SiteDialogProps) {
  const open = useDialogs((state) => state.open === 'language');
  const { data, error, isValidating, mutate } = useLanguages();
  const languages = data
    ?.flatMap((entry) =>
      entry.status && isLangKey(entry.langKey) ? [{ ...entry, langKey: entry.langKey }] : [],
    )
    .sort((a, b) => a.sort - b.sort);

  const choose = (langKey: LangKey) => {
    writeStored(LANG_STORAGE_KEY, langKey);
    setVisit('lang', null);
    window.location.assign(languageAddress(langKey));
  };

  return (
    <Dialog
      open={open}
      onClose={() => closeDialog('language')}
      title={wording.languageTitle}
      closeLabel={wording.close}
    >
      <ChoiceList
        label={wording.languageTitle}
        options={languages?.map(({ langKey, language, langIcon }) => ({
          value: langKey,
          // The API's list may not include the name of every language (I18N-3).
          label: language || endonym(localeByLangKey[langKey]),
          lang: localeByLangKey[langKey],
          icon: langIcon,
        }))}
        current={langKeyByLocale[locale]}
        onChoose={(value) => isLangKey(value) && choose(value)}
        loading={wording.loading}
        failure={
          error && {
            text: wording.failed,
            reason: error.message,
            retry: isValidating ? wording.retrying : wording.retry,
            onRetry: () => void mutate(),
          }
        }
      />
    </Dialog>
  );
}
