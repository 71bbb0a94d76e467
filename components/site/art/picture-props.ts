/** What every picture takes: a seed for its variant, its size in units (two a pixel or so), and its frame. */
export interface PictureProps {
  seed?: number;
  width?: number;
  height?: number;
  /** What the picture shows; without it the picture is decoration. */
  label?: string;
  /** `preserveAspectRatio` of the SVG; fills its box by default. */
  fit?: string;
  className?: string;
}
