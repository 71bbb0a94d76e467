import { routes } from '@/lib/routes';

/** The header's links, in order. Each name is a key of the `shell` messages (SITE-5). */
export const headerTargets = [
  { name: 'home', href: routes.home },
  { name: 'wallet', href: routes.wallet },
  { name: 'download', href: routes.download },
  { name: 'about', href: routes.about },
  { name: 'lines', href: routes.businessLines },
  { name: 'contact', href: routes.contact },
] as const;

/** Links of the side menu and the wallet's footer, after the header's. */
export const legalTargets = [
  { name: 'help', href: routes.help },
  { name: 'terms', href: routes.terms },
  { name: 'privacy', href: routes.privacy },
] as const;
