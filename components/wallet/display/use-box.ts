import { type RefObject, useLayoutEffect, useState } from 'react';

type Box = { top: number; width: number; height: number };

/** React hook that returns an element's size and its distance from the top of the page, in whole CSS pixels. */
export function useBox(element: RefObject<HTMLElement | null>): Box {
  const [box, setBox] = useState<Box>({ top: 0, width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => {
      const { top, width, height } = current.getBoundingClientRect();
      const next = {
        top: Math.round(top + window.scrollY),
        width: Math.round(width),
        height: Math.round(height),
      };
      const isSame = (known: Box) =>
        known.top === next.top && known.width === next.width && known.height === next.height;
      setBox((known) => (isSame(known) ? known : next));
    };
    measure();
    // Also observe the body, because content above the element can move it.
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return box;
}
