/** @jest-environment node */
import {
  acceptAll,
  bytesToBase64,
  decodeMlsMessage,
  joinGroup,
  makePskIndex,
  processMessage,
  type RatchetTree,
} from 'ts-mls';
import { encodeCommit } from 'ts-mls/commit.js';
import { ratchetTreeFromExtension, verifyGroupInfoSignature } from 'ts-mls/groupInfo.js';
import { unprotectPrivateMessage } from 'ts-mls/messageProtection.js';
import { unprotectPublicMessage } from 'ts-mls/messageProtectionPublic.js';
import { encodeProposal } from 'ts-mls/proposal.js';
import { decodeRatchetTree, findLeafIndex } from 'ts-mls/ratchetTree.js';
import { createSecretTree } from 'ts-mls/secretTree.js';
import { CIPHER_SUITE, cipherSuite, clientConfig, type OwnKeyPackage } from '@/lib/messages/mls/device';
import { decodeKeyPackage } from '@/lib/messages/mls/key-package';
import { hasGoodParentHashes, leafAt } from '@/lib/messages/mls/tree-guards';
import { decryptWelcome, joinedState, secretsOf } from '@/lib/messages/mls/welcome';
import { bytes, hasVectors, vectorsOf } from '../../../support/mls-vectors';

type Keys = { key_package: string; init_priv: string; encryption_priv?: string; signature_priv?: string };
type WelcomeVector = Keys & { signer_pub: string; welcome: string };
type PassiveClient = Keys & {
  external_psks: readonly { psk_id: string; psk: string }[];
  welcome: string;
  ratchet_tree: string | null;
  initial_epoch_authenticator: string;
  epochs: readonly { proposals: readonly string[]; commit: string; epoch_authenticator: string }[];
};
type Protection = Record<
  | 'group_id'
  | 'tree_hash'
  | 'confirmed_transcript_hash'
  | 'signature_pub'
  | 'encryption_secret'
  | 'sender_data_secret'
  | 'membership_key'
  | 'proposal'
  | 'proposal_priv'
  | 'proposal_pub'
  | 'commit'
  | 'commit_priv'
  | 'commit_pub'
  | 'application'
  | 'application_priv',
  string
> & { epoch: number };

function ownPackage({
  key_package,
  init_priv,
  encryption_priv = '',
  signature_priv = '',
}: Keys): OwnKeyPackage {
  const publicPackage = decodeKeyPackage(bytes(key_package));
  if (!publicPackage) throw new Error('no key package');
  return {
    publicPackage,
    privatePackage: {
      initPrivateKey: bytes(init_priv),
      hpkePrivateKey: encryption_priv === '' ? new Uint8Array() : bytes(encryption_priv),
      signaturePrivateKey: signature_priv === '' ? new Uint8Array() : bytes(signature_priv),
    },
  };
}

function messageOf(hex: string) {
  const message = decodeMlsMessage(bytes(hex), 0)?.[0];
  if (!message) throw new Error('no message');
  return message;
}

/** Accepts the vectors' credentials, which aren't bindings of this application. */
const config = { ...clientConfig, authService: { validateCredential: async () => true } };

const psksOf = ({ external_psks }: PassiveClient) =>
  Object.fromEntries(external_psks.map(({ psk_id, psk }) => [bytesToBase64(bytes(psk_id)), bytes(psk)]));

/** Joins by the library's own function. */
async function joinedByLibrary(vector: PassiveClient) {
  const message = messageOf(vector.welcome);
  if (message.wireformat !== 'mls_welcome') throw new Error('no welcome');
  const tree = vector.ratchet_tree === null ? undefined : treeOf(vector.ratchet_tree);
  const { publicPackage, privatePackage } = ownPackage(vector);
  const suite = await cipherSuite();
  return joinGroup(
    message.welcome,
    publicPackage,
    privatePackage,
    makePskIndex(undefined, psksOf(vector)),
    suite,
    tree,
    undefined,
    config,
  );
}

function treeOf(hex: string): RatchetTree {
  const tree = decodeRatchetTree(bytes(hex), 0)?.[0];
  if (!tree) throw new Error('no tree');
  return tree;
}

test('a welcome that is no MLS message is rejected', async () => {
  expect(await decryptWelcome(new Uint8Array(8), [])).toBeNull();
});

