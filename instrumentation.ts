/**
 * Next calls this once before it serves. It is built for the edge too, where middleware runs and there is no database:
 * Next leaves the import out there only where it reads the literal condition.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { bootOrExit } = await import('./lib/server/boot');
    await bootOrExit();
  }
}
