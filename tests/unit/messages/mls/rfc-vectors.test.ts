/** @jest-environment node */
import { decodeAuthenticatedContent } from 'ts-mls/authenticatedContent.js';
import { determineLength } from 'ts-mls/codec/variableLength.js';
import { refhash } from 'ts-mls/crypto/hash.js';
import { decryptWithLabel, encryptWithLabel } from 'ts-mls/crypto/hpke.js';
import { deriveSecret, deriveTreeSecret, expandWithLabel } from 'ts-mls/crypto/kdf.js';
import { signWithLabel, verifyWithLabel } from 'ts-mls/crypto/signature.js';
import { verifyConfirmationTag } from 'ts-mls/framedContent.js';
import { decodeGroupContext, extractEpochSecret, extractJoinerSecret } from 'ts-mls/groupContext.js';
import { extractWelcomeSecret } from 'ts-mls/groupInfo.js';
import { initializeEpoch, mlsExporter } from 'ts-mls/keySchedule.js';
import { createSecretTree, deriveKey, deriveNonce, ratchetUntil } from 'ts-mls/secretTree.js';
import { expandSenderDataKey, expandSenderDataNonce } from 'ts-mls/sender.js';
import { createConfirmedHash, createInterimHash } from 'ts-mls/transcriptHash.js';
import { cipherSuite, clientConfig } from '@/lib/messages/mls/device';
import { bytes, hasVectors, vectorsOf } from '../../../support/mls-vectors';

// What the library computes, with the cipher suite and settings of `mls/device.ts`. `rfc-tree-vectors.test.ts` and
// `rfc-welcome-vectors.test.ts` cover what is composed here.

type Hexes<Names extends string> = Record<Names, string>;
const text = (value: string) => new TextEncoder().encode(value);

type Basics = {
  derive_secret: Hexes<'secret' | 'label' | 'out'>;
  derive_tree_secret: Hexes<'secret' | 'label' | 'out'> & { generation: number; length: number };
  encrypt_with_label: Hexes<'priv' | 'pub' | 'label' | 'context' | 'plaintext' | 'kem_output' | 'ciphertext'>;
  expand_with_label: Hexes<'secret' | 'label' | 'context' | 'out'> & { length: number };
  ref_hash: Hexes<'label' | 'value' | 'out'>;
  sign_with_label: Hexes<'priv' | 'pub' | 'content' | 'label' | 'signature'>;
};
type Epoch = Hexes<
  | 'tree_hash'
  | 'commit_secret'
  | 'psk_secret'
  | 'confirmed_transcript_hash'
  | 'group_context'
  | 'joiner_secret'
  | 'welcome_secret'
  | 'init_secret'
  | 'sender_data_secret'
  | 'encryption_secret'
  | 'exporter_secret'
  | 'epoch_authenticator'
  | 'external_secret'
  | 'confirmation_key'
  | 'membership_key'
  | 'resumption_psk'
> & { exporter: Hexes<'label' | 'context' | 'secret'> & { length: number } };
type Generation = Hexes<'handshake_key' | 'handshake_nonce' | 'application_key' | 'application_nonce'> & {
  generation: number;
};
type SecretTreeVector = {
  encryption_secret: string;
  sender_data: Hexes<'sender_data_secret' | 'ciphertext' | 'key' | 'nonce'>;
  leaves: readonly (readonly Generation[])[];
};
type Transcript = Hexes<
  | 'confirmation_key'
  | 'authenticated_content'
  | 'interim_transcript_hash_before'
  | 'confirmed_transcript_hash_after'
  | 'interim_transcript_hash_after'
>;

test('lengths are read as in the examples of RFC 9000, appendix A.1', () => {
  const lengths = ['25', '7bbd', '9d7f3e7d'].map((hex) => determineLength(bytes(hex)).length);
  expect(lengths).toEqual([37, 15_293, 494_878_333]);
});

