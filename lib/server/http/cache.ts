/** Lists from the operator's files change with a restart alone. */
export const CONFIG_CACHE = 'public, max-age=60';
