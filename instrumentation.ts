import { isNodeRuntime } from '@/lib/env';

/** Next calls this once before it serves. What runs at the edge (middleware) has no database to bring in order. */
export async function register(): Promise<void> {
  if (!isNodeRuntime) return;
  const { boot } = await import('@/lib/server/boot');
  await boot();
}
