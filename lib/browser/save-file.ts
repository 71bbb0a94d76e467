/** Triggers a file download in the browser. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Delayed, because some browsers read the URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
