// The base styles of Mantine; the build adds the styles of each component in use.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/notifications/styles.layer.css';

// The development server serves Mantine as one file, without the component styles.
if (import.meta.env.DEV) void import('@mantine/core/styles.layer.css');
