import { ApiError } from './client';

type Issue = { path: string; message: string };

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/** What a refusal says about one field of the input; its message where it names no field. Throws what is no ApiError. */
export function fieldProblem(error: unknown, field: string): string {
  if (!(error instanceof ApiError)) throw error;
  const { data } = error;
  const issues: unknown = typeof data === 'object' && data !== null && 'issues' in data ? data.issues : [];
  const issue = Array.isArray(issues) ? issues.filter(isIssue).find(({ path }) => path === field) : undefined;
  return issue?.message ?? error.message;
}
