import { apiSettings } from '@/lib/api/api-settings';
import { ApiError } from '@/lib/api/client';

/** Returns the translated message of a failed API call. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : apiSettings().wording.unavailable;
