import type { Art, ArtSheet } from './line-art';
import { LineArt } from './line-art';
import 'server-only';
import { createHash } from 'node:crypto';
import { cache } from 'react';

/** ID of a drawing in its file, for `<use>`. */
const idOf = (index: number) => `drawing-${index}`;

/**
 * Returns the SVG file of a sheet of drawings and its name, a hash of the content, so that it can be cached forever. Pages
 * show its drawings with `<use>`, so the view box of the first one is enough. A page renders a sheet once.
 */
export const artFile = cache(async (sheet: ArtSheet): Promise<{ name: string; svg: string }> => {
  // Imported dynamically, because Next rejects a static import in pages.
  const { renderToStaticMarkup } = await import('react-dom/server');
  const [{ width, height }] = sheet;
  const svg = renderToStaticMarkup(
    <svg
      aria-hidden="true"
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      stroke="currentColor"
    >
      {sheet.map(({ drawing }, index) => (
        <g key={idOf(index)} id={idOf(index)}>
          {drawing}
        </g>
      ))}
    </svg>,
  );
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 12);
  return { name: `${hash}.svg`, svg };
});

/** Returns a drawing's URL for `<use>`. Throws an Error if the sheet does not contain the drawing. */
async function artHref(art: Art, sheet: ArtSheet): Promise<string> {
  const index = sheet.indexOf(art);
  if (index === -1) throw new Error('this drawing is not in the given sheet');
  return `/images/art/${(await artFile(sheet)).name}#${idOf(index)}`;
}

interface ArtPictureProps {
  art: Art;
  /** The drawings that share a file with this one. By default it has its own. */
  sheet?: ArtSheet;
  /** Text alternative. Without it, the picture is decorative and hidden from assistive technology. */
  label?: string | undefined;
  /** SVG `preserveAspectRatio`. */
  fit?: string;
  className?: string;
}

/**
 * A drawing in a file, cached once for every page that shows it and not repeated in the page's data. It uses the colors of
 * its place in the page. Its sheet must be in the catalogue, or the file does not exist.
 */
export async function ArtPicture({ art, sheet = [art], ...frame }: ArtPictureProps) {
  return (
    <LineArt {...frame} width={art.width} height={art.height}>
      <use href={await artHref(art, sheet)} />
    </LineArt>
  );
}
