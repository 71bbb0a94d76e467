import type { Art, ArtSheet } from './line-art';
import { LineArt } from './line-art';
import 'server-only';
import { createHash } from 'node:crypto';
import { cache } from 'react';

/** Returns a drawing's ID in its SVG file, for `<use>`. */
const idOf = (index: number) => `drawing-${index}`;

/**
 * Returns the SVG file for a sheet of drawings. Its name is a hash of the content, so that browsers can cache it
 * forever. The file has the view box of its first drawing, because pages show the drawings with `<use>`. Each sheet is
 * rendered only once per page.
 */
export const artFile = cache(async (sheet: ArtSheet): Promise<{ name: string; svg: string }> => {
  // Import react-dom/server dynamically, because Next rejects a static import of it in pages.
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
  /** Drawings that share a file with this one. By default, a drawing has a separate file. */
  sheet?: ArtSheet;
  /** Text alternative. If omitted, the drawing is decorative and hidden from assistive technology. */
  label?: string | undefined;
  /** SVG `preserveAspectRatio`. */
  fit?: string;
  className?: string;
}

/**
 * Shows a drawing from a separate file, which is cached once for all pages and isn't repeated in the page's data. The
 * drawing inherits its colors from the page. The file exists only if the sheet is listed in catalogue.ts.
 */
export async function ArtPicture({ art, sheet = [art], ...frame }: ArtPictureProps) {
  return (
    <LineArt {...frame} width={art.width} height={art.height}>
      <use href={await artHref(art, sheet)} />
    </LineArt>
  );
}
