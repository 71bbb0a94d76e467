import type { walletSections } from '@/lib/routes';

/** Icon paths of the wallet's sections, for a 24 × 24 view box. */
export const sectionIcons: Record<(typeof walletSections)[number]['name'], string> = {
  home: 'M3 11c3-3.5 6-3.5 9 0s6 3.5 9 0M5.500 13.500V20h13v-6.500M5.500 8.500 12 3.500l6.500 5',
  assets:
    'm12 3.500 8.500 4.250L12 12 3.500 7.750 12 3.500ZM3.500 12 12 16.250 20.500 12M3.500 16.250 12 20.500l8.500-4.250',
  trade: 'M4 8h14.500m-4-4 4 4-4 4M20 16H5.500m4-4-4 4 4 4',
  earn: 'M3.500 19.500c4.500 0 6-2.500 8-6.500s4-7.500 9-7.500m-4.500-2 4.500 2-2 4.500M3.500 15c2.500 0 4-1.500 5-3.500',
  pay: 'M4 11 20 4l-6 16-3-6.500L4 11Zm7 2.500L20 4',
};