if (hasVectors)
  describe('test vectors of RFC 9420: joining and following a group', () => {
    test('a welcome is decrypted, and its confirmation tag is verified (section 12.4.3.1)', async () => {
      const { signature } = await cipherSuite();
      for (const vector of vectorsOf<WelcomeVector>('welcome')) {
        const own = ownPackage(vector);
        const opened = await decryptWelcome(bytes(vector.welcome), [own]);
        if (!opened) throw new Error('not decrypted');
        expect(await verifyGroupInfoSignature(opened.info, bytes(vector.signer_pub), signature)).toBe(true);
        const forged = { ...opened, info: { ...opened.info, confirmationTag: new Uint8Array(32) } };
        expect(await secretsOf({ ...forged, joinerSecret: opened.joinerSecret.slice() })).toBeNull();
        expect(await secretsOf(opened)).not.toBeNull();
      }
    });

    test('a member joins by a welcome, with the tree in it or beside it (section 12.4.3.1)', async () => {
      const suite = await cipherSuite();
      const vectors = vectorsOf<PassiveClient>('passive-client-welcome');
      const withoutPsk = vectors.filter(({ external_psks }) => external_psks.length === 0);
      expect(withoutPsk.length).toBeGreaterThan(3);
      for (const vector of withoutPsk) {
        const opened = await decryptWelcome(bytes(vector.welcome), [ownPackage(vector)]);
        const tree = vector.ratchet_tree
          ? treeOf(vector.ratchet_tree)
          : opened && ratchetTreeFromExtension(opened.info);
        if (!opened || !tree) throw new Error('not decrypted');
        const signer = leafAt(tree, opened.info.signer)?.signaturePublicKey ?? new Uint8Array();
        expect(await verifyGroupInfoSignature(opened.info, signer, suite.signature)).toBe(true);
        expect(await hasGoodParentHashes(tree, suite)).toBe(true);
        const secrets = await secretsOf(opened);
        const leafIndex = findLeafIndex(tree, opened.used.publicPackage.leafNode);
        if (!secrets || leafIndex === undefined) throw new Error('not in the group');
        const state = await joinedState({ ...opened, tree, leafIndex }, secrets);
        expect(state?.keySchedule.epochAuthenticator).toEqual(bytes(vector.initial_epoch_authenticator));
      }
    });

    test('a welcome with a pre-shared key, which no conversation has, is rejected, and the library reads it (section 8.4)', async () => {
      const vectors = vectorsOf<PassiveClient>('passive-client-welcome');
      for (const vector of vectors.filter(({ external_psks }) => external_psks.length > 0)) {
        expect(await decryptWelcome(bytes(vector.welcome), [ownPackage(vector)])).toBeNull();
        const state = await joinedByLibrary(vector);
        expect(state.keySchedule.epochAuthenticator).toEqual(bytes(vector.initial_epoch_authenticator));
      }
    });

    test('the library follows commits with proposals by value and by reference (section 12.4.2)', async () => {
      const suite = await cipherSuite();
      for (const vector of vectorsOf<PassiveClient>('passive-client-handling-commit')) {
        let state = await joinedByLibrary(vector);
        expect(state.keySchedule.epochAuthenticator).toEqual(bytes(vector.initial_epoch_authenticator));
        for (const { proposals, commit, epoch_authenticator } of vector.epochs) {
          for (const hex of [...proposals, commit]) {
            const message = messageOf(hex);
            if (message.wireformat !== 'mls_public_message' && message.wireformat !== 'mls_private_message')
              throw new Error('no message of a member');
            // Later epochs also use the resumption keys of earlier ones.
            const psks = makePskIndex(state, psksOf(vector));
            state = (await processMessage(message, state, psks, acceptAll, suite)).newState;
          }
          expect(state.keySchedule.epochAuthenticator).toEqual(bytes(epoch_authenticator));
        }
      }
    });

    test('messages are decrypted and their signatures verified (section 6)', async () => {
      const suite = await cipherSuite();
      for (const vector of vectorsOf<Protection>('message-protection')) {
        const context = {
          version: 'mls10' as const,
          cipherSuite: CIPHER_SUITE,
          groupId: bytes(vector.group_id),
          epoch: BigInt(vector.epoch),
          treeHash: bytes(vector.tree_hash),
          confirmedTranscriptHash: bytes(vector.confirmed_transcript_hash),
          extensions: [],
        };
        const key = bytes(vector.signature_pub);
        // The sender is the second leaf. The vectors have no tree, so another group's stands in for it.
        const [stand] = vectorsOf<{ tree: string }>('tree-validation');
        const tree = treeOf(stand?.tree ?? '');
        const opened = async (hex: string) => {
          const message = messageOf(hex);
          if (message.wireformat === 'mls_public_message') {
            const { publicMessage } = message;
            const membership = bytes(vector.membership_key);
            return (await unprotectPublicMessage(membership, context, tree, publicMessage, suite, key))
              .content;
          }
          if (message.wireformat !== 'mls_private_message') throw new Error('no message of a member');
          const secretTree = await createSecretTree(2, bytes(vector.encryption_secret), suite.kdf);
          const result = await unprotectPrivateMessage(
            bytes(vector.sender_data_secret),
            message.privateMessage,
            secretTree,
            tree,
            context,
            clientConfig.keyRetentionConfig,
            suite,
            key,
          );
          return result.content.content;
        };
        const application = await opened(vector.application_priv);
        if (application.contentType !== 'application') throw new Error('no application message');
        expect(application.applicationData).toEqual(bytes(vector.application));
        for (const hex of [vector.proposal_priv, vector.proposal_pub]) {
          const content = await opened(hex);
          if (content.contentType !== 'proposal') throw new Error('no proposal');
          expect(encodeProposal(content.proposal)).toEqual(bytes(vector.proposal));
        }
        for (const hex of [vector.commit_priv, vector.commit_pub]) {
          const content = await opened(hex);
          if (content.contentType !== 'commit') throw new Error('no commit');
          expect(encodeCommit(content.commit)).toEqual(bytes(vector.commit));
        }
      }
    });
  });
