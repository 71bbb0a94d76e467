/** What is used of the Shape Detection API's BarcodeDetector. */
type Detector = { detect(source: ImageBitmap | HTMLVideoElement): Promise<readonly { rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: 'qr_code'[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

async function nativeDetector(): Promise<DetectorClass | null> {
  const { BarcodeDetector: native } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!native) return null;
  const formats = await native.getSupportedFormats();
  return formats.includes('qr_code') ? native : null;
}

/** The texts of the QR codes in a picture or in a camera's present frame, each once. */
export type ReadCodes = (source: ImageBitmap | HTMLVideoElement) => Promise<string[]>;

/**
 * The browser's own reader of QR codes, or where it has none a library, loaded now.
 * @throws where that cannot be loaded.
 */
export async function loadReader(): Promise<ReadCodes> {
  const Detector = (await nativeDetector()) ?? (await import('qr/decode.js')).BarcodeDetector;
  const detector = new Detector({ formats: ['qr_code'] });
  return async (source) => [...new Set((await detector.detect(source)).map(({ rawValue }) => rawValue))];
}
