import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { ArticleEntry } from '@/lib/api/types';

export const entryOf = (id: number, change: Partial<ArticleEntry> = {}): ArticleEntry => ({
  id,
  title: `Title ${id}`,
  summary: `Summary ${id}`,
  lang: 'en',
  publishedAt: new Date(Date.UTC(2026, 10, id, 12)).toISOString(),
  read: false,
  ...change,
});

/** Serves the API's three announcement calls on loopback, for browser code. */
export class ArticleApi {
  entries: ArticleEntry[] = [];
  /** URLs requested so far. While `fails` is set, all requests fail. */
  readonly asked: string[] = [];
  fails = false;
  readonly #server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    this.asked.push(request.url ?? '');
    const call = pathname.replace('/api/article/', '');
    if (this.fails) this.#answer(response, 503, null);
    else if (call === 'type/ordinary') {
      const [pageNum, pageSize] = [Number(searchParams.get('pageNum')), Number(searchParams.get('pageSize'))];
      const list = this.entries.slice((pageNum - 1) * pageSize, pageNum * pageSize);
      this.#answer(response, 200, { list, total: this.entries.length, pageNum, pageSize });
    } else if (call === 'unreadCount') {
      const ids = (searchParams.get('ids') ?? '').split(',').map(Number);
      this.#answer(response, 200, { count: this.entries.filter(({ id }) => !ids.includes(id)).length });
    } else {
      const entry = this.entries.find(({ id }) => call === `detail/${id}`);
      this.#answer(response, entry ? 200 : 404, entry ? { ...entry, body: `<p>Body ${entry.id}</p>` } : null);
    }
  });

  #answer(response: ServerResponse, code: number, data: unknown): void {
    response
      .writeHead(code, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ code, msg: code === 200 ? '' : 'Not now.', data }));
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
