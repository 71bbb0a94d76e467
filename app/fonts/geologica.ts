import localFont from 'next/font/local';

/**
 * Geologica (OFL 1.1, see LICENSE-geologica.txt), Latin subset, 25 kB: weights 300 to 700 and the SHRP (sharpness)
 * axis, whose maximum is used for headlines. Set `geologica.variable` on the html element; globals.css does the rest.
 */
export const geologica = localFont({
  src: './geologica-latin.woff2',
  weight: '300 700',
  // A font swap after the first paint would shift headlines, so a slow first visit shows Arial instead.
  display: 'optional',
  variable: '--font-geologica',
  adjustFontFallback: 'Arial',
});
