import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { HeadingText } from '@/components/ui/heading-text';
import { type HomeClaim, homeClaims } from '@/lib/content/home-claims';
import { SiteLink } from '../site-link';

/** Marks a claim whose feature isn't available yet. Renders nothing for other claims. */
export function PlannedTag({ claim, className = '' }: { claim: HomeClaim; className?: string }) {
  const t = useTranslations('home');
  return homeClaims[claim] === null ? (
    <span className={`planned-tag ${className}`}>{t('planned')}</span>
  ) : null;
}

/**
 * The title of a claim, as a link to the feature if it's available. The link covers the nearest positioned ancestor.
 */
export function ClaimLink({ claim, children }: { claim: HomeClaim; children: ReactNode }) {
  const address: string | null = homeClaims[claim];
  if (address === null) return children;
  return address.startsWith('/') ? (
    <SiteLink href={address} className="claim-link">
      {children}
    </SiteLink>
  ) : (
    <a href={address} className="claim-link">
      {children}
    </a>
  );
}

/** The heading of a section, with its description. */
export function FloorTitle({
  title,
  lead,
  claim,
  className = '',
}: {
  title: string;
  lead?: string;
  /** The claim that the section makes. If omitted, the section's parts make their own. */
  claim?: HomeClaim;
  className?: string;
}) {
  const heading = <HeadingText>{title}</HeadingText>;
  return (
    <div className={`relative ${className}`}>
      {claim ? <PlannedTag claim={claim} className="mb-4" /> : null}
      <h2 className="font-display text-3xl">
        {claim ? <ClaimLink claim={claim}>{heading}</ClaimLink> : heading}
      </h2>
      {lead ? <p className="mt-5 max-w-[32em] text-lg text-muted">{lead}</p> : null}
    </div>
  );
}

interface PointListProps {
  points: readonly { title: string; text: string; claim?: HomeClaim }[];
  className?: string;
}

/** A feature's key points, separated by hairlines. */
export function PointList({ points, className = '' }: PointListProps) {
  return (
    <dl className={className}>
      {points.map(({ title, text, claim }) => (
        <div key={title} className="relative border-t border-line py-5">
          <dt className="text-lg font-[550]">
            {claim ? (
              <>
                <ClaimLink claim={claim}>{title}</ClaimLink> <PlannedTag claim={claim} />
              </>
            ) : (
              title
            )}
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
