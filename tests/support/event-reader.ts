export type ReceivedEvent = { event: string; data: unknown };

const fieldOf = (block: string, name: string) =>
  block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);

/** Reads server-sent events one at a time. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #text = '';

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Returns the next block of lines, or null at the end of the stream. */
  async block(): Promise<string | null> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return block;
      }
      const { value, done } = await this.#reader.read();
      if (done) return null;
      this.#text += Buffer.from(value).toString('utf8');
    }
  }

  /** Returns the next event, or null at the end of the stream. Skips blocks that aren't events, such as comments. */
  async event(): Promise<ReceivedEvent | null> {
    for (;;) {
      const block = await this.block();
      if (block === null) return null;
      const [event, data] = ['event', 'data'].map((name) => fieldOf(block, name));
      if (event !== undefined && data !== undefined) return { event, data: JSON.parse(data) };
    }
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }
}
