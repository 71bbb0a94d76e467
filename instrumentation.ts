/** Next calls this once before it serves. What runs at the edge (middleware) has no database to bring in order. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { boot } = await import('@/lib/server/boot');
  await boot();
}
