/** Loaders for the public pages' dialogs, so that their code loads only when it is likely to be used. */
export const dialogLoaders = {
  menu: () => import('./menu/menu-drawer').then((file) => file.MenuDrawer),
  language: () => import('./language/language-dialog').then((file) => file.LanguageDialog),
  announcements: () => import('./announcements/announcements').then((file) => file.Announcements),
  fiat: () => import('./currency/currency-dialog').then((file) => file.CurrencyDialog),
};

export type SiteDialogName = keyof typeof dialogLoaders;

/** Preloads a dialog's code. Errors are ignored here, because a click reports them. */
export function prefetchDialog(name: SiteDialogName): void {
  void dialogLoaders[name]().catch(() => undefined);
}
