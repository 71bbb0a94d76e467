import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// Awaited changes are immediate, but a busy machine may need more than the default second.
configure({ asyncUtilTimeout: 45_000 });
