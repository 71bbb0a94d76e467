import type { Art } from './art';
import { artHref } from './art-file';
import { LineArt } from './line-art';

interface ArtPictureProps {
  art: Art;
  /** What the picture shows. Without it the picture is decoration and hidden from assistive technology. */
  label?: string | undefined;
  /** How the picture fills a box of another shape, as in SVG. */
  fit?: string;
  className?: string;
}

/**
 * A drawing from its own file: cached once for every page that shows it, and not repeated in the page's data. It takes
 * colours from where it stands, as if it stood in the page. It must be in the catalogue, or its file does not exist.
 */
export async function ArtPicture({ art, ...frame }: ArtPictureProps) {
  return (
    <LineArt {...frame} width={art.width} height={art.height}>
      <use href={await artHref(art)} />
    </LineArt>
  );
}
