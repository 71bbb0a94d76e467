'use client';

import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';

const MOVE_ON_MS = 6_000;
const QUIET = '(prefers-reduced-motion: reduce)';

/**
 * `free` rotation pauses on hover and stops at the first user action. `asked` rotation was started by the user and runs
 * until it is stopped.
 */
type Mode = 'stopped' | 'free' | 'asked';

/**
 * React hook for a carousel's rotation, following the WAI-ARIA APG. It never starts if the user prefers reduced motion.
 * It pauses on hover, and stops on keyboard focus, touch, or use of a control, until the user restarts it.
 */
function useRotation(moveOn: () => void) {
  const [mode, setMode] = useState<Mode>('stopped');
  const [hovered, setHovered] = useState(false);
  const rotating = mode === 'asked' || (mode === 'free' && !hovered);

  useEffect(() => {
    if (!window.matchMedia(QUIET).matches) setMode('free');
  }, []);

  const latest = useRef(moveOn);
  useEffect(() => {
    latest.current = moveOn;
  });
  useEffect(() => {
    if (!rotating) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && latest.current(), MOVE_ON_MS);
    return () => clearInterval(timer);
  }, [rotating]);

  const stop = () => setMode('stopped');
  return {
    playing: mode !== 'stopped',
    rotating,
    stop,
    toggle: () => setMode(mode === 'stopped' ? 'asked' : 'stopped'),
    /** Event handlers for the carousel's element. */
    watch: {
      onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: (event: FocusEvent) => {
        if (mode === 'free' && event.target.matches(':focus-visible')) stop();
      },
    },
  };
}

export interface CarouselWording {
  label: string;
  role: string;
  track: string;
  previous: string;
  next: string;
  pause: string;
  play: string;
  /** One picker label per slide. */
  show: readonly string[];
}

/** Rendered on the server, so that the client code contains no icons. */
export type CarouselIcons = Record<'previous' | 'next' | 'pause' | 'play' | 'mark', ReactNode>;

/**
 * Carousel that follows the WAI-ARIA APG pattern on a native scroll track. Users can swipe and scroll it even without
 * JavaScript. With JavaScript, it also supports arrow keys, slide pickers, and automatic rotation. Each child is a
 * slide and must have a group role and a label.
 */
export function Carousel({
  wording,
  icons,
  children,
}: {
  wording: CarouselWording;
  icons: CarouselIcons;
  children: ReactNode;
}) {
  const track = useRef<HTMLElement>(null);
  const [index, setIndex] = useState(0);
  /** The track is focusable only if JavaScript is available to handle its keyboard input. */
  const [keyed, setKeyed] = useState(false);
  const count = wording.show.length;

  useEffect(() => setKeyed(true), []);

  const offsets = () => {
    const slides = [...(track.current?.children ?? [])].filter((slide) => slide instanceof HTMLElement);
    return slides.map((slide) => slide.offsetLeft - (slides[0]?.offsetLeft ?? 0));
  };

  const show = (next: number) => {
    track.current?.scrollTo({
      left: offsets()[(next + count) % count] ?? 0,
      behavior: window.matchMedia(QUIET).matches ? 'auto' : 'smooth',
    });
  };

  const onScroll = () => {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = track.current ?? {};
    const distances = offsets().map((left) => Math.abs(left - scrollLeft));
    const atEnd = scrollLeft > 0 && scrollLeft + clientWidth >= scrollWidth - 2;
    setIndex(atEnd ? count - 1 : distances.indexOf(Math.min(...distances)));
  };

  const rotation = useRotation(() => show(index + 1));
  const turnTo = (next: number) => {
    rotation.stop();
    show(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    turnTo(target);
  };

  return (
    <section aria-roledescription={wording.role} aria-label={wording.label} {...rotation.watch}>
      <div className="page-width flex flex-wrap items-center gap-2 pb-6 no-script:hidden print:hidden">
        <button
          type="button"
          className="icon-button -ms-2.5"
          aria-label={rotation.playing ? wording.pause : wording.play}
          onClick={rotation.toggle}
        >
          {rotation.playing ? icons.pause : icons.play}
        </button>
        <div className="flex">
          {wording.show.map((label, i) => (
            <button
              key={label}
              type="button"
              aria-label={label}
              aria-current={i === index ? 'true' : undefined}
              className="group grid h-11 w-8 place-items-center"
              onClick={() => turnTo(i)}
            >
              {icons.mark}
            </button>
          ))}
        </div>
        <div className="ms-auto flex">
          <button
            type="button"
            className="icon-button"
            aria-label={wording.previous}
            onClick={() => turnTo(index - 1)}
          >
            {icons.previous}
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={wording.next}
            onClick={() => turnTo(index + 1)}
          >
            {icons.next}
          </button>
        </div>
      </div>
      <section
        ref={track}
        aria-label={wording.track}
        aria-live={rotation.rotating ? 'off' : 'polite'}
        tabIndex={keyed ? 0 : undefined}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onTouchStart={rotation.stop}
        onWheel={({ deltaX, deltaY }) => Math.abs(deltaX) > Math.abs(deltaY) && rotation.stop()}
        className="carousel-track"
      >
        {children}
      </section>
    </section>
  );
}
