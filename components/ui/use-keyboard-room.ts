import { useEffect } from 'react';

/** What is missing from the window beyond this, in CSS pixels, is a keyboard: no toolbar or scroll bar is as high. */
const LEAST_KEYBOARD_PX = 60;

/**
 * While a dialog is open, tells its style sheet how much of the window an on-screen keyboard covers (`--keyboard`) and
 * how far the browser has moved what is seen down the window (`--panned`). For keyboards that lie over the page (iOS, and
 * Android on the public pages); where they make the window itself smaller, as the wallet's pages ask for by
 * `interactive-widget=resizes-content`, there is nothing to tell.
 */
export function useKeyboardRoom(open: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!open || !viewport) return;
    const { style } = document.documentElement;
    const measure = ({ type }: { type: string }) => {
      // Who has zoomed in sees a part of the window, with a keyboard or without.
      if (viewport.scale > 1) return;
      const covered = window.innerHeight - viewport.height;
      const isOpen = covered >= LEAST_KEYBOARD_PX;
      style.setProperty('--keyboard', `${isOpen ? covered : 0}px`);
      style.setProperty('--panned', `${isOpen ? viewport.offsetTop : 0}px`);
      const focused = document.activeElement;
      // The browser showed it where the dialog stood before.
      if (isOpen && type === 'resize' && focused?.closest('.dialog-body'))
        focused.scrollIntoView({ block: 'nearest' });
    };
    measure({ type: 'open' });
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
      style.removeProperty('--keyboard');
      style.removeProperty('--panned');
    };
  }, [open]);
}
