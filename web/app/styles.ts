// What every page needs of the kit; the build adds the style of each component that is used.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/notifications/styles.layer.css';

// The development server hands out the kit as one file, without the styles of its components.
if (import.meta.env.DEV) void import('@mantine/core/styles.layer.css');
