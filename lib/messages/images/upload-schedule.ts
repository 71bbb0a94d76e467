import type { Engine } from '@/lib/messages/core/engine';
import type { MessageReference } from '@/lib/messages/protocol/content';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import { uploadImages } from './upload-images';

type Options = {
  /** Called when the progress of an upload changes. */
  onProgress: () => void;
  /** Called when messages can be sent, because their images are uploaded. */
  onUploaded: () => void;
  /** Called if the storage failed. */
  onStorageFailure: (error: unknown) => void;
};

/** Uploads waiting images, one run at a time, in parallel with the exchange of messages. */
export class ImageUploads {
  readonly #engine: Engine;
  readonly #options: Options;
  readonly #closing = new AbortController();
  /** Uploaded fraction of images, from 0 to 1, by message ID. */
  readonly #progress = new Map<string, number>();
  #running: Promise<void> | null = null;
  #isDue = false;

  constructor(engine: Engine, options: Options) {
    this.#engine = engine;
    this.#options = options;
  }

  /** Starts a run, or another one after the current run. */
  start(): void {
    if (this.#closing.signal.aborted) return;
    this.#isDue = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      // Requested after the run made its last check.
      if (this.#isDue) this.start();
    });
  }

  async #run(): Promise<void> {
    const { onProgress, onUploaded, onStorageFailure } = this.#options;
    const options = {
      signal: this.#closing.signal,
      onProgress: (messageId: string, part: number | null) => {
        if (part === null) this.#progress.delete(messageId);
        else this.#progress.set(messageId, part);
        onProgress();
      },
    };
    try {
      while (this.#isDue) {
        this.#isDue = false;
        const count = await this.#engine.uploads(() => uploadImages(this.#engine, options));
        if (count > 0) onUploaded();
      }
    } catch (error) {
      // The next exchange with the server shows whether it can be reached, and starts another run.
      if (!(error instanceof MessengerError)) onStorageFailure(error);
    }
  }

  progressOf = ({ id }: MessageReference): number | null => this.#progress.get(id) ?? null;

  /** Cancels uploads. Resolves when the current run has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }
}
