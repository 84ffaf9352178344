// First of all: the contract's schemas are made while it is loaded.
import './zod-setup.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

createRoot(document.getElementById('root')!).render(<App />);
