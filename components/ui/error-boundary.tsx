'use client';

import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  /** Rendered instead of the children after one throws; `retry` remounts them. */
  fallback: (retry: () => void) => ReactNode;
  onError?: () => void;
};

/** Keeps an error thrown by its children, in render or in effects, from unmounting the page around them. */
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
