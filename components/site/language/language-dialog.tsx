'use client';

import { useLanguages } from '@/lib/api/hooks';
import { LANG_STORAGE_KEY } from '@/lib/i18n/locales.mjs';
import { languageAddress } from '@/lib/i18n/navigation';
import { endonym, isLangKey, type LangKey, langKeyByLocale, localeByLangKey } from '@/lib/i18n/routing';
import { writeStored } from '@/lib/preferences/storage';
import { setVisit } from '@/lib/preferences/visit';
import { ChoiceDialog } from '../choice-dialog';
import type { SiteDialogProps } from '../site-dialog-props';

/**
 * Lists the API's languages with the current one marked. Changing the language keeps the page, query, and wallet
 * connection (I18N-2).
 */
export function LanguageDialog({ locale, wording }: SiteDialogProps) {
  const read = useLanguages();
  const languages = read.data
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
    <ChoiceDialog
      name="language"
      title={wording.languageTitle}
      wording={wording}
      read={read}
      options={languages?.map(({ langKey, language, langIcon }) => ({
        value: langKey,
        // The API's list may not include the name of every language (I18N-3).
        label: language || endonym(localeByLangKey[langKey]),
        lang: localeByLangKey[langKey],
        icon: langIcon,
      }))}
      current={langKeyByLocale[locale]}
      onChoose={(value) => isLangKey(value) && choose(value)}
    />
  );
}
