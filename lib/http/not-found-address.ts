import { VISIT_PARAMETERS } from '@/lib/constants';
import { routes } from '@/lib/routes';

/**
 * Returns the path of the not-found page for an unknown URL. Keeps the visit parameters (embed, lang, theme, currency).
 */
export function notFoundAddress(url: URL, prefix = ''): string {
  const query = new URLSearchParams(
    VISIT_PARAMETERS.flatMap((name) => url.searchParams.getAll(name).map((value) => [name, value])),
  );
  const search = query.toString();
  return prefix + routes.notFound + (search && `?${search}`);
}
