import { VISIT_PARAMETERS } from '@/lib/constants';
import { routes } from '@/lib/routes';

/** Returns the path of the not-found page for an unknown URL, with the visit's parameters. */
export function notFoundAddress(url: URL, prefix = ''): string {
  const query = new URLSearchParams(
    VISIT_PARAMETERS.flatMap((name) => url.searchParams.getAll(name).map((value) => [name, value])),
  );
  const search = query.toString();
  return prefix + routes.notFound + (search && `?${search}`);
}
