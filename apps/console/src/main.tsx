import '@glasshouse/ui/styles.css';
import { startLanguage } from '@glasshouse/app/language/language';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadSession } from './session/session.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');

// Who is signed in and the texts load in parallel; both are needed before anything can render.
await Promise.all([startLanguage(['console']), loadSession()]);

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
