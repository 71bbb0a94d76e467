/** How each dialog that is open is closed, the topmost last. */
const closers: (() => void)[] = [];

/** Names the way to close a dialog that now lies above all others. Gives back what to call once it is closed. */
export function pushDialog(close: () => void): () => void {
  closers.push(close);
  return () => {
    const index = closers.indexOf(close);
    if (index !== -1) closers.splice(index, 1);
  };
}

/** Closes the topmost dialog the way its own close button does. Answers whether one was open. */
export function closeTopDialog(): boolean {
  const close = closers.at(-1);
  close?.();
  return close !== undefined;
}
