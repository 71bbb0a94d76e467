import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface PageWeight {
  js: number;
  css: number;
  fonts: number;
  html: number;
  /** React's flight data, which is loaded as a script but contains no code. */
  flight: number;
  images: number;
}

/** Downloads a URL. Returns the number of transferred bytes and the decoded text. */
function download(url: string): Promise<{ bytes: number; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        if (response.statusCode !== 200 && response.statusCode !== 404)
          return reject(new Error(`${url} answers ${response.statusCode}`));
        const plain = response.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
        resolve({ bytes: body.length, text: plain.toString('utf8') });
      });
    }).on('error', reject);
  });
}

const references = {
  // Matches script tags and the list of deferred scripts, but not React's flight data, where quotes are escaped.
  js: /"(\/_next\/static\/chunks\/[^"\\]+\.js)"(?!\s+nomodule)/gi,
  css: /<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g,
  fonts: /<link[^>]*rel="preload"[^>]*href="([^"]+\.woff2)"/g,
  flight: /"(\/_next\/static\/flight\/[^"]+)"/g,
  images: /<(?:img[^>]*\ssrc|use[^>]*\shref|image[^>]*\shref)="(\/[^"#]+)/g,
} as const;

/**
 * Returns the gzipped size in bytes of a page's first load: its HTML and everything the HTML references. Excludes
 * scripts that modern browsers skip (`nomodule`).
 */
export async function weighPage(origin: string, path: string): Promise<PageWeight> {
  const html = await download(origin + path);
  const weigh = async (kind: keyof typeof references) => {
    const addresses = new Set([...html.text.matchAll(references[kind])].map(([, address = '']) => address));
    const sizes = await Promise.all(
      [...addresses].map(
        async (address) => (await download(origin + address.replaceAll('&amp;', '&'))).bytes,
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  return {
    js: await weigh('js'),
    css: await weigh('css'),
    fonts: await weigh('fonts'),
    html: html.bytes,
    flight: await weigh('flight'),
    images: await weigh('images'),
  };
}
