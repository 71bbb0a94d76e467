import 'server-only';
import { createTranslator } from 'next-intl';
import { z } from 'zod';
import { LENGTH_RULE_CHARACTERS } from '@/lib/constants';
import { isLangKey, type Locale, localeByLangKey, routing } from '@/lib/i18n/routing';
import en from '@/messages/en.json';
import zhHant from '@/messages/zh-Hant.json';

const translators = {
  en: createTranslator({ locale: 'en', messages: en, namespace: 'api' }),
  'zh-Hant': createTranslator({ locale: 'zh-Hant', messages: zhHant, namespace: 'api' }),
} satisfies Record<Locale, unknown>;

export type ApiTranslator = (typeof translators)['en'];
type MessageKeyOf<Translator> = Translator extends (key: infer Key, ...rest: never[]) => unknown
  ? Key
  : never;
export type ApiMessageKey = Exclude<MessageKeyOf<ApiTranslator>, `issue.${string}`>;

const issueTexts = { en: z.locales.en().localeError, 'zh-Hant': z.locales.zhTW().localeError };

/** The locale that the `Language` header names; the default one where it names none we have. */
export function requestLocale(request: Request): Locale {
  const langKey = request.headers.get('language') ?? '';
  return isLangKey(langKey) ? localeByLangKey[langKey] : routing.defaultLocale;
}

/** Translates keys of the messages' `api` part. */
export const translator = (locale: Locale): ApiTranslator => translators[locale];

/** What every success says. */
export const okText: Record<Locale, string> = {
  en: translators.en('ok'),
  'zh-Hant': translators['zh-Hant']('ok'),
};

const issueKeys = Object.keys(en.api.issue);
const isIssueKey = (text: string): text is keyof typeof en.api.issue => issueKeys.includes(text);

/** What is wrong with an input, in the reader's language: our own wording where the schema names one, else zod's. */
export function describeIssues(error: z.core.$ZodError, locale: Locale): { path: string; message: string }[] {
  const t = translator(locale);
  return error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message: isIssueKey(message) ? t(`issue.${message}`, LENGTH_RULE_CHARACTERS) : message,
  }));
}

/** Zod's own wording of what is wrong, for a parse. */
export const issueText = (locale: Locale) => issueTexts[locale];
