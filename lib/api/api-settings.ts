import type { Locale } from '@/lib/i18n/routing';

/** Timeout for API calls, including the sample calls on the developer page. */
export const REQUEST_TIMEOUT_MS = 20_000;

export type ApiWording = {
  offline: string;
  timeout: string;
  tooMany: string;
  unavailable: string;
};

type ApiSettings = { wording: ApiWording; locale: Locale };

let settings: ApiSettings;

/** Sets the language for API calls, and the translated warnings. Call this before the first API call. */
export function configureApi(options: ApiSettings): void {
  settings = options;
}

/** Returns the API settings. They are separate from the API client, so that pages can set them before it loads. */
export const apiSettings = (): Readonly<ApiSettings> => settings;
