import { create } from 'zustand';
import type { DappReviews } from '@/lib/wallet/dapps/reviews';
import type { LinkProblem } from './read-link';
import type { LinkProposal } from './read-proposal';

/** A DApp that was opened elsewhere, and is connected by a link, or asks to be. */
export type LinkedDapp = Pick<LinkProposal, 'name' | 'site' | 'isVerified'> & {
  /** The origin of its requests here. It isn't the one that the DApp says it has, which anybody can say. */
  origin: string;
  reviews: DappReviews;
};

type Links = {
  /** Link that waits to be opened. */
  wish: string | null;
  /** Whether a link is being opened: its DApp hasn't answered yet. */
  isOpening: boolean;
  /** Why the last link wasn't opened. `silent`: the DApp or the relay doesn't answer. `own`: it claims to be this site. */
  problem: LinkProblem | 'silent' | 'own' | 'failed' | LinkProposal['problem'];
  /** The DApps whose requests arrive now. */
  dapps: readonly LinkedDapp[];
};

/** What is connected by links in this tab. The sessions themselves are stored by WalletConnect's client. */
export const useLinks = create<Links>(() => ({ wish: null, isOpening: false, problem: null, dapps: [] }));

/** Asks for a link to be opened. */
export const openLink = (uri: string) => useLinks.setState({ wish: uri, isOpening: true, problem: null });

/** Ends the opening of a link, with the reason if it failed. */
export const endOpening = (problem: Links['problem'] = null) =>
  useLinks.setState({ wish: null, isOpening: false, problem });

/**
 * Returns the origin of a session's requests: a host that can't exist (RFC 2606), so no website's rights or sign-in messages are
 * its own.
 */
export const linkOrigin = (topic: string): string =>
  `https://${topic.slice(0, 32).toLowerCase()}.unverified.invalid`;
