// Must be imported first: the contract's schemas are created when they are imported.
import './zod-setup.ts';
import './styles.ts';
import './app.css';
import { createRoot } from 'react-dom/client';
import { currentDisplay } from '../lib/display.ts';
import { changeLanguage } from '../lib/i18n/index.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { App } from './app.tsx';

/** Renders the app once the texts of the chosen language are loaded, or in English if they cannot be. */
async function start() {
  await changeLanguage(currentDisplay().language).catch(() => {});
  keepFocus();
  createRoot(document.getElementById('root')!).render(<App />);
}

void start();
