import type { Locale } from '@/lib/i18n/routing';

export type ApiWording = {
  offline: string;
  timeout: string;
  tooMany: string;
  unavailable: string;
  malformed: string;
};

type ApiSettings = { wording: ApiWording; locale: Locale };

let settings: ApiSettings;

/** Sets the language of calls and the translated warnings. Call before the first call. */
export function configureApi(options: ApiSettings): void {
  settings = options;
}

/** What the page told of its language before the first call, kept apart from the client, which a page loads with its first call. */
export const apiSettings = (): Readonly<ApiSettings> => settings;
