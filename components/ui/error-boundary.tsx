'use client';

import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  /** Renders the fallback after one of the children throws. `retry` remounts the children. */
  fallback: (retry: () => void) => ReactNode;
  onError?: () => void;
};

/** Catches errors that its children throw during render or in effects, so that the surrounding page stays mounted. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.fallback(() => this.setState({ hasFailed: false }));
  }
}
