'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

const MOVE_ON_MS = 6_000;
const QUIET = '(prefers-reduced-motion: reduce)';

export interface CarouselWording {
  label: string;
  role: string;
  track: string;
  previous: string;
  next: string;
  pause: string;
  play: string;
  /** One for each slide: what its picker says. */
  show: readonly string[];
}

/**
 * Carousel by the WAI-ARIA APG pattern on a native scroll track: swipe and scroll without script, arrow keys, pickers,
 * and a rotation that rests under pointer or focus and never starts where reduced motion is asked for. Its children are
 * the slides, each with its own group role and label.
 */
export function Carousel({ wording, children }: { wording: CarouselWording; children: ReactNode }) {
  const track = useRef<HTMLElement>(null);
  const [index, setIndex] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [held, setHeld] = useState(false);
  /** The track takes the arrow keys once there is a script to answer them. */
  const [keyed, setKeyed] = useState(false);
  const count = wording.show.length;

  useEffect(() => {
    setPlaying(!window.matchMedia(QUIET).matches);
    setKeyed(true);
  }, []);

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

  const moveOn = useRef(() => {});
  useEffect(() => {
    moveOn.current = () => show(index + 1);
  });
  useEffect(() => {
    if (!playing || held) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && moveOn.current(), MOVE_ON_MS);
    return () => clearInterval(timer);
  }, [playing, held]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  };

  return (
    <section
      aria-roledescription={wording.role}
      aria-label={wording.label}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="page-width flex flex-wrap items-center gap-2 pb-6 no-script:hidden">
        <button
          type="button"
          className="icon-button -ms-2.5"
          aria-label={playing ? wording.pause : wording.play}
          onClick={() => setPlaying(!playing)}
        >
          <Icon path={playing ? 'M8 5v14M16 5v14' : 'M8 5l11 7-11 7z'} />
        </button>
        <div className="flex">
          {wording.show.map((label, i) => (
            <button
              key={label}
              type="button"
              aria-label={label}
              aria-current={i === index ? 'true' : undefined}
              className="group grid h-11 w-8 place-items-center"
              onClick={() => show(i)}
            >
              <span className="h-4 w-px bg-edge group-aria-[current]:h-7 group-aria-[current]:w-0.75 group-aria-[current]:bg-water" />
            </button>
          ))}
        </div>
        <div className="ms-auto flex">
          <button
            type="button"
            className="icon-button"
            aria-label={wording.previous}
            onClick={() => show(index - 1)}
          >
            <Icon path="M14 5l-7 7 7 7" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={wording.next}
            onClick={() => show(index + 1)}
          >
            <Icon path="M10 5l7 7-7 7" />
          </button>
        </div>
      </div>
      <section
        ref={track}
        aria-label={wording.track}
        aria-live={playing && !held ? 'off' : 'polite'}
        tabIndex={keyed ? 0 : undefined}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        className="carousel-track"
      >
        {children}
      </section>
    </section>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d={path} />
    </svg>
  );
}
