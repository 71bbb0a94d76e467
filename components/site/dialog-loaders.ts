/** Dialogs of the public pages, loaded on intent. */
export const dialogLoaders = {
  menu: () => import('./menu/menu-drawer').then((file) => file.MenuDrawer),
  language: () => import('./language/language-dialog').then((file) => file.LanguageDialog),
  announcements: () => import('./announcements/announcements').then((file) => file.Announcements),
  fiat: () => import('./currency/currency-dialog').then((file) => file.CurrencyDialog),
};

export type SiteDialogName = keyof typeof dialogLoaders;

/** Preloads a dialog's code. A failure is reported on click. */
export function prefetchDialog(name: SiteDialogName): void {
  void dialogLoaders[name]().catch(() => undefined);
}
