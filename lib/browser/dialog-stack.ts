/** Close functions of the open dialogs, topmost last. */
const closers: (() => void)[] = [];

/** Registers a dialog as the topmost one. Returns the function to call after it closes. */
export function pushDialog(close: () => void): () => void {
  closers.push(close);
  return () => {
    const index = closers.indexOf(close);
    if (index !== -1) closers.splice(index, 1);
  };
}

/** Closes the topmost dialog in the same way as its close button. Returns whether a dialog was open. */
export function closeTopDialog(): boolean {
  const close = closers.at(-1);
  close?.();
  return close !== undefined;
}
