/** Groups of the gallery's components, in order. Each is an anchor of the page and a key of `test.gallery.groups`. */
export const galleryGroups = ['actions', 'forms', 'figures', 'messages'] as const;
export type GalleryGroupName = (typeof galleryGroups)[number];

/** Groups of the wallet's components. Their code loads on demand. */
export const walletGalleryGroups = ['amounts', 'tokens', 'walletFigures', 'networks', 'calls'] as const;
export type WalletGalleryGroupName = (typeof walletGalleryGroups)[number];
