import type { ReactNode } from 'react';

interface PointListProps {
  points: readonly { title: string; text: string; tag?: ReactNode }[];
  className?: string;
}

/** The points of a feature, ruled by hairlines. */
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
