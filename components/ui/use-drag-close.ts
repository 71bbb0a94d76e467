import { type PointerEvent, type RefObject, useRef } from 'react';
import { DIALOG_DRAG_CLOSE_RATIO } from '@/lib/constants';

/** Pointer handlers for the part of a sheet that is dragged: it follows downwards, and closes or springs back (DLG-2). */
export function useDragClose(popup: RefObject<HTMLElement | null>, onClose: () => void) {
  const startY = useRef<number | null>(null);

  const move = (element: HTMLElement, offset: number) => {
    element.style.setProperty('--drag-y', `${Math.max(offset, 0)}px`);
  };
  const finish = (event: PointerEvent<HTMLElement>, completed: boolean) => {
    const element = popup.current;
    if (startY.current === null || !element) return;
    const distance = event.clientY - startY.current;
    startY.current = null;
    element.removeAttribute('data-dragging');
    if (completed && distance > element.offsetHeight * DIALOG_DRAG_CLOSE_RATIO) onClose();
    else move(element, 0);
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('button, a, input')) return;
      startY.current = event.clientY;
      popup.current?.setAttribute('data-dragging', '');
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (startY.current !== null && popup.current) move(popup.current, event.clientY - startY.current);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => finish(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => finish(event, false),
  };
}
