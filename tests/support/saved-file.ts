/** Catches the files that the page saves as object URLs. Returns a function that reads the first one as text. */
export function catchSavedFile(): () => Promise<string> {
  const saved: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      saved.push(blob);
      return 'blob:saved';
    },
    revokeObjectURL: () => undefined,
  });
  return () => {
    const [blob] = saved;
    if (!blob) throw new Error('nothing was saved');
    // jsdom's blobs have no `text` method.
    return new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsText(blob);
    });
  };
}
