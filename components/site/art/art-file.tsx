import 'server-only';
import { createHash } from 'node:crypto';
import type { Art } from './art';

/** Id of the drawing in its file, for `<use>`. */
const DRAWING = 'drawing';

/** The SVG file of a drawing, and its name, which follows from the content so that it may be cached for ever. */
export async function artFile({ width, height, drawing }: Art): Promise<{ name: string; svg: string }> {
  // Next refuses a static import of it outside of client code; a page is none, and is rendered at build time.
  const { renderToStaticMarkup } = await import('react-dom/server');
  const svg = renderToStaticMarkup(
    <svg
      aria-hidden="true"
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      stroke="currentColor"
    >
      <g id={DRAWING}>{drawing}</g>
    </svg>,
  );
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 12);
  return { name: `${hash}.svg`, svg };
}

/** Address of a drawing for `<use>`. */
export async function artHref(art: Art): Promise<string> {
  return `/images/art/${(await artFile(art)).name}#${DRAWING}`;
}
