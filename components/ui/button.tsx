import type { ComponentProps } from 'react';

const variants = {
  /** Style of the primary action, used once per screen. */
  signal:
    'bg-buoy text-on-buoy border-buoy hover:bg-[color-mix(in_oklab,var(--color-buoy)_88%,var(--color-ink))]',
  primary:
    'bg-water text-on-water border-water hover:bg-[color-mix(in_oklab,var(--color-water)_88%,var(--color-ink))]',
  outline: 'bg-transparent text-ink border-edge hover:border-ink hover:bg-sunken',
  plain: 'bg-transparent text-ink border-transparent hover:bg-sunken',
} as const;

const sizes = {
  small: 'min-h-11 px-4 text-sm whitespace-nowrap',
  medium: 'min-h-12 px-6 py-2 text-base',
  large: 'min-h-14 px-8 py-2 text-base',
} as const;

interface ButtonStyle {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  className?: string | undefined;
}

/** Button styles, also for links. Every size is at least 44 px high. */
export function buttonClass({
  variant = 'outline',
  size = 'medium',
  className = '',
}: ButtonStyle = {}): string {
  return [
    'inline-flex items-center justify-center gap-2 rounded-sharp border font-[550] text-center leading-tight select-none',
    'transition-colors off:cursor-not-allowed off:border-line off:bg-sunken off:text-muted',
    variants[variant],
    sizes[size],
    className,
  ].join(' ');
}

/** A button for actions. For navigation, use `buttonClass` on a link. */
export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...button
}: ComponentProps<'button'> & ButtonStyle) {
  return <button {...button} type={type} className={buttonClass({ variant, size, className })} />;
}
