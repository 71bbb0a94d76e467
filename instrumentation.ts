/**
 * Next calls this once before serving. It is also built for the edge runtime, which has no database: Next omits the
 * import there only if the condition is literal.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { bootOrExit } = await import('./lib/server/boot');
    await bootOrExit();
  }
}
