import { TestEnvironment } from 'jest-environment-jsdom';

/** A ResizeObserver that never fires, because jsdom has no layout. */
class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** An EventSource that receives nothing, because jsdom has none. Tests with a server replace it. */
class SilentSource {
  addEventListener() {}
  close() {}
}

/** A jsdom environment with the web globals that viem and code with `fetch` need. */
export default class WebGlobalsEnvironment extends TestEnvironment {
  override async setup() {
    await super.setup();
    Object.assign(this.global, {
      TextEncoder,
      TextDecoder,
      Uint8Array,
      fetch,
      Headers,
      Request,
      Response,
      structuredClone,
      ResizeObserver: StillObserver,
      EventSource: SilentSource,
      // Allow a test to set the page's origin to that of its own server.
      movePage: (url: string) => this.dom?.reconfigure({ url }),
    });
    // jsdom doesn't implement the navigation type.
    this.global.Performance.prototype.getEntriesByType = () => [];
    // jsdom doesn't implement scrolling.
    this.global.Element.prototype.scrollIntoView = () => {};
  }
}
