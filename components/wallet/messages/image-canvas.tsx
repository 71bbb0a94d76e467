import { useLayoutEffect, useRef } from 'react';

/** A decoded image. Uses a canvas, which has no URL to load and no document. */
export function ImageCanvas({
  bitmap,
  label,
  className = '',
}: {
  bitmap: ImageBitmap;
  /** Accessible name. Null if the surrounding element provides it. */
  label: string | null;
  className?: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    Object.assign(element, { width: bitmap.width, height: bitmap.height });
    element.getContext('2d')?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return (
    <canvas
      ref={canvas}
      {...(label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={`object-contain ${className}`}
    />
  );
}
