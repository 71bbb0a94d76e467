import { randomUUID } from 'node:crypto';
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
  readonly #id = randomUUID();
  #pair: Promise<GenerateKeyPairResult> | undefined;

  #keys(): Promise<GenerateKeyPairResult> {
    this.#pair ??= generateKeyPair(PIN_ENCRYPTION.alg);
    return this.#pair;
  }

  /** Returns the public key and its ID, as Stripe does. Stripe also has it in another format. */
  async publicKey(): Promise<{ key_id: string; jwk: JWK }> {
    const { publicKey } = await this.#keys();
    const jwk = { ...(await exportJWK(publicKey)), alg: PIN_ENCRYPTION.alg, use: 'enc' };
    return { key_id: this.#id, jwk };
  }

  /** Returns the PIN in a JWE, or `undefined` if it was encrypted in another way or isn't four digits. */
  async decrypt(jwe: string): Promise<string | undefined> {
    const { privateKey } = await this.#keys();
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey, {
        keyManagementAlgorithms: [PIN_ENCRYPTION.alg],
        contentEncryptionAlgorithms: [PIN_ENCRYPTION.enc],
      });
      if (protectedHeader.kid !== this.#id) return undefined;
      const pin = new TextDecoder().decode(plaintext);
      return /^\d{4}$/.test(pin) ? pin : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}
