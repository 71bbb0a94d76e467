import {
  compactDecrypt,
  errors,
  exportJWK,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWK,
} from 'jose';

/** How Stripe wants PINs encrypted: JWE with this key wrapping and content encryption. */
export const PIN_ENCRYPTION = { alg: 'RSA-OAEP', enc: 'A128CBC-HS256' } as const;

/** The issuer's RSA key for PINs. It is made when it is first used. */
export class PinKey {
  #pair: Promise<GenerateKeyPairResult> | undefined;

  #keys(): Promise<GenerateKeyPairResult> {
    this.#pair ??= generateKeyPair(PIN_ENCRYPTION.alg);
    return this.#pair;
  }

  /** Returns the public key. */
  async publicJwk(): Promise<JWK> {
    const { publicKey } = await this.#keys();
    return { ...(await exportJWK(publicKey)), alg: PIN_ENCRYPTION.alg, use: 'enc' };
  }

  /** Returns the PIN in a JWE, or `undefined` if it was encrypted in another way or isn't four digits. */
  async decrypt(jwe: string): Promise<string | undefined> {
    const { privateKey } = await this.#keys();
    try {
      const { plaintext } = await compactDecrypt(jwe, privateKey, {
        keyManagementAlgorithms: [PIN_ENCRYPTION.alg],
        contentEncryptionAlgorithms: [PIN_ENCRYPTION.enc],
      });
      const pin = new TextDecoder().decode(plaintext);
      return /^\d{4}$/.test(pin) ? pin : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}
