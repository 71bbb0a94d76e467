import 'server-only';
import { createTranslator, type Messages } from 'next-intl';
import { z } from 'zod';
import { isLangKey, type Locale, localeByLangKey, routing } from '@/lib/i18n/routing';
import { NAME_CHARACTERS } from '@/lib/validation/name';
import en from '@/messages/en.json';

async function loadTranslator(locale: Locale) {
  const messages: Messages = (await import(`../../../messages/${locale}.json`)).default;
  return createTranslator({ locale, messages, namespace: 'api' });
}

export type ApiTranslator = Awaited<ReturnType<typeof loadTranslator>>;
type MessageKeyOf<Translator> = Translator extends (key: infer Key, ...rest: never[]) => unknown
  ? Key
  : never;
export type ApiMessageKey = Exclude<MessageKeyOf<ApiTranslator>, `issue.${string}`>;

/** A translator, and the message of a successful call, which translating would take longer than everything else in memory. */
type Translator = { t: ApiTranslator; ok: string };
const translators = new Map<Locale, Promise<ApiTranslator>>();
const loaded = new Map<Locale, Translator>();

async function load(locale: Locale): Promise<ApiTranslator> {
  const t = await loadTranslator(locale);
  loaded.set(locale, { t, ok: t('ok') });
  return t;
}

/** Returns a translator for the `api` messages. */
export function translator(locale: Locale): Promise<ApiTranslator> {
  const translating = translators.get(locale) ?? load(locale);
  translators.set(locale, translating);
  return translating;
}

/** Returns a translator for the `api` messages without a promise, or undefined if it isn't loaded yet. */
export const knownTranslator = (locale: Locale): Translator | undefined => loaded.get(locale);

/** Returns the locale in the `Language` header, or the default locale if the header is missing or unknown. */
export function requestLocale(request: Request): Locale {
  const langKey = request.headers.get('language') ?? '';
  return isLangKey(langKey) ? localeByLangKey[langKey] : routing.defaultLocale;
}

const issueKeys = Object.keys(en.api.issue);
const isIssueKey = (text: string): text is keyof typeof en.api.issue => issueKeys.includes(text);

/**
 * Describes the problems with an input in the caller's language. Uses our own wording if the schema has a message key,
 * or Zod's wording otherwise.
 */
export function describeIssues(
  error: z.core.$ZodError,
  t: ApiTranslator,
): { path: string; message: string }[] {
  return error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message: isIssueKey(message) ? t(`issue.${message}`, NAME_CHARACTERS) : message,
  }));
}

/** Returns Zod's error messages for a locale. Zod names its locales like `zhTW` or `ja`. Falls back to English. */
function zodWording(locale: Locale): z.core.$ZodErrorMap {
  const { language, region } = new Intl.Locale(locale).maximize();
  const names = [`${language}${region}`, language];
  const [, load = z.locales.en] =
    Object.entries(z.locales)
      .filter(([name]) => names.includes(name))
      .sort(([a], [b]) => b.length - a.length)[0] ?? [];
  return load().localeError;
}

const issueTexts = new Map(routing.locales.map((locale) => [locale, zodWording(locale)]));

/** Returns Zod's own error messages for a locale, as an option for Zod's parse functions. */
export const issueText = (locale: Locale) => issueTexts.get(locale);
