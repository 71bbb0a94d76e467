import { Icon } from '@/components/ui/icon';
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
      <Icon path="m5 5 14 14M19 5 5 19" />
    </SiteLink>
  );
}
