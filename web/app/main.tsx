// First of all: the contract's schemas are made while it is loaded.
import './zod-setup.ts';
import './styles.ts';
import './app.css';
import { createRoot } from 'react-dom/client';
import { currentDisplay } from '../lib/display.ts';
import { changeLanguage } from '../lib/i18n/index.ts';
import { App } from './app.tsx';

/** In the right language from the first word on; without its texts in English. */
async function start() {
  await changeLanguage(currentDisplay().language).catch(() => {});
  createRoot(document.getElementById('root')!).render(<App />);
}

void start();
