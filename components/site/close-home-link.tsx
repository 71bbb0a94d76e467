import { routes } from '@/lib/routes';
import { SiteLink } from './site-link';

/** The cross of a page that was opened for one thing: leads home. */
export function CloseHomeLink({ label, className = '' }: { label: string; className?: string }) {
  return (
    <SiteLink
      href={routes.home}
      aria-label={label}
      data-way-out=""
      className={`grid size-12 place-items-center rounded-sharp border border-transparent hover:border-edge hover:bg-sunken ${className}`}
    >
      <svg
        aria-hidden="true"
        width="24"
        height="24"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path d="m5 5 14 14M19 5 5 19" />
      </svg>
    </SiteLink>
  );
}
