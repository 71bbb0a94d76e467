// Only tests of pages need these packages, which take half a second to load.
if (typeof document !== 'undefined') {
  require('@testing-library/jest-dom');
  const { configure } = require('@testing-library/react') as typeof import('@testing-library/react');
  // A busy machine may need longer than the default of one second to render a change.
  configure({ asyncUtilTimeout: 45_000 });
}
