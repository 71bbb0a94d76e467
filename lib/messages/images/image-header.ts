/** Accepted image formats. SVG is excluded, because it is a document. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
export type ImageHeader = { mediaType: ImageType; width: number; height: number };

/** Returns whether a JPEG marker (ITU-T T.81, table B.1) starts a frame: SOF0 to SOF15, except DHT, JPG, and DAC. */
const isFrameStart = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Returns whether a JPEG marker has no length field: TEM, RST0 to RST7, and SOI. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Reads the dimensions of a JPEG from its first frame header, in one pass over its segments. */
function jpegSize(view: DataView): { width: number; height: number } | null {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) at += 1;
    else if (isAlone(marker)) at += 2;
    else if (isFrameStart(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else if (marker === 0xd9 || marker === 0xda) return null;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

/** Reads the dimensions of a WebP (RFC 9649). Rejects animations, because only their first frame would be shown. */
function webpSize(bytes: Uint8Array, view: DataView): { width: number; height: number } | null {
  if (bytes.length < 30) return null;
  switch (textAt(bytes, 12, 4)) {
    case 'VP8 ':
      // A key frame (RFC 6386, section 9.1), with 14 bits for each side.
      return textAt(bytes, 23, 3) === '\x9d\x01\x2a'
        ? { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
        : null;
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return null;
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X': {
      const isAnimated = (view.getUint8(20) & 0x02) !== 0;
      const side = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00 + 1;
      return isAnimated ? null : { width: side(24), height: side(27) };
    }
    default:
      return null;
  }
}

/**
 * Reads an image's type and dimensions from its header, without decoding it. Returns null if the format isn't accepted.
 * Ignores file names and declared media types.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 24) return null;
  const start = textAt(bytes, 0, 12);
  const found = (mediaType: ImageType, size: { width: number; height: number } | null): ImageHeader | null =>
    size && size.width > 0 && size.height > 0 ? { mediaType, ...size } : null;
  if (start.startsWith('\x89PNG\r\n\x1a\n'))
    return textAt(bytes, 12, 4) === 'IHDR'
      ? found('image/png', { width: view.getUint32(16), height: view.getUint32(20) })
      : null;
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a'))
    return found('image/gif', { width: view.getUint16(6, true), height: view.getUint16(8, true) });
  if (start.startsWith('\xff\xd8\xff')) return found('image/jpeg', jpegSize(view));
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return found('image/webp', webpSize(bytes, view));
  return null;
}