if (hasVectors)
  describe('test vectors of RFC 9420: the library with this cipher suite', () => {
    test('vector lengths (section 2.1.2)', () => {
      for (const { vlbytes_header, length } of vectorsOf<{ vlbytes_header: string; length: number }>(
        'deserialization',
      ))
        expect(determineLength(bytes(vlbytes_header)).length).toBe(length);
    });

    test('signatures, key derivation, and encryption with labels (sections 5.1 and 8)', async () => {
      const { kdf, hash, hpke, signature } = await cipherSuite();
      for (const vector of vectorsOf<Basics>('crypto-basics')) {
        const { derive_secret, derive_tree_secret, encrypt_with_label, expand_with_label } = vector;
        const { ref_hash, sign_with_label } = vector;
        expect(await deriveSecret(bytes(derive_secret.secret), derive_secret.label, kdf)).toEqual(
          bytes(derive_secret.out),
        );
        const { secret, label, generation, length, out } = derive_tree_secret;
        expect(await deriveTreeSecret(bytes(secret), label, generation, length, kdf)).toEqual(bytes(out));
        const expand = expand_with_label;
        expect(
          await expandWithLabel(
            bytes(expand.secret),
            expand.label,
            bytes(expand.context),
            expand.length,
            kdf,
          ),
        ).toEqual(bytes(expand.out));
        expect(await refhash(ref_hash.label, bytes(ref_hash.value), hash)).toEqual(bytes(ref_hash.out));
        const sign = sign_with_label;
        const own = await signWithLabel(bytes(sign.priv), sign.label, bytes(sign.content), signature);
        for (const one of [own, bytes(sign.signature)])
          expect(
            await verifyWithLabel(bytes(sign.pub), sign.label, bytes(sign.content), one, signature),
          ).toBe(true);
        const { priv, pub, context, plaintext, kem_output, ciphertext, label: purpose } = encrypt_with_label;
        const privateKey = await hpke.importPrivateKey(bytes(priv));
        const made = await encryptWithLabel(
          await hpke.importPublicKey(bytes(pub)),
          purpose,
          bytes(context),
          bytes(plaintext),
          hpke,
        );
        for (const { enc, ct } of [made, { enc: bytes(kem_output), ct: bytes(ciphertext) }])
          expect(await decryptWithLabel(privateKey, purpose, bytes(context), enc, ct, hpke)).toEqual(
            bytes(plaintext),
          );
      }
    });

    test('the key schedule and exported secrets (section 8)', async () => {
      const suite = await cipherSuite();
      const { kdf } = suite;
      for (const { initial_init_secret, epochs } of vectorsOf<{
        initial_init_secret: string;
        epochs: readonly Epoch[];
      }>('key-schedule')) {
        let init = bytes(initial_init_secret);
        for (const epoch of epochs) {
          const context = decodeGroupContext(bytes(epoch.group_context), 0)?.[0];
          if (!context) throw new Error('no group context');
          expect(context.treeHash).toEqual(bytes(epoch.tree_hash));
          const [commit, psk] = [bytes(epoch.commit_secret), bytes(epoch.psk_secret)];
          const joiner = await extractJoinerSecret(context, init, commit, kdf);
          expect(joiner).toEqual(bytes(epoch.joiner_secret));
          expect(await extractWelcomeSecret(joiner, psk, kdf)).toEqual(bytes(epoch.welcome_secret));
          expect(await extractEpochSecret(context, joiner, kdf, psk)).toHaveLength(kdf.size);
          const made = await initializeEpoch(init, commit, context, psk, kdf);
          expect(made.encryptionSecret).toEqual(bytes(epoch.encryption_secret));
          expect(made.keySchedule).toMatchObject({
            initSecret: bytes(epoch.init_secret),
            senderDataSecret: bytes(epoch.sender_data_secret),
            exporterSecret: bytes(epoch.exporter_secret),
            epochAuthenticator: bytes(epoch.epoch_authenticator),
            externalSecret: bytes(epoch.external_secret),
            confirmationKey: bytes(epoch.confirmation_key),
            membershipKey: bytes(epoch.membership_key),
            resumptionPsk: bytes(epoch.resumption_psk),
          });
          const { label, context: purpose, length, secret } = epoch.exporter;
          expect(
            await mlsExporter(made.keySchedule.exporterSecret, label, bytes(purpose), length, suite),
          ).toEqual(bytes(secret));
          init = bytes(epoch.init_secret);
        }
      }
    });

    test('message keys and sender data (sections 6.3.2 and 9)', async () => {
      const suite = await cipherSuite();
      for (const { encryption_secret, sender_data, leaves } of vectorsOf<SecretTreeVector>('secret-tree')) {
        const [secret, ciphertext] = [bytes(sender_data.sender_data_secret), bytes(sender_data.ciphertext)];
        expect(await expandSenderDataKey(suite, secret, ciphertext)).toEqual(bytes(sender_data.key));
        expect(await expandSenderDataNonce(suite, secret, ciphertext)).toEqual(bytes(sender_data.nonce));
        const tree = await createSecretTree(leaves.length, bytes(encryption_secret), suite.kdf);
        for (const [leaf, generations] of leaves.entries())
          for (const vector of generations) {
            const { generation } = vector;
            for (const kind of ['handshake', 'application'] as const) {
              const start = tree[leaf * 2]?.[kind];
              if (!start) throw new Error('no leaf');
              const config = clientConfig.keyRetentionConfig;
              const [at] = await ratchetUntil(start, generation, config, suite.kdf);
              expect(await deriveKey(at.secret, generation, suite)).toEqual(bytes(vector[`${kind}_key`]));
              expect(await deriveNonce(at.secret, generation, suite)).toEqual(bytes(vector[`${kind}_nonce`]));
            }
          }
      }
    });

    test('transcript hashes and confirmation tags (sections 8.1 and 8.2)', async () => {
      const { hash } = await cipherSuite();
      for (const vector of vectorsOf<Transcript>('transcript-hashes')) {
        const { wireformat, content, auth } =
          decodeAuthenticatedContent(bytes(vector.authenticated_content), 0)?.[0] ?? {};
        if (!wireformat || content?.contentType !== 'commit' || auth?.contentType !== 'commit')
          throw new Error('no commit');
        const confirmed = await createConfirmedHash(
          bytes(vector.interim_transcript_hash_before),
          { wireformat, content, signature: auth.signature },
          hash,
        );
        expect(confirmed).toEqual(bytes(vector.confirmed_transcript_hash_after));
        expect(await createInterimHash(confirmed, auth.confirmationTag, hash)).toEqual(
          bytes(vector.interim_transcript_hash_after),
        );
        const key = bytes(vector.confirmation_key);
        expect(await verifyConfirmationTag(key, auth.confirmationTag, confirmed, hash)).toBe(true);
        expect(await verifyConfirmationTag(key, text('another tag'), confirmed, hash)).toBe(false);
      }
    });
  });
