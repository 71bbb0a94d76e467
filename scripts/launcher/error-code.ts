/** The system's code of an error (`ENOENT`, `EPERM`, …). Works for errors of another realm too, where `instanceof` fails. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
