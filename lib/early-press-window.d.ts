interface Window {
  /** Name of the dialog whose button was pressed last, as the inline script of lib/early-press.ts notes it. */
  tidewellPressed?: string;
}
