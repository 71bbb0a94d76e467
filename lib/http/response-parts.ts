export type Encoding = 'br' | 'gzip' | 'identity';

/** A body in one encoding, with its strong ETag (RFC 9110, section 8.8.3). */
export type BodyVariant = { encoding: Encoding; etag: string; bytes: Uint8Array };

/** A body that is sent to many clients. Each encoding is made once. */
export interface SharedBody {
  /** Returns the body in an encoding, or uncompressed if it's short. */
  variant(encoding: Encoding): BodyVariant | Promise<BodyVariant>;
}

/** Where the bytes of a live body go: a response of Node's server, or a web stream. */
export interface BodySink {
  /** Returns false if the reader is slow. Nothing more may be written until the body is resumed. */
  write(bytes: Uint8Array): boolean;
  end(): void;
}

/** A body that is written as things happen, such as a stream of events. */
export interface LiveBody {
  /** Starts writing. Called at most once. */
  start(sink: BodySink): void;
  /** Continues after `write` returned false and the reader has caught up. */
  resume(): void;
  /** Ends the body, if it hasn't ended yet. Called when the reader disconnects, too. */
  end(): void;
}

/** The parts of a response, for a server that sends them as they are. */
export type ResponseParts = {
  status: number;
  /** For a shared body, always the same object, so that the headers are prepared once. */
  headers: Readonly<Record<string, string>>;
  /** The request's ID, which is sent as `X-Request-Id`. */
  requestId?: string | undefined;
  body: string | SharedBody | LiveBody | null;
  /** Whether a shared body is sent with an ETag, and a 304 instead if the client has it. */
  isConditional: boolean;
};

/** A registered symbol, because the API's bundle and server/serve each have a copy of this module. */
const PARTS = Symbol.for('tidewell.response-parts');

/** Returns the headers of a response's parts, with the request's ID. */
const headersOf = ({ headers, requestId }: ResponseParts): Record<string, string> => ({
  ...headers,
  ...(requestId === undefined ? {} : { 'X-Request-Id': requestId }),
});

/**
 * Returns a response that keeps its parts. It becomes a real `Response`, by `make` with its headers, when something else is
 * read, as Next and tests do. A real one costs several times as much as the rest of a short call.
 */
export function responseOf(
  parts: ResponseParts,
  make: (headers: Record<string, string>) => Response,
): Response {
  let real: Response | undefined;
  return new Proxy({} as Response, {
    get: (_, name) => {
      if (name === PARTS) return real ? undefined : parts;
      // A promise that resolves to the response reads this.
      if (name === 'then') return undefined;
      real ??= make(headersOf(parts));
      const value: unknown = Reflect.get(real, name, real);
      return typeof value === 'function' ? value.bind(real) : value;
    },
    getPrototypeOf: () => Response.prototype,
  });
}

/** Returns a response's parts, or undefined if it's a real `Response`. */
export const partsOf = (response: Response): ResponseParts | undefined =>
  (response as { [PARTS]?: ResponseParts })[PARTS];
