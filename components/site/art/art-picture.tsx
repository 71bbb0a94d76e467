import type { Art } from './line-art';
import { LineArt } from './line-art';
import 'server-only';
import { createHash } from 'node:crypto';

/** ID of the drawing in its file, for `<use>`. */
const DRAWING = 'drawing';

/** Returns a drawing's SVG file and its name, a hash of the content, so that it can be cached forever. */
export async function artFile({ width, height, drawing }: Art): Promise<{ name: string; svg: string }> {
  // Imported dynamically, because Next rejects a static import in pages.
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

/** Returns a drawing's URL for `<use>`. */
async function artHref(art: Art): Promise<string> {
  return `/images/art/${(await artFile(art)).name}#${DRAWING}`;
}

interface ArtPictureProps {
  art: Art;
  /** Text alternative. Without it, the picture is decorative and hidden from assistive technology. */
  label?: string | undefined;
  /** SVG `preserveAspectRatio`. */
  fit?: string;
  className?: string;
}

/**
 * A drawing in its own file, cached once for every page that shows it and not repeated in the page's data. It uses the
 * colors of its place in the page. It must be in the catalogue, or its file does not exist.
 */
export async function ArtPicture({ art, ...frame }: ArtPictureProps) {
  return (
    <LineArt {...frame} width={art.width} height={art.height}>
      <use href={await artHref(art)} />
    </LineArt>
  );
}
