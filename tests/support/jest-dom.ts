import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// What a test waits for comes at once; a busy machine may still take more than the default second.
configure({ asyncUtilTimeout: 90_000 });
