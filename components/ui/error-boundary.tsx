'use client';

import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  /** What takes the place of the children after one of them threw; `retry` mounts them anew. */
  fallback: (retry: () => void) => ReactNode;
  onError?: () => void;
};

/** Keeps an error that is thrown while its children render, or in their effects, from taking down the page around them. */
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
