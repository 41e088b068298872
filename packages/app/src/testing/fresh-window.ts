/** Component tests that share a worker: each file begins with a window that nobody used. */
import { afterEach } from 'vitest';
import { leave } from './show.tsx';

localStorage.clear();
sessionStorage.clear();
document.body.replaceChildren();
// The module of `show` is evaluated once a worker, and so registers this in its first file only.
afterEach(leave);
