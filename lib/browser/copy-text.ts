import { notify } from './notices';

/** Copies text and shows a toast with the result (COPY-1). */
export async function copyText(text: string, wording: { copied: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('success', wording.copied);
  } catch {
    notify('error', wording.failed);
  }
}
