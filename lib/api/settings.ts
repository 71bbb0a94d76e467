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

/** Sets the language of calls and of translated warnings. Call it before the first call. */
export function configureApi(options: ApiSettings): void {
  settings = options;
}

/**
 * Settings that the page makes before the first call, separate from the client, which is loaded with the first call.
 */
export const apiSettings = (): Readonly<ApiSettings> => settings;
