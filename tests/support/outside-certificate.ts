import { generate } from 'selfsigned';

/** A certificate, made anew, of a server on this machine: for 127.0.0.1, localhost and outside.invalid. */
export async function outsideCertificate(): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'outside.invalid' }], {
    keyType: 'ec',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
          { type: 2, value: 'outside.invalid' },
        ],
      },
    ],
  });
  return { key, cert };
}
