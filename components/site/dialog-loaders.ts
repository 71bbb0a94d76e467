/** Dialogs of the public pages, fetched on intent. */
export const dialogLoaders = {
  menu: async () => (await import('./menu/menu-drawer')).MenuDrawer,
  language: async () => (await import('./language/language-dialog')).LanguageDialog,
  fiat: async () => (await import('./currency/currency-dialog')).CurrencyDialog,
};

export type SiteDialogName = keyof typeof dialogLoaders;

/** Fetches a dialog's code when a visitor comes near its button. A failure is met again, and told, on the click. */
export function prefetchDialog(name: SiteDialogName): void {
  void dialogLoaders[name]().catch(() => undefined);
}
