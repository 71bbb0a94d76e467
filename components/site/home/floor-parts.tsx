import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type Claim, claims } from '@/lib/content/website';
import { HeadingText } from '../heading-text';

/** The heading of a section, with its description. */
export function FloorTitle({
  title,
  lead,
  tag,
  className = '',
}: {
  title: string;
  lead?: string;
  /** Shown above the headline. */
  tag?: ReactNode;
  className?: string;
}) {
  return (
    <div className={className}>
      {tag}
      <h2 className="font-display text-3xl">
        <HeadingText>{title}</HeadingText>
      </h2>
      {lead ? <p className="mt-5 max-w-[32em] text-lg text-muted">{lead}</p> : null}
    </div>
  );
}

interface PointListProps {
  points: readonly { title: string; text: string; tag?: ReactNode }[];
  className?: string;
}

/** A feature's key points, separated by hairlines. */
export function PointList({ points, className = '' }: PointListProps) {
  return (
    <dl className={className}>
      {points.map(({ title, text, tag }) => (
        <div key={title} className="border-t border-line py-5">
          <dt className="text-lg font-[550]">
            {title} {tag}
          </dt>
          <dd className="mt-1 max-w-[32em] text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Short facts in a row, each preceded by a bar. */
export function TagList({ tags, className = '' }: { tags: readonly string[]; className?: string }) {
  return (
    <ul className={`flex flex-wrap gap-x-6 gap-y-2 text-sm ${className}`}>
      {tags.map((tag) => (
        <li key={tag} className="border-s-2 border-water ps-2.5">
          {tag}
        </li>
      ))}
    </ul>
  );
}

/** Marks a claim that the product doesn't support yet. Renders nothing once the operator enables the claim. */
export function PlannedTag({ claim }: { claim: Claim }) {
  const t = useTranslations('home');
  return claims[claim] ? null : <span className="planned-tag">{t('planned')}</span>;
}
