import { servesSite } from '@/lib/settings/process-env';

/**
 * Next calls this once before it starts serving. If server/serve serves the site, it starts the services itself. This
 * is also built for the edge runtime, which has no database. Next omits the import from that build only if it can evaluate
 * the condition at build time.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    if (servesSite()) return;
    const { bootOrExit } = await import('./lib/server/boot');
    await bootOrExit();
  }
}
