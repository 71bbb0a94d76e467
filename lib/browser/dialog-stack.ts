/** Close functions of the open dialogs, topmost last. */
const closers: (() => void)[] = [];

/** Registers a dialog as topmost. Returns the function to call once it is closed. */
export function pushDialog(close: () => void): () => void {
  closers.push(close);
  return () => {
    const index = closers.indexOf(close);
    if (index !== -1) closers.splice(index, 1);
  };
}

/** Closes the topmost dialog like its close button. Returns whether one was open. */
export function closeTopDialog(): boolean {
  const close = closers.at(-1);
  close?.();
  return close !== undefined;
}
